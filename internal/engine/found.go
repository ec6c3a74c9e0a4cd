package engine

import "io/fs"

// A found is what is found in the sources while they are read.
type found struct {
	head  []byte        // the header
	files []fs.FileInfo // the regular files
	front []byte        // of the records, up to mostFront
	blank int64         // rows

	read, repeats int64 // records, with those that were dropped, and those that were there before
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
func (f *found) Read() int64 { return f.read }

// Repeats returns how many records were dropped as repeats of others.
func (f *found) Repeats() int64 { return f.repeats }

// Blank returns how many of the rows of CSV are empty lines, which most readers of CSV pass over.
func (f *found) Blank() int64 { return f.blank }
