package records

import (
	"io"

	"github.com/yates-shuffle/yates/records/internal/input"
)

// A Source is one input: a file or anything that can be read. The records of
// several sources are shuffled together, as if one stood after the other; a
// source that does not end with the separator is given one.
type Source struct{ in input.Source }

// File is the source that reads the file of that name. It is opened when it is
// needed and closed when it has been read.
func File(name string) Source { return Source{input.Source{Name: name}} }

// Reader is the source that reads r to its end. The name stands for it in
// errors. Where r is an *os.File of a regular file, it is read from where it stands,
// by all workers at the same time if what a record is allows that; then it is not
// moved, else it is left at its end. r is not closed.
func Reader(name string, r io.Reader) Source { return Source{input.Source{Name: name, Reader: r}} }

// Decompressed is the source that holds what gzip or zstd would decompress s to, if
// its first bytes are those of a file that these made; if not, it is s. What is
// damaged or cut off, or has something else behind it, is an error; so is a source
// that is known to be no text at all ([UnreadableError]), or whose name ends in .gz
// or .zst, in capitals or not, though it is none ([NotPackedError]).
//
// To decompress takes an eighth of the memory allowed at most, which files in step
// share, and a zstd file that needs more is an error ([WindowError]): 8 MiB are always
// allowed, and from 1 GiB on 128 MiB, which is all that is supported.
func Decompressed(s Source) Source {
	s.in.Unpack = true
	return s
}

func separator(nul bool) byte {
	if nul {
		return 0
	}
	return '\n'
}
