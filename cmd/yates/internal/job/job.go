// Package job runs shuffles: what "yates shuffle" and shuf have in common.
package job

import (
	"slices"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/shares"
	"github.com/yates-shuffle/yates/records/failure"
)

// A Job is one shuffle: checked, and with its own options.
type Job struct {
	Kind    Kind
	Lo, Hi  uint64 // the integers; there are none if Lo is Hi+1
	Files   []string
	Raw     bool          // take the bytes of the files as they are
	Mixture []shares.Head // how much of each file is used, if there is a mixture

	Options        engine.Options
	Random         *string // the file whose bytes decide, in place of the seed; or nil
	Head           shares.Head
	PerClass       int64 // of each class so many are written, or with -1 as many as the largest has; or 0
	Repeat, Strict bool
	Quiet          bool   // say nothing but errors
	Unit           string // what the head counts

	Parts Parts

	// spell, if not nil, appends to a text what stands in the place of an integer. Each output begins with top then.
	spell func(text []byte, number int64, end byte) ([]byte, error)
	top   []byte
}

// A Kind is what is shuffled.
type Kind int

const (
	Lines Kind = iota // or other records, of files
	Integers
	Nothing // the head is empty, and nothing needs to be read
)

// The Parts of an order say which files it goes to.
type Parts struct {
	Files  []string                      // of each part, or "": it is not written
	Trains []string                      // of each part, the file that all other parts go to; or nil
	Sizes  Divide                        // how the records, or groups, are divided; nil: there is one part
	Named  func(n int) ([]string, error) // returns the Files of n parts; nil if these are known

	Hundredths bool // the parts have sizes that come to 100, and may have been meant so
}

// A Divide divides n records, or groups, which have so many bytes together, into parts.
type Divide func(n, bytes int64) (sizes []int64, err error)

// Names returns the names of all outputs.
func (p *Parts) Names() []string {
	return slices.DeleteFunc(slices.Concat(p.Files, p.Trains), func(name string) bool { return name == "" })
}

// Echo makes words what is shuffled: their order is that of as many integers, and they can have line feeds.
func (j *Job) Echo(words []string) {
	j.Kind, j.Lo, j.Hi, j.Files = Integers, 1, uint64(len(words)), nil
	j.spell = func(text []byte, number int64, end byte) ([]byte, error) {
		return append(append(text, words[number-1]...), end), nil
	}
}

// partsByKey reports whether keys decide the parts.
func (j *Job) partsByKey() bool { return j.Options.Rule.Kind == ask.Parted }

// perRecord reports whether each record is written by itself, to one of all parts.
func (j *Job) perRecord() bool { return j.Options.Rule.Kind&(ask.Classes|ask.Parted) != 0 }

// together reports whether all outputs are written at the same time.
func (j *Job) together() bool { return j.perRecord() || j.Parts.Trains != nil }

// Bytes of what is known of an input and an output, besides the names; so many of all are not counted.
const (
	inputBytes  = 300
	outputBytes = 800
	uncounted   = 8 << 20
)

// Besides returns how much of the memory is not for records, but to compress outputs and for
// what is known of each file. It is an error if that leaves too little.
func (j *Job) Besides(how output.Options) (need int64, err error) {
	const least = 1 << 20
	names := j.Parts.Names()
	if j.together() {
		need = output.CompressionMemory(how, names...)
	} else {
		for _, name := range names {
			need = max(need, output.CompressionMemory(how, name))
		}
	}
	for _, name := range j.Files {
		need += int64(len(name)) + inputBytes
	}
	need = max(need+int64(len(names))*outputBytes-uncounted, 0)
	if need > 0 && how.Memory-need < least {
		what := label.Plural(int64(len(j.Files)), "input") + " and " + label.Plural(int64(len(names)), "output")
		err = &failure.MemoryError{What: "work with " + what, Need: uint64(need + least), Allowed: uint64(how.Memory)}
	}
	return need, err
}
