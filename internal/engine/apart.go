package engine

import (
	"errors"
	"iter"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// run returns how many records of a class may stand in a row.
func (o *Options) run() int { return max(o.Run, 1) }

// Apart returns the first n places, or all if there are fewer, of an order that keeps the records apart as
// the rule says. It may take a quarter of a minute.
func (u *Urn) Apart(n int64) (iter.Seq[uint64], error) {
	m := u.members
	places, err := order.Apart(*u.c.opt.Seed, m.of, u.c.opt.run())
	if e, crowded := errors.AsType[*order.CrowdedError](err); crowded {
		return nil, &failure.ApartError{Value: m.values[m.of[e.Index]], Count: e.Count, Fit: e.Fit, Run: e.Run}
	}
	return func(yield func(uint64) bool) {
		for _, i := range places[:min(n, int64(len(places)))] {
			if !yield(uint64(i)) {
				return
			}
		}
	}, err
}
