// Package page is what is written: pages that workers fill with records by pens, and the parts of the output that they
// go to.
package page

import (
	"context"
	"io"

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/internal/vfs"
)

// A Page is what is to be written next to the output of one part.
type Page struct {
	Part int
	Buf  []byte // which has room beyond its end

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

// New returns an empty page of that many bytes.
func New(size int) *Page { return &Page{Buf: make([]byte, 0, size)} }

// free returns the memory of the buffer, and how much of it is taken.
func (p *Page) free() (all []byte, taken int) { return p.Buf[:cap(p.Buf)], len(p.Buf) }

// Write lets the makers fill pages of that size and writes them to w in order.
func Write(ctx context.Context, w io.Writer, progress *Progress, makers []turns.Maker[*Page], size int) error {
	pages := make([]*Page, turns.PagesFor(len(makers)))
	for i := range pages {
		pages[i] = New(size)
	}
	return turns.Run(ctx, makers, pages, func(p *Page) error {
		b := p.Buf
		p.Buf = b[:0]
		return WriteAll(w, b, progress)
	})
}

// EndArchive ends an archive of a kind.
func EndArchive(w io.Writer, kind *archive.Kind, p *Progress) error {
	return WriteAll(w.(*archive.Writer).To, kind.End, p)
}

// WriteAll writes b. Its errors name the output.
func WriteAll(w io.Writer, b []byte, p *Progress) error {
	n, err := w.Write(b)
	p.written.Add(int64(n))
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err == nil {
		return nil
	}
	if a, ok := w.(*archive.Writer); ok {
		w = a.To
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
