package records

import (
	"context"
	"sync"

	"github.com/yates-shuffle/yates/records/internal/input"
	"github.com/yates-shuffle/yates/records/internal/record"
	"github.com/yates-shuffle/yates/records/internal/spill"
)

// A bucketed is records in buckets: a scattering fills them, a gathering reads them.
type bucketed struct {
	opt      Options
	format   *record.Format // of what is kept
	store    *spill.Store
	tally    *tally
	key      *keys        // of groups, or nil
	mapped   *input.Files // the input, if the store holds entries of its records
	integers *integers    // the records, if the store holds their indices
	lowest   int          // the bucket of Order 1 that bucket 0 of the store is
	asIs     bool         // do not shuffle the buckets
}

// fill makes the store, which has so much memory, and lets workers fill it. If large is
// set, the records are not expected to fit.
func (c *bucketed) fill(ctx context.Context, memory int64, large bool, workers int,
	work func(ctx context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c.store = spill.NewStore(ctx, cancel, c.opt.fsys, c.opt.TempDir, memory, c.opt.tune.slab, large)
	var working sync.WaitGroup
	for range workers {
		working.Go(func() {
			if err := work(ctx); err != nil {
				cancel(err)
			}
		})
	}
	working.Wait()
	return c.store.Finish()
}
