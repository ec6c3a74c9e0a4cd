package scatter

import "github.com/yates-shuffle/yates/order"

// A Tally counts what is scattered. Where only a head of the order is wanted, it knows which buckets that is in.
type Tally struct {
	Records int64                // those that were not dropped
	Read    int64                // all
	Counted bool                 // Count is kept
	Count   [order.Buckets]int64 // records of each bucket up to Top
	Top     int                  // the last bucket that is wanted
	limit   int64                // records that are wanted, or 0: all
	kept    int64                // records in the buckets up to Top
}

// NewTally returns a tally of records of which so many are wanted, or all. It counts those of each bucket, if that
// is asked for or matters.
func NewTally(wanted int64, counted bool) *Tally {
	return &Tally{Top: order.Buckets - 1, limit: wanted, Counted: counted || wanted > 0}
}

// All reports whether all buckets are wanted.
func (t *Tally) All() bool { return t.limit == 0 && t.Top == order.Buckets-1 }

// addCounts counts the records of a chunk, by bucket, and drops the buckets that are
// now known to be beyond the limit. It returns the last bucket wanted.
func (t *Tally) addCounts(counts *[order.Buckets]uint32) int {
	if !t.Counted {
		return t.Top
	}
	for b := range t.Top + 1 {
		t.Count[b] += int64(counts[b])
		t.kept += int64(counts[b])
	}
	for t.limit > 0 && t.Top > 0 && t.kept-t.Count[t.Top] >= t.limit {
		t.kept -= t.Count[t.Top]
		t.Top--
	}
	return t.Top
}
