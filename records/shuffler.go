package records

import (
	"runtime/debug"

	"github.com/yates-shuffle/yates/order"
)

// A shuffler is a worker of a gathering.
type shuffler struct {
	*gathering
	order   order.Shuffler
	unit    int // that is being worked on
	segs    [][]byte
	bucket  []byte
	starts  []uint32
	entries []entry // of the records in bucket
	spare   []entry
	groups  grouping
	part    int    // of the output that the buffers belong to
	bufs    []page // to be written, one for each of the files in step
	touched byte   // so that touching is not optimised away
}

// A page is what is to be written to one output.
type page struct {
	buf []byte
	n   int // bytes in it
}

func newShuffler(g *gathering, size int64) *shuffler {
	w := &shuffler{gathering: g}
	if g.parts != nil {
		w.bufs = make([]page, g.parts.tracks)
		for i := range w.bufs {
			w.bufs[i].buf = make([]byte, size)
		}
	}
	return w
}

// slack is how far a copy of a short record may reach beyond it, and how much memory
// there is behind a bucket.
const slack = 16

func (w *shuffler) work() (err error) {
	if w.mapped != nil {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer w.mapped.recoverFault(&err)
	}
	for {
		w.unit = int(w.claimed.Add(1) - 1)
		if w.unit >= len(w.units) {
			return nil
		}
		u := w.units[w.unit]
		select {
		case <-u.group.ready:
		case <-w.ctx.Done():
			return w.ctx.Err()
		}
		for b := u.lo; b < u.hi; b++ {
			if err := w.shuffleBucket(b, u.group); err != nil {
				return err
			}
		}
		w.done(u.group)
		if err := w.flush(); err != nil {
			return err
		}
		if err := w.await(w.unit); err != nil {
			return err
		}
		w.mu.Lock()
		w.turn++
		w.mu.Unlock()
		w.changed.Broadcast()
	}
}

// wanted returns how many of the m records of bucket b are in the output.
func (s *store) wanted(b, m int) int {
	if s.limited && b == s.top {
		return int(min(int64(m), s.limit-(s.kept-s.count[b])))
	}
	return m
}

func (w *shuffler) shuffleBucket(b int, group *group) error {
	size := w.store.bucketBytes(b)
	if size == 0 || w.parts != nil && w.parts.beyond(b) {
		return nil
	}
	if size > w.big {
		return w.bigBucket(b)
	}
	w.segs = w.segments(w.segs[:0], group, b)
	var data []byte
	if w.mapped == nil {
		if need := int(size) + slack; cap(w.bucket) < need {
			w.bucket = make([]byte, need+need/8)
		}
		data = w.bucket[:0]
		for _, seg := range w.segs {
			data = append(data, seg...)
		}
		w.index(data)
	} else {
		data = w.mapped.data
		w.entries = w.entries[:0]
		for _, seg := range w.segs {
			w.entries = append(w.entries, entriesIn(seg)...)
		}
	}
	if w.column == nil {
		order.ShuffleBucket(&w.order, w.seed, b, w.entries)
		return w.byPart(b, w.store.wanted(b, len(w.entries)), func(lo, hi int) error {
			return w.emit(data, w.entries[lo:hi])
		})
	}
	w.groups.reset()
	for _, e := range w.entries {
		key, err := w.column.key(w.format, e.record(data, w.format))
		if err != nil {
			return err
		}
		w.groups.add(key)
	}
	if w.parts == nil {
		w.counts[b] = int64(len(w.groups.sizes))
		return nil
	}
	placed, ends := w.arrange(b)
	w.spare = w.spare[:0]
	for _, i := range placed {
		w.spare = append(w.spare, w.entries[i])
	}
	return w.byPart(b, len(ends), func(lo, hi int) error {
		return w.emit(data, w.spare[endOf(ends, lo):endOf(ends, hi)])
	})
}

// arrange shuffles the groups of a bucket.
func (w *shuffler) arrange(b int) (placed []uint32, ends []int) {
	return w.groups.arrange(func(groups []uint32) { order.ShuffleBucket(&w.order, w.seed, b, groups) })
}

// endOf returns where the first n groups end.
func endOf(ends []int, n int) int {
	if n == 0 {
		return 0
	}
	return ends[n-1]
}

// byPart calls emit for the m records, or groups, of bucket b: for those of each
// part of the output by themselves, lo, …, hi−1.
func (w *shuffler) byPart(b, m int, emit func(lo, hi int) error) error {
	for lo := 0; lo < m; {
		part, n := w.parts.of(b, lo)
		if part == len(w.parts.ends) {
			return nil // it is in none
		}
		if part != w.part {
			if err := w.flush(); err != nil {
				return err
			}
			w.part = part
		}
		hi := int(min(int64(m), int64(lo)+n))
		if err := emit(lo, hi); err != nil {
			return err
		}
		lo = hi
	}
	return nil
}

// index finds the records of the bucket.
func (w *shuffler) index(bucket []byte) {
	w.entries = w.entries[:0]
	if w.starts == nil {
		w.starts = make([]uint32, 0, 4096)
	}
	for base := 0; base < len(bucket); {
		// starts are of 32 bits; those of a stretch of the bucket fit.
		starts, n := w.format.appendStarts(w.starts[:0], bucket[base:])
		last := len(starts) - 1
		for i := range last {
			w.entries = append(w.entries, newEntry(base+int(starts[i]), int(starts[i+1]-starts[i])))
		}
		w.entries = append(w.entries, newEntry(base+int(starts[last]), n-int(starts[last])))
		base += n
	}
}
