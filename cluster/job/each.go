package job

import (
	"cmp"
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// side is how many requests are under way at a time.
const side = 16

// each calls do for 0, …, n−1, up to side of them at a time, until one fails.
func each(ctx context.Context, n int, do func(i int) error) error { return some(ctx, side, n, do) }

// some is each, with width of them at a time. It returns the error of the first number that
// fails: as those before it have begun, it waits for them.
func some(ctx context.Context, width, n int, do func(i int) error) error {
	var group errgroup.Group
	var failed atomic.Bool
	errs := make([]error, n, n+1)
	group.SetLimit(width)
	for i := 0; i < n && !failed.Load() && ctx.Err() == nil; i++ {
		group.Go(func() error {
			errs[i] = do(i)
			failed.CompareAndSwap(false, errs[i] != nil)
			return nil
		})
	}
	group.Wait() // errs has the errors
	return cmp.Or(append(errs, context.Cause(ctx))...)
}
