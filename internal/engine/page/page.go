// Package page is what is written: pages that workers fill with records by pens, and the parts of the output that they
// go to.
package page

import (
	"io"

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

// New returns so many empty pages of that many bytes.
func New(pages, size int) []*Page {
	all := make([]*Page, pages)
	for i := range all {
		all[i] = &Page{Buf: make([]byte, 0, size)}
	}
	return all
}

// free returns the memory of the buffer, and how much of it is taken.
func (p *Page) free() (all []byte, taken int) { return p.Buf[:cap(p.Buf)], len(p.Buf) }

// An output is that of a part: what writes to it, and what is written to, which may be the same.
type output struct{ through, to io.Writer }

// write writes b. Its errors name the output.
func (o output) write(b []byte, p *Progress) error {
	n, err := o.through.Write(b)
	p.written.Add(int64(n))
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if _, named := o.to.(interface{ Commit() error }); err == nil || named {
		return err // which names the file
	}
	return &writeError{err}
}

// A writeError comes from the output.
type writeError struct{ err error }

func (e *writeError) Error() string { return "writing the output: " + vfs.Cause(e.err).Error() }
func (e *writeError) Unwrap() error { return e.err }
