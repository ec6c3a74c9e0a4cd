package engine

import (
	"io"

	"github.com/yates-shuffle/yates/internal/engine/input"
)

// A Source is one input: a file, a reader or a range of integers.
type Source struct {
	in     input.Source
	ranged bool
	lo, hi uint64
}

// RawFile returns a source that reads the named file, its bytes as they are.
func RawFile(name string) Source { return Source{in: input.Source{Name: name}} }

// Reader returns a source that reads r to its end. Errors call it by name.
func Reader(name string, r io.Reader) Source { return Source{in: input.Source{Name: name, Reader: r}} }

// Decompressed returns a source that decompresses s if it is compressed, and refuses what is known not to be text.
func Decompressed(s Source) Source {
	s.in.Unpack = true
	return s
}

// Raw returns a source of the bytes of s as they are.
func Raw(s Source) Source {
	s.in.Unpack = false
	return s
}

// Integers returns a source of the integers lo, lo+1, …, hi, one a record.
func Integers(lo, hi uint64) Source { return Source{ranged: true, lo: lo, hi: hi} }
