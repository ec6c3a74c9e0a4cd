package records

import (
	"context"
	"fmt"
	"math"
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
