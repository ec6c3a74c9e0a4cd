package store

import (
	"context"
	"errors"
	"io"
	"time"

	"gocloud.dev/blob"
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
	r       *blob.Reader
	reading context.Context
	cancel  context.CancelCauseFunc
}

var errStalled = errors.New("nothing came from the store")

// patiently calls do, which ends when ctx does, and ends it with errStalled when the store
// has been silent for too long.
func (r *reader) patiently(ctx context.Context, do func() error) error {
	stalled := time.AfterFunc(r.store.Patience, func() { r.cancel(errStalled) })
	err := do()
	stalled.Stop()
	if err != nil && context.Cause(ctx) == errStalled {
		return errStalled
	}
	return err
}

func (r *reader) open() error {
	b, err := r.store.bucket(r.ctx, r.name)
	if err != nil {
		return wrap("reading", r.name, err)
	}
	r.store.Requests.Reads.Add(1)
	ctx, cancel := context.WithCancelCause(r.ctx)
	r.cancel = cancel
	var in *blob.Reader
	err = r.patiently(ctx, func() (err error) {
		in, err = b.NewRangeReader(ctx, r.name.key, r.from, r.left, nil)
		return err
	})
	if err != nil {
		return r.failed(err)
	}
	r.r, r.reading, r.size = in, ctx, in.Size()
	if r.left < 0 || r.left > r.size-r.from {
		r.left = max(r.size-r.from, 0)
	}
	return nil
}

// failed opens the object again after an error, if that makes sense.
func (r *reader) failed(err error) error {
	r.Close()
	if r.tries++; r.tries >= attempts || final(err) || r.ctx.Err() != nil || !r.store.pause(r.ctx, r.tries) {
		return wrap("reading", r.name, err)
	}
	return r.open()
}

func (r *reader) Read(p []byte) (int, error) {
	for r.left != 0 {
		n := 0
		err := r.patiently(r.reading, func() (err error) {
			n, err = r.r.Read(p[:min(int64(len(p)), r.left)])
			return err
		})
		r.from, r.left = r.from+int64(n), r.left-int64(n)
		if n > 0 {
			r.tries = 0
			return n, nil
		}
		if err == io.EOF {
			err = errors.New("the connection ended early")
		}
		if err != nil {
			if err := r.failed(err); err != nil {
				return 0, err
			}
		}
		if len(p) == 0 {
			return 0, nil
		}
	}
	return 0, io.EOF
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
