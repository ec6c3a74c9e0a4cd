package store

import (
	"context"
	"io"
	"time"
)

// A reader reads a range of an object, and opens it again where the connection broke.
type reader struct {
	ctx   context.Context
	store *Store
	name  Name
	from  int64
	left  int64 // negative: up to the end
	size  int64 // of the object
	tries int   // since a byte came

	// What is open.
	r       io.ReadCloser
	reading context.Context
	cancel  context.CancelCauseFunc
}

// patiently calls do, which ends when ctx does, and ends it with errStalled when the store
// has been silent for too long.
func (r *reader) patiently(do func() error) error {
	stalled := time.AfterFunc(r.store.Patience, func() { r.cancel(errStalled) })
	err := do()
	stalled.Stop()
	if err != nil && context.Cause(r.reading) == errStalled {
		return errStalled
	}
	return err
}

func (r *reader) open() error {
	b, err := r.store.backend(r.ctx, r.name, &r.store.Requests.Reads)
	if err != nil {
		return wrap("reading", r.name, err)
	}
	r.reading, r.cancel = context.WithCancelCause(r.ctx)
	err = r.patiently(func() (err error) {
		r.r, r.size, err = b.read(r.reading, r.name.key, r.from, r.left)
		return err
	})
	if err == errStalled {
		return r.again(err)
	}
	if err != nil {
		r.Close()
		return wrap("reading", r.name, err)
	}
	if r.left < 0 || r.left > r.size-r.from {
		r.left = max(r.size-r.from, 0)
	}
	return nil
}

// again opens the object again after an error, but not for ever.
func (r *reader) again(err error) error {
	r.Close()
	if r.tries++; r.tries >= attempts || r.ctx.Err() != nil {
		return wrap("reading", r.name, err)
	}
	select {
	case <-time.After(backoff(r.store.Wait, r.tries)):
		return r.open()
	case <-r.ctx.Done():
		return wrap("reading", r.name, err)
	}
}

func (r *reader) Read(p []byte) (int, error) {
	for r.left != 0 && len(p) > 0 {
		n := 0
		err := r.patiently(func() (err error) {
			n, err = r.r.Read(p[:min(int64(len(p)), r.left)])
			return err
		})
		r.from, r.left = r.from+int64(n), r.left-int64(n)
		if r.left == 0 && (err == nil || err == io.EOF) {
			err = r.patiently(r.end)
		}
		switch {
		case r.left == 0 && err != nil:
			return 0, wrap("reading", r.name, err)
		case n > 0:
			r.tries = 0
			return n, nil
		case err == io.EOF:
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			if err := r.again(err); err != nil {
				return 0, err
			}
		}
	}
	if r.left == 0 {
		return 0, io.EOF
	}
	return 0, nil
}

// end reads the end of what is open, where the client of the store compares checksums.
func (r *reader) end() error {
	_, err := r.r.Read(make([]byte, 1))
	if err == io.EOF {
		return nil
	}
	return err
}

func (r *reader) Close() error {
	if r.r != nil {
		r.r.Close() // it was only read
		r.r = nil
	}
	if r.cancel != nil {
		r.cancel(nil)
	}
	return nil
}
