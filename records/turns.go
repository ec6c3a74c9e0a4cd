package records

import (
	"context"
	"io"
	"sync"
)

// A maker makes the pieces of an output that several makers share.
type maker interface {
	// claim takes the next piece, or returns false where there is none left. It
	// is called in the order of the pieces, by one goroutine at a time.
	claim() bool
	// make returns the bytes of the piece that was claimed last, which stay as
	// they are until the next call. All makers do it at the same time.
	make() ([]byte, error)
}

// inTurn writes the pieces of the makers in the order in which they claimed
// them. It returns after the last one, the first error, or when ctx ends, with
// its cause.
func inTurn(ctx context.Context, w io.Writer, makers []maker) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		claiming sync.Mutex
		pieces   uint64 // that have been claimed

		mu      sync.Mutex
		changed = sync.Cond{L: &mu}
		turn    uint64 // the piece to be written next
		wait    sync.WaitGroup
	)
	defer context.AfterFunc(ctx, func() {
		mu.Lock()
		defer mu.Unlock()
		changed.Broadcast()
	})()
	step := func(m maker) (more bool, err error) {
		claiming.Lock()
		piece := pieces
		if more = ctx.Err() == nil && m.claim(); more {
			pieces++
		}
		claiming.Unlock()
		if !more {
			return false, ctx.Err()
		}
		b, err := m.make()
		if err != nil {
			return false, err
		}
		mu.Lock()
		for turn != piece && ctx.Err() == nil {
			changed.Wait()
		}
		mu.Unlock()
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if err := writeAll(w, b, nil); err != nil {
			return false, err
		}
		mu.Lock()
		turn++
		mu.Unlock()
		changed.Broadcast()
		return true, nil
	}
	for _, m := range makers {
		wait.Go(func() {
			for {
				if more, err := step(m); err != nil {
					cancel(err)
					return
				} else if !more {
					return
				}
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}

// writeAll writes b, and tells p how much was written. Its errors name the output.
func writeAll(w io.Writer, b []byte, p *Progress) error {
	n, err := w.Write(b)
	p.addWritten(n)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err == nil {
		return nil
	}
	if _, ok := w.(*Output); ok {
		return err // which names the file
	}
	return &writeError{err}
}
