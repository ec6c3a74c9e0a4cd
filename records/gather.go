package records

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/internal/input"
	"github.com/yates-shuffle/yates/records/internal/record"
	"github.com/yates-shuffle/yates/records/internal/spill"
	"github.com/yates-shuffle/yates/records/internal/turns"
)

// A gathering shuffles the buckets and writes them: Order 1's second and third
// step. Workers shuffle units of neighbouring buckets side by side, and what they
// make is written in order. What was spilled is read meanwhile, in larger groups of
// buckets, as there is memory for them.
type gathering struct {
	ctx    context.Context
	seed   order.Seed
	format *record.Format
	key    *record.Key // of groups, or nil
	store  *spill.Store
	tally  *tally
	mapped *input.Mapping        // the input, if the buckets hold entries of its records
	parts  *parts                // nil: the groups of each bucket are only counted
	counts *[order.Buckets]int64 // of groups
	big    int64                 // a bucket of more bytes than this is not held in memory

	groups  []*group
	units   []unit
	claimed int
}

// A unit is neighbouring buckets of one group: lo, …, hi−1. One worker makes it.
type unit struct {
	lo, hi int
	group  *group
}

// A group is neighbouring buckets that are in memory at the same time.
type group struct {
	lo, hi int
	bytes  int64
	ready  chan struct{} // closed when the buckets can be read
	loaded *spill.Group
	left   atomic.Int64 // units to be done
}

// gather shuffles the buckets and writes them, or counts the groups of each.
func (c *Collection) gather(ctx context.Context, p *parts, counts *[order.Buckets]int64) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	opt := &c.opt
	g := &gathering{
		ctx: ctx, seed: *opt.Seed, format: c.format, key: c.key, store: c.store, tally: c.tally, parts: p, counts: counts,
		mapped: c.mapped, big: opt.tune.bigHere,
	}
	if c.store.Spilled() > 0 {
		g.big = opt.tune.big
		c.store.Arena.Reset(int(opt.tune.group), 3*opt.tune.group)
	}
	g.plan(opt.tune.group, int64(opt.tune.unit))

	makers := make([]turns.Maker[*page], min(opt.Workers, max(len(g.units), 1)))
	for i := range makers {
		makers[i] = &shuffler{gathering: g}
	}
	write := func(*page) error { return nil }
	if p != nil {
		write = p.write
	}
	pages := make([]*page, len(makers)+opt.tune.pages)
	size := c.pageSize()
	for i := range pages {
		pages[i] = newPage(c.tracks, size)
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
	for _, group := range g.groups { // that were not done, after an error
		if group.loaded != nil {
			group.loaded.Release()
		}
	}
	if err == nil {
		err = c.mapped.Check()
	}
	return err
}

// pageSize returns the size of a page's buffer for each of the sources in step:
// no more than there is to be written.
func (c *Collection) pageSize() int {
	size, all := int64(c.opt.tune.page), c.store.Bytes()
	if c.mapped != nil {
		all = int64(len(c.mapped.Data))
	}
	size = min(size, all+slack)
	const least = 4 << 10
	return int(max(size/int64(c.tracks), min(size, least)))
}

// plan divides the buckets that are wanted into groups of at most groupSize
// bytes and units of about unitSize; a bucket is never divided, and one that is
// big is a group of its own, which needs no memory.
//
// Where the buckets hold entries, a unit has so many that their records have that
// size, and no bucket is big.
func (g *gathering) plan(groupSize, unitSize int64) {
	if g.mapped != nil {
		mean := int64(len(g.mapped.Data)) / max(g.tally.records, 1)
		unitSize = max(unitSize/max(mean, 1), 1) * int64(entryBytes)
		g.big = math.MaxInt64
	}
	var cur *group
	unitBytes := int64(0)
	spilled := g.store.Spilled() > 0
	for b := range g.store.Buckets() {
		n := g.store.Size(b)
		if n == 0 {
			continue
		}
		fresh := cur == nil || spilled && (cur.bytes+n > groupSize || n > g.big || g.alone(cur))
		if fresh {
			cur = &group{lo: b, ready: make(chan struct{})}
			g.groups = append(g.groups, cur)
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
}

// alone reports whether the group is one big bucket, which is read bit by bit.
func (g *gathering) alone(group *group) bool { return group.bytes > g.big && group.hi == group.lo+1 }

// load loads the groups, one after the other.
func (g *gathering) load() (err error) {
	for _, group := range g.groups {
		if !g.alone(group) {
			if group.loaded, err = g.store.Load(g.ctx, group.lo, group.hi, g.parts != nil); err != nil {
				return err
			}
		}
		close(group.ready)
	}
	return nil
}

// done gives back the memory of a group when its last unit is done.
func (g *group) done() {
	if g.left.Add(-1) == 0 && g.loaded != nil {
		g.loaded.Release()
	}
}
