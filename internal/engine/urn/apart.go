package urn

import (
	"errors"
	"iter"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// Apart returns the first n places, or all if there are fewer, of an order of the records in which no more than run of
// a class stand in a row. It may take a quarter of a minute.
func (m *Members) Apart(seed order.Seed, run int, n int64) (iter.Seq[uint64], error) {
	places, err := order.Apart(seed, m.class, run)
	if e, crowded := errors.AsType[*order.CrowdedError](err); crowded {
		return nil, &failure.ApartError{Value: m.values[m.class[e.Index]], Count: e.Count, Fit: e.Fit, Run: e.Run}
	}
	return func(yield func(uint64) bool) {
		for _, i := range places[:min(n, int64(len(places)))] {
			if !yield(uint64(i)) {
				return
			}
		}
	}, err
}
