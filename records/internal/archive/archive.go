// Package archive reads archives whose entries are records: it checks them, and passes them
// on as frames, which say how long they are. What is around the records stays out.
package archive

import (
	"bufio"
	"fmt"
	"io"

	"github.com/yates-shuffle/yates/records/internal/record"
)

// A Kind is a kind of archive. It is safe for concurrent use.
type Kind struct {
	Frames *record.Frames
	// Read returns a reader of the frames of r. It may remember up to so many names.
	Read func(r io.Reader, names int) io.Reader
	// Write returns a writer of the archive that frames make: it writes to w.
	Write func(w io.Writer) Writer
}

// A Writer writes an archive. It changes what it is given to write.
type Writer interface {
	io.Writer
	// End returns what stands behind the last record, which is to be written as well.
	End() []byte
	// Unwrap returns what it writes to.
	Unwrap() io.Writer
}

// A reader passes on what next finds: a head that is in memory, and the bytes behind it. Each
// kind has its own next.
type reader struct {
	in   *bufio.Reader
	next func() error // io.EOF where the archive ends
	pass func([]byte) // is shown the bytes behind heads, or nil

	at   int64  // bytes that were read
	what string // is being passed on
	head []byte
	left int64
	err  error
}

func (r *reader) Read(p []byte) (n int, err error) {
	for len(r.head) == 0 && r.left == 0 && r.err == nil {
		r.err = r.next()
	}
	switch {
	case len(p) == 0:
	case len(r.head) > 0:
		n = copy(p, r.head)
		r.head = r.head[n:]
	case r.left > 0:
		n, err = r.in.Read(p[:min(int64(len(p)), r.left)])
		r.left -= int64(n)
		r.at += int64(n)
		if r.pass != nil {
			r.pass(p[:n])
		}
		if err == io.EOF {
			err = r.cut()
		}
	default:
		err = r.err
	}
	return n, err
}

// full reads n bytes into the head. It returns io.EOF if nothing is left.
func (r *reader) full(n int) error {
	r.head = make([]byte, n)
	n, err := io.ReadFull(r.in, r.head)
	r.at += int64(n)
	if err == io.ErrUnexpectedEOF {
		err = r.cut()
	}
	if err != nil {
		r.head = nil
	}
	return err
}

func (r *reader) cut() error { return fmt.Errorf("it is cut off at byte %d, in %s", r.at, r.what) }
