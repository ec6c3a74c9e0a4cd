package records

import (
	"bytes"
	"io"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/record"
)

// A Source is one input. The records of several sources are shuffled together, as if the sources were
// concatenated. A source that does not end with the separator is given one.
//
// A byte-order mark at the front of a source of text is no part of its first record, unless the source is [Raw]: it
// comes first in the output, or is part of a header.
//
// A source is decompressed if its first bytes are those of a gzip or zstd file, unless it is [Raw]. It is an error if
// the compressed data is damaged or truncated or is followed by other data, if the source is known not to be text
// (failure.UnreadableError), or if its name ends in .gz or .zst, in any case, but it is not compressed
// (failure.NotPackedError). Decompression takes at most an eighth of the memory allowed. A zstd file that needs more
// is an error (failure.WindowError): 8 MiB are always allowed, and from 1 GiB of memory 128 MiB, which is the most
// supported.
type Source struct{ source engine.Source }

// File returns a source that reads the named file. The file is opened when it is needed and closed when it has
// been read.
func File(name string) Source { return Source{engine.Source{Name: name, Unpack: true}} }

// Reader returns a source that reads r to its end. Errors call it by name. If r is an
// *os.File of a regular file, it is read from its current offset. If the format of the
// records allows it, all workers read it at the same time and leave the offset
// unchanged; otherwise the offset is left at the end. Reader does not close r. It panics if r is nil.
func Reader(name string, r io.Reader) Source {
	if r == nil {
		panic("records: Reader of nil")
	}
	return Source{engine.Source{Name: name, Reader: r, Unpack: true}}
}

// Rows returns a source of the rows that a program has, such as the columns of a table by which [Order] is to keep
// rows together: next returns the texts of the columns of the next row, which are valid until it is called again, and
// io.EOF behind the last one. They become rows of [CSV], whatever Options.Format says. Errors call the source by name.
func Rows[Text string | []byte](name string, next func() ([]Text, error)) Source {
	r := &rows{next: func(dst []byte) ([]byte, error) {
		row, err := next()
		if err != nil {
			return dst, err
		}
		for i, text := range row {
			dst = record.AppendField(dst, i, []byte(text))
		}
		return append(dst, '\n'), nil
	}}
	return Source{engine.Source{Name: name, Reader: r, Rows: true}}
}

// rows read as CSV.
type rows struct {
	next func(dst []byte) ([]byte, error) // appends the next row
	text bytes.Buffer
	err  error
}

func (r *rows) Read(b []byte) (int, error) {
	for r.err == nil && r.text.Len() < len(b) {
		var row []byte
		row, r.err = r.next(r.text.AvailableBuffer())
		r.text.Write(row)
	}
	if r.text.Len() == 0 {
		return 0, r.err
	}
	return r.text.Read(b)
}

// Raw returns a source of the bytes of s as they are: they are not decompressed, and nothing is refused.
func Raw(s Source) Source {
	s.source.Unpack = false
	return s
}

// Integers returns a source of the integers in [lo, hi), one a record: lo, lo+1, …, hi−1, or none if hi is lo. It is
// an error if hi is less. Of several sources none can be one of integers.
//
// Up to 2³² integers have the order of the lines of a file with that many lines: integer lo+i takes the place of
// line i. Each takes 4 bytes, in memory or in the temporary file.
func Integers(lo, hi uint64) Source {
	switch {
	case lo == hi:
		lo, hi = 1, 1 // none, where no integer is below lo as well
	case lo > hi:
		lo, hi = 2, 1 // an error, where no integer is below hi as well
	}
	return Source{engine.Source{Integers: true, Lo: lo, Hi: hi - 1}}
}

// of returns what the engine calls the sources.
func of(sources []Source) []engine.Source {
	all := make([]engine.Source, len(sources))
	for i, s := range sources {
		all[i] = s.source
	}
	return all
}
