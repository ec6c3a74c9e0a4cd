package records

import (
	"io"

	"github.com/yates-shuffle/yates/records/internal/input"
)

// A Source is one input: a file or a reader. The records of several sources are shuffled
// together, as if the sources were concatenated. A source that does not end with the
// separator is given one.
type Source struct{ in input.Source }

// File returns a source that reads the named file, decompressed as by [Decompressed]. The file is opened
// when it is needed and closed when it has been read.
func File(name string) Source { return Decompressed(RawFile(name)) }

// RawFile is File for the bytes as they are.
func RawFile(name string) Source { return Source{input.Source{Name: name}} }

// Reader returns a source that reads r to its end. Errors call it by name. If r is an
// *os.File of a regular file, it is read from its current offset. If the format of the
// records allows it, all workers read it at the same time and leave the offset
// unchanged; otherwise the offset is left at the end. Reader does not close r.
func Reader(name string, r io.Reader) Source { return Source{input.Source{Name: name, Reader: r}} }

// Decompressed returns a source that decompresses s if its first bytes are those of a
// gzip or zstd file, and is the same as s otherwise. It is an error if the compressed
// data is damaged or truncated or is followed by other data, if the source is known not
// to be text ([UnreadableError]), or if its name ends in .gz or .zst, in any case, but it
// is not compressed ([NotPackedError]).
//
// Decompression takes at most an eighth of the memory allowed, which files in step
// share. A zstd file that needs more is an error ([WindowError]): 8 MiB are always
// allowed, and from 1 GiB of memory 128 MiB, which is the most supported.
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
