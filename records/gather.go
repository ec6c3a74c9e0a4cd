package records

import (
	"context"
	"math"
	"sync/atomic"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/internal/spill"
)

// A gathering shuffles the buckets and writes them: Order 1's second and third
// step. Workers shuffle units of neighbouring buckets side by side, and what they
// make is written in order. What was spilled is read meanwhile, in larger batches of
// buckets, as there is memory for them.
type gathering struct {
	*bucketed
	ctx    context.Context
	parts  *parts                // nil: the groups of each bucket are only counted
	counts *[order.Buckets]int64 // of groups
	strata *strata               // or nil
	big    int64                 // a bucket of more bytes than this is not held in memory

	batches []*batch
	units   []unit
	claimed int
}

// A unit is neighbouring buckets of one batch: lo, …, hi−1. One worker makes it.
type unit struct {
	lo, hi int
	batch  *batch
}

// A batch is neighbouring buckets that are in memory at the same time.
type batch struct {
	lo, hi int
	bytes  int64
	ready  chan struct{} // closed when the buckets can be read
	loaded *spill.Group
	left   atomic.Int64 // units to be done
}

// plan divides the buckets that are wanted into batches of at most batchSize
// bytes and units of about unitSize; a bucket is never divided, and one that is
// big is a batch of its own, which needs no memory.
//
// Where the buckets hold entries, a unit has so many that their records have that
// size, and no bucket is big.
func (g *gathering) plan(batchSize, unitSize int64) {
	switch {
	case g.mapped != nil:
		mean := int64(len(g.mapped.Data)) / max(g.tally.records, 1)
		unitSize = max(unitSize/max(mean, 1), 1) * int64(entryBytes)
		g.big = math.MaxInt64
	case g.integers != nil:
		unitSize = max(unitSize/int64(g.integers.width), 1) * int64(indexBytes)
		g.big = math.MaxInt64
	}
	var cur *batch
	unitBytes := int64(0)
	spilled := g.store.Runs() > 0
	for b := range g.store.Buckets() {
		n := g.store.Size(b)
		if n == 0 {
			continue
		}
		fresh := cur == nil || spilled && (cur.bytes+n > batchSize || g.isBig(b) || g.alone(cur))
		if fresh {
			cur = &batch{lo: b, ready: make(chan struct{})}
			g.batches = append(g.batches, cur)
		}
		if fresh || unitBytes+n > unitSize {
			g.units = append(g.units, unit{lo: b, batch: cur})
			cur.left.Add(1)
			unitBytes = 0
		}
		cur.bytes += n
		cur.hi = b + 1
		unitBytes += n
		g.units[len(g.units)-1].hi = b + 1
	}
}

// isBig reports whether bucket b is not to be held in memory, or not all of it is
// with the others.
func (g *gathering) isBig(b int) bool { return g.store.Size(b) > g.big || g.store.HasLong(b) }

// alone reports whether the batch is one big bucket, which is read bit by bit.
func (g *gathering) alone(batch *batch) bool { return batch.hi == batch.lo+1 && g.isBig(batch.lo) }

// load loads the batches, one after the other.
func (g *gathering) load() (err error) {
	for _, batch := range g.batches {
		if !g.alone(batch) {
			if batch.loaded, err = g.store.Load(g.ctx, batch.lo, batch.hi, g.parts != nil); err != nil {
				return err
			}
		}
		close(batch.ready)
	}
	return nil
}

// done gives back the memory of a batch when its last unit is done.
func (b *batch) done() {
	if b.left.Add(-1) == 0 && b.loaded != nil {
		b.loaded.Release()
	}
}
