package engine

import (
	"context"
	"io"

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/internal/vfs"
)

// A page is what is to be written next to the output of one part.
type page struct {
	part int
	buf  []byte // which has room beyond its end

	marks []mark // where the records begin, if each goes to a part of its own
}

// A mark says how many bytes come next on a page. They begin a record of a class, or, if that is negative, belong to
// the same one.
type mark struct {
	class int32
	n     int
}

// mostMarks is how many marks there are on a page, at most.
const mostMarks = 8 << 10

func newPage(size int) *page { return &page{buf: make([]byte, 0, size)} }

// free returns the memory of the buffer, and how much of it is taken.
func (p *page) free() (all []byte, taken int) { return p.buf[:cap(p.buf)], len(p.buf) }

// writePages lets the makers fill pages of that size and writes them to w in order.
func writePages(ctx context.Context, w io.Writer, progress *Progress, makers []turns.Maker[*page], size int) error {
	pages := make([]*page, turns.PagesFor(len(makers)))
	for i := range pages {
		pages[i] = newPage(size)
	}
	return turns.Run(ctx, makers, pages, func(p *page) error {
		b := p.buf
		p.buf = b[:0]
		return writeAll(w, b, progress)
	})
}

// endArchive ends an archive of a kind.
func endArchive(w io.Writer, kind *archive.Kind, p *Progress) error {
	return writeAll(w.(*archive.Writer).To, kind.End, p)
}

// writeAll writes b. Its errors name the output.
func writeAll(w io.Writer, b []byte, p *Progress) error {
	n, err := w.Write(b)
	p.written.Add(int64(n))
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err == nil {
		return nil
	}
	switch of := w.(type) {
	case *archive.Writer:
		w = of.To
	case *stubWriter:
		w = of.to
	}
	if _, ok := w.(interface{ Commit() error }); ok {
		return err // which names the file
	}
	return &writeError{err}
}

// A writeError comes from the output.
type writeError struct{ err error }

func (e *writeError) Error() string { return "writing the output: " + vfs.Cause(e.err).Error() }
func (e *writeError) Unwrap() error { return e.err }
