// Package gather takes the records of a store out of their buckets and shuffles each, as Order 1 says. Units of
// neighbouring buckets become pages, and pages go to the parts of the output, in order.
package gather

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/yates-shuffle/yates/internal/engine/decimal"
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/kept"
	"github.com/yates-shuffle/yates/internal/engine/page"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/order"
)

// A Gatherer gathers what has been scattered. It goes through the buckets once to write, and once more to count groups.
type Gatherer struct {
	Layout
	Sizes
	Store   *spill.Store
	Kept    kept.Kept
	Records int64 // in all
	Workers int
}

// A Layout says how the records of a bucket are laid out, and where they go.
type Layout struct {
	Seed   order.Seed
	Groups *record.Key // of records that stay together; nil: each record is a group by itself
	Sorted bool        // groups are in the order of the hashes of their keys
	Shares order.Parts // of sorted keys that are wanted; nil: all
	Dealer Dealer      // nil: the parts are consecutive
}

// A Dealer deals records, or groups, to parts by their classes.
type Dealer interface {
	// Key returns the key by which records have classes.
	Key() *record.Key
	// Class returns the number of the class of records with a key. It is safe for concurrent use.
	Class(key []byte) (int32, error)
	// Deal returns the part of the next record, or group, of a class, or the number of parts if it is in none.
	Deal(class int32) (part int)
	// Divide begins the dealing to parts of these sizes.
	Divide(sizes []int64) error
	// Whole reports whether all records are in a part.
	Whole() bool
}

// Sizes are those of what is in memory, in bytes. None affects the result.
type Sizes struct {
	Unit, Page   int
	Pages        int   // that are written by workers and wait
	Batch        int64 // what is read of a store at a time
	Big          int64 // a larger bucket of records is not held in memory, if they were spilled
	BigUnspilled int64 // the same, if they were not
	Long         int64 // a longer record is not held in memory
}

// A pass goes once through the buckets of the store. Workers visit units of neighbouring buckets side by side, and the
// pages that they fill are delivered in order. What was spilled is read meanwhile, in larger batches of buckets, as
// there is memory for them.
type pass struct {
	*Gatherer
	input *input.Files // that are still read, or nil
	most  int64        // a bucket of more bytes than this is not held in memory
	last  bool         // nobody reads the store after this

	ctx     context.Context
	batches []*batch
	units   []unit
	claimed int
}

// A visit does something with bucket b, which is loaded or, if it is big, is to be had from the store.
type visit func(b int, loaded *spill.Loaded, out *turns.Out[*page.Page]) error

// A unit is neighbouring buckets of one batch: lo, …, hi−1. One worker visits it.
type unit struct {
	lo, hi int
	batch  *batch
}

// A batch is neighbouring buckets that are in memory at the same time.
type batch struct {
	lo, hi int
	bytes  int64
	ready  chan struct{} // closed when the buckets can be read
	loaded *spill.Loaded
	left   atomic.Int64 // units to be done
}

// Count returns how many groups each bucket has. If they have classes, it counts those.
func (g *Gatherer) Count(ctx context.Context) (*[order.Buckets]int64, error) {
	counts := new([order.Buckets]int64)
	strata, _ := g.Dealer.(*Strata)
	err := g.goThrough(ctx, false, func(p *pass) visit {
		c := &counter{pass: p, bucket: g.Kept.NewBucket().(*kept.Texts), counts: counts, strata: strata,
			groups: grouping{Layout: &g.Layout, most: g.Long}, sizes: map[scatter.Class]int64{}}
		if strata != nil {
			c.groups.first = c.classify
		}
		return c.visit
	}, nil)
	if err == nil && strata != nil {
		strata.Number()
	}
	return counts, err
}

// Write shuffles the buckets and writes them to the parts.
func (g *Gatherer) Write(ctx context.Context, parts *page.Parts) error {
	return g.goThrough(ctx, true, func(p *pass) visit {
		w := &shuffler{pass: p, parts: parts, pen: page.Pen{Marked: g.Dealer != nil}, bucket: g.Kept.NewBucket(),
			groups: grouping{Layout: &g.Layout, most: g.Long}}
		w.texts, _ = w.bucket.(*kept.Texts)
		return w.visit
	}, parts.Write)
}

// goThrough has workers, each with a visit of its own, go through the buckets, for the last time or not, and delivers
// their pages.
func (g *Gatherer) goThrough(ctx context.Context, last bool, newVisit func(*pass) visit,
	deliver func(*page.Page) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	p := &pass{Gatherer: g, input: g.Kept.Input(), last: last, ctx: ctx}
	big := g.BigUnspilled
	if g.Store.Runs() > 0 {
		big = g.Big
		g.Store.Arena.Reset(int(g.Batch), 3*g.Batch)
	}
	var unit int64
	unit, p.most = g.Kept.Limits(int64(g.Unit), big, g.Records)
	p.divide(unit)
	makers := make([]turns.Maker[*page.Page], min(g.Workers, max(len(p.units), 1)))
	for i := range makers {
		makers[i] = &worker{pass: p, visit: newVisit(p)}
	}
	size := min(int64(g.Page), g.Kept.Size(g.Store)+decimal.Slack) // no more than is to be written
	pages := page.New(len(makers)+g.Pages, int(size))
	var loading sync.WaitGroup
	loading.Go(func() {
		if err := p.load(); err != nil {
			cancel(err)
		}
	})
	defer func() { // after a panic of deliver, too
		cancel(nil) // so that loading ends
		loading.Wait()
		for _, batch := range p.batches { // that were not done
			if batch.loaded != nil {
				batch.loaded.Release()
			}
		}
	}()
	if err := turns.Run(ctx, makers, pages, deliver); err != nil {
		return err
	}
	return p.input.Check()
}

// divide divides the buckets that have records into batches of at most Batch bytes and units of about unitSize; a
// bucket is never divided, and one that is big is a batch of its own, which needs no memory.
func (p *pass) divide(unitSize int64) {
	var cur *batch
	inUnit := int64(0)
	spilled := p.Store.Runs() > 0
	for b := range p.Store.Buckets() {
		n := p.Store.Size(b)
		if n == 0 {
			continue
		}
		fresh := cur == nil || spilled && (cur.bytes+n > p.Batch || p.isBig(b) || p.alone(cur))
		if fresh {
			cur = &batch{lo: b, ready: make(chan struct{})}
			p.batches = append(p.batches, cur)
		}
		if fresh || inUnit+n > unitSize {
			p.units = append(p.units, unit{lo: b, batch: cur})
			cur.left.Add(1)
			inUnit = 0
		}
		cur.bytes += n
		cur.hi = b + 1
		inUnit += n
		p.units[len(p.units)-1].hi = b + 1
	}
}

// isBig reports whether bucket b is not to be held in memory, or not all of it is with the others.
func (p *pass) isBig(b int) bool { return p.Store.Size(b) > p.most || p.Store.HasLong(b) }

// alone reports whether the batch is one big bucket, which is read bit by bit.
func (p *pass) alone(batch *batch) bool { return batch.hi == batch.lo+1 && p.isBig(batch.lo) }

// load loads the batches, one after the other.
func (p *pass) load() (err error) {
	for _, batch := range p.batches {
		if !p.alone(batch) {
			if batch.loaded, err = p.Store.Load(p.ctx, batch.lo, batch.hi, p.last); err != nil {
				return err
			}
		}
		close(batch.ready)
	}
	return nil
}

// A worker visits units of a pass.
type worker struct {
	*pass
	visit visit
	unit  unit // that is being visited
}

// Claim takes the next unit.
func (w *worker) Claim() bool {
	p := w.pass
	if p.claimed == len(p.units) {
		return false
	}
	w.unit = p.units[p.claimed]
	p.claimed++
	return true
}

// Make visits its buckets.
func (w *worker) Make(out *turns.Out[*page.Page]) error {
	select {
	case <-w.unit.batch.ready:
	case <-w.ctx.Done():
		return context.Cause(w.ctx)
	}
	err := w.input.Guard(func() error {
		for b := w.unit.lo; b < w.unit.hi; b++ {
			if w.Store.Size(b) == 0 {
				continue
			}
			if err := w.visit(b, w.unit.batch.loaded, out); err != nil {
				return err
			}
		}
		return nil
	})
	w.unit.batch.done()
	return err
}

// done gives back the memory of a batch when its last unit is done.
func (b *batch) done() {
	if b.left.Add(-1) == 0 && b.loaded != nil {
		b.loaded.Release()
	}
}
