package engine

import (
	"io/fs"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
)

// A found is what is found in the sources while they are read.
type found struct {
	head    []byte         // the header
	files   []fs.FileInfo  // the regular files
	front   []byte         // of the records, up to 64 KiB
	tally   *scatter.Tally // of the records
	blank   int64          // rows
	repeats int64          // records that were dropped as such
	keys    []asked        // in which records may lack a value
}

// An asked is the key of columns that something asks for.
type asked struct {
	of ask.Things
	*record.Key
}

// Header returns the header of the sources.
func (f *found) Header() []byte { return f.head }

// Files describes the regular files that were read, as they were when they were
// opened, for output.File.Guard.
func (f *found) Files() []fs.FileInfo { return f.files }

// Front returns the first bytes of the records in input order, without the header, up to
// 64 KiB.
func (f *found) Front() []byte { return f.front }

// Read returns how many records were read, with those that were dropped.
func (f *found) Read() int64 { return f.tally.Read }

// Repeats returns how many records were dropped as repeats of others.
func (f *found) Repeats() int64 { return f.repeats }

// Blank returns how many of the rows of CSV are empty lines, which most readers of CSV pass over.
func (f *found) Blank() int64 { return f.blank }

// Without returns how many of the records that were read have no value in the columns that a rule, or a part of it,
// asks for.
func (f *found) Without(of ask.Things) (n int64) {
	for _, by := range f.keys {
		if by.of&of != 0 {
			n += by.Key.Without.Load()
		}
	}
	return n
}
