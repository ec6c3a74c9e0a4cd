package store

import (
	"bytes"
	"context"
	"io"
	"time"
)

// A reader reads a range of an object, and opens it again where the connection broke.
type reader struct {
	body  io.ReadCloser // or nil, if the object is not open
	ctx   context.Context
	store *Store
	name  Name
	from  int64
	left  int64 // negative: up to the end
	tries int   // since a byte came
}

// Read returns what reads n bytes of an object from the byte from on, or up to its end if n is
// negative. It opens the object when it is read first. If the connection breaks, it goes on
// where it broke.
func (s *Store) Read(ctx context.Context, name Name, from, n int64) io.ReadCloser {
	return &reader{ctx: ctx, store: s, name: name, from: from, left: n}
}

// ReadAll returns the contents of an object.
func (s *Store) ReadAll(ctx context.Context, n Name) ([]byte, error) {
	return s.ReadRange(ctx, n, 0, -1)
}

// ReadRange returns what [Store.Read] reads.
func (s *Store) ReadRange(ctx context.Context, name Name, from, n int64) ([]byte, error) {
	r := s.Read(ctx, name, from, n)
	defer r.Close()
	var b bytes.Buffer
	b.Grow(int(max(n, 0)) + bytes.MinRead)
	_, err := b.ReadFrom(r)
	return b.Bytes(), err
}

func (r *reader) Read(p []byte) (n int, err error) {
	for n == 0 && len(p) > 0 && err == nil {
		switch {
		case r.left == 0:
			err = io.EOF
		case r.body == nil:
			err = r.open() // now the size is known
		default:
			n, err = r.body.Read(p[:min(int64(len(p)), r.left)])
			r.from, r.left = r.from+int64(n), r.left-int64(n)
			r.store.read.Add(int64(n))
			if n > 0 {
				r.tries, err = 0, nil
			} else if err != nil {
				err = r.again(err)
			}
		}
	}
	return n, err
}

func (r *reader) open() error {
	c, err := do(r.ctx, r.store, "reading", r.name,
		func(b backend, ctx context.Context, key string) (content, error) {
			return b.read(ctx, key, r.from, r.left)
		})
	r.body = c.ReadCloser
	if rest := max(c.size-r.from, 0); err == nil && (r.left < 0 || r.left > rest) {
		r.left = rest
	}
	return err
}

// again waits until the object may be opened again after an error, but not for ever.
func (r *reader) again(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	r.Close()
	if r.tries++; r.tries < attempts {
		select {
		case <-time.After(backoff(r.store.Wait, r.tries)):
			return nil
		case <-r.ctx.Done():
		}
	}
	return wrap("reading", r.name, err)
}

func (r *reader) Close() error {
	if r.body != nil {
		r.body.Close() // it was only read
	}
	r.body = nil
	return nil
}
