package records

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"sync"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/internal/turns"
)

// A shuffler is a worker of a gathering. It shuffles the buckets of a unit, one
// after the other, and puts their records on pages.
type shuffler struct {
	*gathering
	order   order.Shuffler
	unit    unit // that is being made
	out     *turns.Out[*page]
	part    int // of the output that the records go to
	segs    [][]byte
	bucket  []byte
	starts  []uint32
	entries []entry // of the records in bucket
	spare   []entry
	indices []uint32 // or of the integers
	keyBuf  []byte
	alone   bool // the record with keyBuf is a group by itself
	groups  grouping
	group   []byte // the key of the group whose records are put on pages, if inGroup is set
	inGroup bool
	class   int32 // of the record that is put on a page, or −1 after its first bytes
	touched byte  // so that touching is not optimised away
}

// slack is how far a copy of a short record may reach beyond it, and how much memory
// there is behind a bucket.
const slack = 16

// run shuffles the buckets by so many workers, and writes the pages.
func (g *gathering) run(ctx context.Context, workers int, pages []*page) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	g.ctx = ctx
	makers := make([]turns.Maker[*page], workers)
	for i := range makers {
		makers[i] = &shuffler{gathering: g}
	}
	write := func(*page) error { return nil }
	if g.parts != nil {
		write = g.parts.write
	}
	var loading sync.WaitGroup
	loading.Go(func() {
		if err := g.load(); err != nil {
			cancel(err)
		}
	})
	err := turns.Run(ctx, makers, pages, write)
	cancel(err) // so that loading ends
	loading.Wait()
	for _, batch := range g.batches { // that were not done, after an error
		if batch.loaded != nil {
			batch.loaded.Release()
		}
	}
	if err == nil {
		err = g.mapped.Check()
	}
	return err
}

// Claim takes the next unit.
func (w *shuffler) Claim() bool {
	if w.claimed == len(w.units) {
		return false
	}
	w.unit = w.units[w.claimed]
	w.claimed++
	return true
}

// Make makes its pages.
func (w *shuffler) Make(out *turns.Out[*page]) error {
	select {
	case <-w.unit.batch.ready:
	case <-w.ctx.Done():
		return context.Cause(w.ctx)
	}
	w.out = out
	err := w.mapped.Guard(func() error {
		for b := w.unit.lo; b < w.unit.hi; b++ {
			if err := w.shuffle(b); err != nil {
				return err
			}
		}
		return nil
	})
	w.unit.batch.done()
	return err
}

// shuffle shuffles bucket b and puts its records on pages.
func (w *shuffler) shuffle(b int) error {
	size := w.store.Size(b)
	w.inGroup = false
	if size == 0 || w.parts != nil && !w.parts.wanted(b) {
		return nil
	}
	if w.isBig(b) {
		return w.bigBucket(b)
	}
	w.segs = w.unit.batch.loaded.Segments(w.segs[:0], b)
	if w.integers != nil {
		return w.shuffleIntegers(b)
	}
	if w.asIs {
		for _, seg := range w.segs {
			if err := w.put(0, seg); err != nil {
				return err
			}
		}
		return nil
	}
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
		data = w.mapped.Data
		w.entries = w.entries[:0]
		for _, seg := range w.segs {
			w.entries = append(w.entries, entriesIn(seg)...)
		}
	}
	if w.key == nil {
		order.ShuffleBucket(&w.order, *w.opt.Seed, w.lowest+b, w.entries)
		return w.byPart(b, w.tally.wanted(b, len(w.entries)), func(lo, hi int) error {
			return w.emit(data, w.entries[lo:hi])
		})
	}
	w.groups.reset()
	for _, e := range w.entries {
		if err := w.setKey(e.record(data, w.format)); err != nil {
			return err
		}
		known := len(w.groups.sizes)
		if w.groups.add(w.keyBuf, w.alone); len(w.groups.sizes) > known {
			if err := w.countClass(e.record(data, w.format)); err != nil {
				return err
			}
		}
	}
	if w.parts == nil {
		w.counts[b] = int64(len(w.groups.sizes))
		return nil
	}
	w.shuffleGroups(b)
	placed, ends := w.groups.arrange()
	w.spare = w.spare[:0]
	for _, i := range placed {
		w.spare = append(w.spare, w.entries[i])
	}
	return w.byPart(b, len(ends), func(lo, hi int) error {
		return w.emit(data, w.spare[endOf(ends, lo):endOf(ends, hi)])
	})
}

// index finds the records of the bucket.
func (w *shuffler) index(bucket []byte) {
	w.entries = w.entries[:0]
	if w.starts == nil {
		w.starts = make([]uint32, 0, 4096)
	}
	for base := 0; base < len(bucket); {
		// starts are of 32 bits; those of a stretch of the bucket fit.
		starts, n := w.format.AppendStarts(w.starts[:0], bucket[base:])
		last := len(starts) - 1
		for i := range last {
			w.entries = append(w.entries, newEntry(base+int(starts[i]), int(starts[i+1]-starts[i])))
		}
		w.entries = append(w.entries, newEntry(base+int(starts[last]), n-int(starts[last])))
		base += n
	}
}

// setKey makes keyBuf the key of a record, or of the front of one that is long: the
// scatterer has found its columns there.
func (w *shuffler) setKey(text []byte) (err error) {
	has := false
	w.keyBuf, has, err = w.key.append(w.keyBuf[:0], text, false, 0)
	w.alone = w.key.alone(has)
	return err
}

// shuffleGroups shuffles the groups of bucket b.
func (w *shuffler) shuffleGroups(b int) {
	g := &w.groups
	g.groups = g.groups[:0]
	for id := range g.sizes {
		g.groups = append(g.groups, uint32(id))
	}
	order.ShuffleBucket(&w.order, *w.opt.Seed, w.lowest+b, g.groups)
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
			w.out.Flush()
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

// ahead is how many records of a mapped file are touched before they are copied.
// To touch many at once lets their way from memory to the cache overlap.
const ahead = 64

// line is the size of a line of the cache.
const line = 64

// emit puts the records of data on pages in the order of their entries. To save
// calls, short records are copied as 16 bytes, of which only the first ones count,
// where the memory of data and the page reach so far.
func (w *shuffler) emit(data []byte, entries []entry) error {
	page, err := w.out.Page()
	if err != nil {
		return err
	}
	if len(page.bufs) > 1 || w.strata != nil {
		return w.emitRecords(data, entries)
	}
	buf, n := page.bufs[0], page.n[0]
	touched, mapped := byte(0), w.mapped != nil
	for i, e := range entries {
		if mapped && i%ahead == 0 {
			for _, e := range entries[i:min(i+ahead, len(entries))] {
				start := int(e >> lengthBits)
				last := min(start+int(e&longRecord), len(data)) - 1
				touched ^= data[start] ^ data[min(start+line, last)] ^ data[last]
			}
		}
		start, length := int(e>>lengthBits), int(e&longRecord)
		if length <= slack && n+slack <= len(buf) && start+slack <= cap(data) {
			src, dst := data[start:start+slack], buf[n:n+slack]
			head, foot := binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[8:])
			binary.LittleEndian.PutUint64(dst, head)
			binary.LittleEndian.PutUint64(dst[8:], foot)
			n += length
			continue
		}
		record := e.record(data, w.format)
		if n+len(record) <= len(buf) {
			n += copy(buf[n:], record)
			continue
		}
		page.n[0] = n
		if err := w.put(0, record); err != nil {
			return err
		}
		if page, err = w.out.Page(); err != nil {
			return err
		}
		buf, n = page.bufs[0], page.n[0]
	}
	page.n[0], page.part = n, w.part
	w.touched ^= touched
	return nil
}

// emitRecords is emit for sources in step, where the output of each gets its share of a
// record, and for strata.
func (w *shuffler) emitRecords(data []byte, entries []entry) error {
	for _, e := range entries {
		record := e.record(data, w.format)
		if err := w.classify(record); err != nil {
			return err
		}
		for t := range w.parts.tracks {
			n := w.parts.each.Length(record)
			if err := w.put(t, record[:n]); err != nil {
				return err
			}
			record = record[n:]
		}
	}
	return nil
}

// countClass counts a group that begins with a record, or the front of one, in its class, if there are
// strata and classes are counted.
func (w *shuffler) countClass(text []byte) (err error) {
	if w.strata == nil || w.parts != nil {
		return nil
	}
	if w.keyBuf, _, err = w.strata.key.append(w.keyBuf[:0], text, false, 0); err != nil {
		return err
	}
	return w.strata.add(w.keyBuf)
}

// classify finds the class of the record that is put on pages next, if there are strata. Of
// a long record the front is enough. Records of a group follow each other, and go where the first one goes.
func (w *shuffler) classify(text []byte) (err error) {
	s := w.strata
	if s == nil {
		return nil
	}
	if w.key != nil {
		if err := w.setKey(text); err != nil {
			return err
		}
		if w.inGroup && !w.alone && bytes.Equal(w.keyBuf, w.group) {
			w.class = -1
			return nil
		}
		w.group, w.inGroup = append(w.group[:0], w.keyBuf...), true
	}
	if w.keyBuf, _, err = s.key.append(w.keyBuf[:0], text, false, 0); err != nil {
		return err
	}
	id, ok := s.ids[order.StratumHash(s.seed, w.keyBuf)]
	if !ok {
		return errors.New("a record is not what it was when it was counted")
	}
	s.meet(id, w.keyBuf)
	w.class = id
	return nil
}

// put adds bytes to what goes to the output of a track.
func (w *shuffler) put(t int, b []byte) error {
	for len(b) > 0 {
		page, err := w.out.Page()
		if err != nil {
			return err
		}
		page.part = w.part
		n := copy(page.bufs[t][page.n[t]:], b)
		page.n[t] += n
		if w.strata != nil && n > 0 {
			page.marks = append(page.marks, mark{w.class, t, n})
			w.class = -1
		}
		if b = b[n:]; len(b) > 0 || len(page.marks) == mostMarks {
			w.out.Flush()
		}
	}
	return nil
}

// shuffleIntegers shuffles bucket b, whose indices are in segments, and puts the text of
// its integers on pages.
func (w *shuffler) shuffleIntegers(b int) error {
	w.indices = w.indices[:0]
	for _, seg := range w.segs {
		w.indices = append(w.indices, indicesIn(seg)...)
	}
	order.ShuffleBucket(&w.order, *w.opt.Seed, b, w.indices)
	return w.byPart(b, w.tally.wanted(b, len(w.indices)), func(lo, hi int) error {
		for rest := w.indices[lo:hi]; len(rest) > 0; {
			page, err := w.out.Page()
			if err != nil {
				return err
			}
			page.part = w.part
			free := page.bufs[0][page.n[0]:]
			n := min(len(rest), (len(free)-decimalSlack)/w.integers.width)
			if n < 1 {
				w.out.Flush()
				continue
			}
			page.n[0] += putIntegers(free, w.integers.lo, rest[:n], separator(w.opt.NUL))
			rest = rest[n:]
		}
		return nil
	})
}
