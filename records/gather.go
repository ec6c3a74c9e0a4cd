package records

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/yates-shuffle/yates/order"
)

// A gathering shuffles the buckets and writes them: Order 1's second and third
// step. The buckets are dealt with in units, by all workers at the same time;
// each unit is written when its turn comes.
type gathering struct {
	seed   order.Seed
	format *format
	column *Column // of the key of groups, or nil
	store  *store
	mapped *mapping // the input, if the buckets hold entries of its records
	parts  *parts   // nil: the groups of each bucket are only counted
	counts *[order.Buckets]int64
	ctx    context.Context
	big    int64 // a bucket of more bytes than this is not held in memory

	units   []unit
	claimed atomic.Int64

	mu      sync.Mutex
	changed sync.Cond
	turn    int
}

// A unit is neighbouring buckets of one group: lo, …, hi−1.
type unit struct {
	lo, hi int
	group  *group
}

// A group is neighbouring buckets that are in memory at the same time.
type group struct {
	lo, hi int
	bytes  int64
	ready  chan struct{} // closed when the buckets can be read
	left   atomic.Int64  // units to be done
	mem    slab          // what was read from the spill file
	at     []int64       // where the part of each run begins in mem
}

// bucketBytes returns the size of bucket b.
func (s *store) bucketBytes(b int) (n int64) {
	for _, r := range s.spilled {
		n += r.start[b+1] - r.start[b]
	}
	for _, p := range s.run.pieces {
		n += int64(p.startOf(b+1) - p.startOf(b))
	}
	return n
}

// plan divides the buckets that are wanted into groups of at most groupSize
// bytes and units of about unitSize; a bucket is never divided, and one that is
// big is a group of its own, which needs no memory.
//
// Where the buckets hold entries, a unit has so many that their records have that
// size, and no bucket is big.
func (g *gathering) plan(groupSize, unitSize int64) (groups []*group) {
	if g.mapped != nil {
		mean := int64(len(g.mapped.data)) / max(g.store.records, 1)
		unitSize = max(unitSize/max(mean, 1), 1) * int64(entryBytes)
		g.big = math.MaxInt64
	}
	var cur *group
	unitBytes := int64(0)
	for b := range g.store.top + 1 {
		n := g.store.bucketBytes(b)
		if n == 0 {
			continue
		}
		spilled := len(g.store.spilled) > 0
		fresh := cur == nil || spilled && (cur.bytes+n > groupSize || n > g.big || g.alone(cur))
		if fresh {
			cur = &group{lo: b, ready: make(chan struct{})}
			groups = append(groups, cur)
		}
		if fresh || unitBytes+n > unitSize {
			g.units = append(g.units, unit{lo: b, group: cur})
			cur.left.Add(1)
			unitBytes = 0
		}
		cur.bytes += n
		cur.hi = b + 1
		unitBytes += n
		g.units[len(g.units)-1].hi = b + 1
	}
	return groups
}

// alone tells whether the group is one big bucket, which is read bit by bit.
func (g *gathering) alone(group *group) bool { return group.bytes > g.big && group.hi == group.lo+1 }

// load reads the groups from the spill file, one after the other, each when
// there is memory for it.
func (g *gathering) load(groups []*group, limit int64) error {
	s := g.store
	for _, group := range groups {
		if len(s.spilled) == 0 || g.alone(group) {
			close(group.ready)
			continue
		}
		var err error
		if group.mem, limit, err = s.memoryFor(group, limit); err != nil {
			return err
		}
		at := int64(0)
		for _, r := range s.spilled {
			from, to := r.start[group.lo], r.start[group.hi]
			group.at = append(group.at, at)
			if err := s.read(group.mem[at:at+to-from], from); err != nil {
				return err
			}
			if g.parts != nil {
				// What is in memory now need not reach the disk any more, and
				// its room is there for the output.
				s.fsys.Discard(s.file, from, to-from)
			}
			at += to - from
		}
		close(group.ready)
	}
	return nil
}

// memoryFor waits until there is memory for a group. It returns the limit, which
// it raises where the group alone is larger.
func (s *store) memoryFor(group *group, limit int64) (slab, int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		if err := s.ctx.Err(); err != nil {
			return nil, limit, err
		}
		b, err := s.arena.get(int(group.bytes), limit)
		switch {
		case err != nil:
			return nil, limit, err
		case b != nil:
			s.pending++
			return b, limit, nil
		case s.pending > 0:
			s.changed.Wait()
		default: // nothing is in use, so nothing will come back
			s.arena.trim()
			limit = max(limit, group.bytes, int64(s.arena.slabSize))
		}
	}
}

// done gives back the memory of a group when its last unit is done.
func (g *gathering) done(group *group) {
	if group.left.Add(-1) > 0 || group.mem == nil {
		return
	}
	s := g.store
	s.arena.put(group.mem)
	group.mem = nil
	s.mu.Lock()
	s.pending--
	s.mu.Unlock()
	s.changed.Broadcast()
}

// read fills b from the spill file.
func (s *store) read(b []byte, at int64) error {
	if len(b) == 0 {
		return nil
	}
	if n, err := s.file.ReadAt(b, at); n < len(b) {
		return fmt.Errorf("reading a temporary file in %s: %w", s.dir, cause(err))
	}
	return nil
}

// segments appends the parts of bucket b, in input order.
func (g *gathering) segments(dst [][]byte, group *group, b int) [][]byte {
	for i, r := range g.store.spilled {
		base := group.at[i] - r.start[group.lo]
		dst = append(dst, group.mem[base+r.start[b]:base+r.start[b+1]])
	}
	for _, p := range g.store.run.pieces {
		dst = append(dst, p.bucket(b))
	}
	return dst
}

// await waits for a unit's turn to be written.
func (g *gathering) await(u int) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.turn != u && g.ctx.Err() == nil {
		g.changed.Wait()
	}
	return g.ctx.Err()
}

// wake lets those that wait see that the context is done.
func (g *gathering) wake() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.changed.Broadcast()
}

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

// slack is how far a copy of a short record may reach beyond it.
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
		bucket := w.bucket[:0]
		for _, seg := range w.segs {
			bucket = append(bucket, seg...)
		}
		w.index(bucket)
		data = bucket[:len(bucket)+slack]
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

// ahead is how many records of a mapped file are touched before they are copied.
// To touch many at once lets their way from memory to the cache overlap.
const ahead = 64

// line is the size of a line of the cache.
const line = 64

// emit puts the records of data into the buffer in the order of their entries.
// To save calls, short records are copied as 16 bytes, of which only the first
// ones count, where data and the buffer reach so far.
func (w *shuffler) emit(data []byte, entries []entry) error {
	if len(w.bufs) > 1 {
		return w.emitInStep(data, entries)
	}
	buf, n := w.bufs[0].buf, w.bufs[0].n
	touched := byte(0)
	for i, e := range entries {
		if w.mapped != nil && i%ahead == 0 {
			for _, e := range entries[i:min(i+ahead, len(entries))] {
				start := int(e >> lengthBits)
				touched ^= data[start] ^ data[min(start+line, len(data)-1)]
			}
		}
		start, length := int(e>>lengthBits), int(e&longRecord)
		if length <= slack && n+slack <= len(buf) && start+slack <= len(data) {
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
		w.bufs[0].n = n
		if err := w.put(0, record); err != nil {
			return err
		}
		n = w.bufs[0].n
	}
	w.bufs[0].n, w.touched = n, w.touched^touched
	return nil
}

// emitInStep is emit for files in step: each gets its part of a record.
func (w *shuffler) emitInStep(data []byte, entries []entry) error {
	for _, e := range entries {
		record := e.record(data, w.format)
		for t := range w.bufs {
			n := w.parts.each.length(record)
			if err := w.put(t, record[:n]); err != nil {
				return err
			}
			record = record[n:]
		}
	}
	return nil
}

// put adds a record to the page of a file.
func (w *shuffler) put(t int, record []byte) error {
	p := &w.bufs[t]
	if p.n+len(record) > len(p.buf) {
		if err := w.flush(); err != nil {
			return err
		}
		if len(record) > len(p.buf) {
			return w.writeLong(t, record)
		}
	}
	p.n += copy(p.buf[p.n:], record)
	return nil
}

// flush writes what is buffered, when it is its turn.
func (w *shuffler) flush() error {
	for t := range w.bufs {
		p := &w.bufs[t]
		n := p.n
		p.n = 0
		if n == 0 {
			continue
		}
		if err := w.write(t, p.buf[:n]); err != nil {
			return err
		}
	}
	return nil
}

// writeLong writes a record that does not fit into the page of a file, which is
// empty. What is mapped goes through the page all the same: in the hands of the
// output a fault could not be told from an error of its own, or would end the
// program.
func (w *shuffler) writeLong(t int, record []byte) error {
	if w.mapped == nil {
		return w.write(t, record)
	}
	buf := w.bufs[t].buf
	for len(record) > 0 {
		n := copy(buf, record)
		if err := w.write(t, buf[:n]); err != nil {
			return err
		}
		record = record[n:]
	}
	return nil
}

func (w *shuffler) write(t int, b []byte) error {
	if err := w.await(w.unit); err != nil {
		return err
	}
	if err := w.parts.enter(w.part); err != nil {
		return err
	}
	return w.parts.write(t, b)
}
