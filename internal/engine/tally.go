package engine

import "github.com/yates-shuffle/yates/order"

// A tally counts what is scattered. Where only a head of the order is wanted, it
// knows which buckets that is in.
type tally struct {
	records int64
	counted bool                 // count is kept
	count   [order.Buckets]int64 // records of each bucket up to top
	top     int                  // the last bucket that is wanted
	limit   int64                // records that are wanted, or 0: all
	kept    int64                // records in the buckets up to top
}

// newTally returns a tally of records of which so many are wanted, or all. It counts those of each bucket, if that
// is asked for or matters.
func newTally(wanted int64, counted bool) *tally {
	return &tally{top: order.Buckets - 1, limit: wanted, counted: counted || wanted > 0}
}

// all reports whether all buckets are wanted.
func (t *tally) all() bool { return t.limit == 0 && t.top == order.Buckets-1 }

// add counts the records of a chunk, by bucket, and drops the buckets that are
// now known to be beyond the limit. It returns the last bucket wanted.
func (t *tally) add(counts *[order.Buckets]uint32) int {
	if !t.counted {
		return t.top
	}
	for b := range t.top + 1 {
		t.count[b] += int64(counts[b])
		t.kept += int64(counts[b])
	}
	for t.limit > 0 && t.top > 0 && t.kept-t.count[t.top] >= t.limit {
		t.kept -= t.count[t.top]
		t.top--
	}
	return t.top
}
