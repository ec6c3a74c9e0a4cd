package engine

import (
	"context"
	"errors"
	"io"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// run returns how many records of a class may stand in a row.
func (o *Options) run() int { return max(o.Run, 1) }

// DrawApart writes n records, or all if n is negative or there are fewer, in an order that keeps them apart as
// Options.ApartBy says.
func (u *Urn) DrawApart(ctx context.Context, w io.Writer, n int64) error {
	m := u.members
	places, err := order.Apart(*u.c.opt.Seed, m.of, u.c.opt.run())
	if e, crowded := errors.AsType[*order.CrowdedError](err); crowded {
		return &failure.ApartError{Value: m.values[m.of[e.Index]], Count: e.Count, Fit: e.Fit, Run: e.Run}
	}
	if n < 0 || n > int64(len(places)) {
		n = int64(len(places))
	}
	return u.DrawBy(ctx, w, n, func(yield func(uint64) bool) {
		for _, i := range places[:n] {
			if !yield(uint64(i)) {
				return
			}
		}
	})
}
