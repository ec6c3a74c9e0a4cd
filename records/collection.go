package records

import (
	"context"
	"errors"
	"io"
	"math"
	"sync"

	"github.com/yates-shuffle/yates/order"
)

// A Collection is records that have been read and scattered, in memory or in a
// temporary file. It must not be used by several goroutines at the same time.
type Collection struct {
	opt    Options
	store  *store
	format format                // of what is kept
	each   format                // of the records of one source
	tracks int                   // sources in step, or 1
	heads  [][]byte              // the header of each track
	column *Column               // GroupBy, with its number
	groups *[order.Buckets]int64 // of each bucket, when they have been counted
	mapped *mapping              // the input, if the store holds entries of its records
	cancel context.CancelCauseFunc
	stop   func() bool
}

// scatter reads all sources.
func (c *Collection) scatter(ctx context.Context, sources []Source) error {
	opt := c.opt
	in, err := newChunker(opt, &c.each, sources, &c.store.half)
	if err != nil {
		return err
	}
	defer in.close()
	workers, size := opt.Workers, opt.tune.chunk
	var progress *Progress // of the workers
	switch in := in.(type) {
	case *streamChunker, *stepChunker:
		workers = max(workers, 2) // one reads ahead
	case *fileChunker:
		progress = opt.Progress
		progress.willRead(in.total() - int64(len(in.head)))
		// The entries are a quarter of the records if they are as long as they
		// seem; if not, they are spilled.
		total := in.total()
		if total+total/4+int64(opt.tune.slab) <= opt.tune.memory && total < mostIndexed && !opt.tune.copy {
			if c.mapped, err = in.mapping(opt.fsys); err != nil {
				return err
			}
			if c.mapped != nil {
				c.store.memory -= total
				size *= 4 // as no buffer is needed, which is best in the cache
				in.size = int64(size)
			}
		}
	}
	resolved := sync.OnceValues(func() (*Column, error) {
		column, err := opt.GroupBy.resolve(&c.format, in.headers()[0])
		return &column, err
	})
	err = parallel(ctx, c.cancel, workers, func() error {
		w := &scatterer{
			seed: opt.Seed, format: &c.format, store: c.store, mapped: c.mapped,
			size: size, most: size / bytesPerRecord, progress: progress,
		}
		if opt.GroupBy != nil {
			w.resolve = resolved
		}
		return w.work(ctx, in)
	})
	if e := c.store.finish(); err == nil {
		err = e
	}
	if err == nil {
		err = c.mapped.check()
	}
	if c.store.limited { // it holds records, not entries
		c.mapped.close()
		c.mapped = nil
	}
	if err == nil && opt.GroupBy != nil {
		c.column, err = resolved()
	}
	c.heads = in.headers()
	return err
}

// Records returns the number of records that were read.
func (c *Collection) Records() int64 { return c.store.records }

// Spilled returns how many bytes went to the temporary file.
func (c *Collection) Spilled() int64 { return c.store.end }

// Write writes the header and the records, or the head of them that was asked
// for, in the order that the seed gives. It may be called once. Where w is the
// input itself, opened to be written over, the input is copied first.
func (c *Collection) Write(ctx context.Context, w io.Writer) error {
	if c.tracks > 1 {
		return errors.New("files in step are written by WriteParts")
	}
	sizes := onePart
	if c.opt.GroupBy != nil && c.opt.Head > 0 {
		sizes = []int64{c.opt.Head}
	}
	return c.WriteParts(ctx, sizes, func(int) ([]io.Writer, error) { return []io.Writer{w}, nil })
}

// Len returns how many records the order has, or groups with GroupBy, or as many
// as Head says if that is less. It counts groups the first time: for that, all
// that was spilled is read.
func (c *Collection) Len(ctx context.Context) (n int64, err error) {
	if c.opt.GroupBy != nil {
		if c.groups == nil {
			counts := new([order.Buckets]int64)
			if err := c.gather(ctx, nil, counts); err != nil {
				return 0, err
			}
			c.groups = counts
		}
		for _, m := range c.groups {
			n += m
		}
	} else {
		n = c.store.records
	}
	if c.opt.Head > 0 {
		n = min(n, c.opt.Head)
	}
	return n, nil
}

// WriteParts writes the order in parts of the given sizes, in records, or groups
// with GroupBy; what is beyond them is not written. When all before is written
// it calls open with the number of the next part, which returns its output, or
// those of the files in step. Each part begins with the header; one of size 0, too.
// It may be called once. An output of the first part may be the input itself, opened
// to be written over; one of a later part is an error. Without Options.Parts there
// can be one part only, unless there is GroupBy.
func (c *Collection) WriteParts(ctx context.Context, sizes []int64, open func(part int) ([]io.Writer, error)) error {
	p := &parts{tracks: c.tracks, each: &c.each, heads: c.heads, open: open, mapped: c.mapped, progress: c.opt.Progress}
	end := int64(0)
	for _, n := range sizes {
		if n < 0 {
			return errors.New("the size of a part is negative")
		}
		end += min(n, math.MaxInt64-end)
		p.ends = append(p.ends, end)
	}
	if len(sizes) == 0 {
		return nil
	}
	whole := true
	if len(sizes) > 1 || sizes[0] != onePart[0] {
		counts := &c.store.count
		if c.opt.GroupBy != nil {
			if _, err := c.Len(ctx); err != nil {
				return err
			}
			counts = c.groups
		} else if !c.store.counted {
			return errors.New("records were collected without Options.Parts")
		}
		for b, n := range counts[:order.Buckets-1] {
			p.first[b+1] = p.first[b] + n
		}
		const last = order.Buckets - 1
		whole = end >= p.first[last]+counts[last]
	}
	c.opt.Progress.willWrite(c.toWrite(len(sizes), whole))
	// The first outputs are opened while nobody reads what is mapped.
	if err := p.enter(0); err != nil {
		return err
	}
	if err := c.gather(ctx, p, nil); err != nil {
		return err
	}
	return p.enter(len(sizes) - 1)
}

// gather shuffles the buckets and writes them, or counts the groups of each.
func (c *Collection) gather(ctx context.Context, p *parts, counts *[order.Buckets]int64) error {
	s, opt := c.store, c.opt
	gctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.ctx = gctx
	g := &gathering{
		seed: opt.Seed, format: &c.format, column: c.column, store: s, parts: p, counts: counts, ctx: gctx,
		mapped: c.mapped, big: opt.tune.bigHere,
	}
	g.changed.L = &g.mu
	defer context.AfterFunc(gctx, func() { g.wake(); s.wake() })()

	limit := int64(0)
	if len(s.spilled) > 0 {
		g.big = opt.tune.big
		s.arena.trim()
		s.arena.slabSize = int(opt.tune.group)
		limit = 3 * opt.tune.group
	}
	groups := g.plan(opt.tune.group, int64(opt.tune.unit))
	var loading sync.WaitGroup
	loading.Go(func() {
		if err := g.load(groups, limit); err != nil {
			cancel(err)
		}
	})
	bufSize := int64(opt.tune.out)
	if c.mapped == nil {
		bufSize = min(bufSize, s.bytes+slack)
	} else {
		bufSize = min(bufSize, int64(len(c.mapped.data))+slack)
	}
	const least = 4 << 10 // of the buffers of a worker, which files in step share
	bufSize = max(bufSize/int64(c.tracks), min(bufSize, least))
	err := parallel(gctx, cancel, min(opt.Workers, max(len(g.units), 1)), func() error {
		return newShuffler(g, bufSize).work()
	})
	loading.Wait()
	for _, group := range groups { // that were not done, after an error
		if group.mem != nil {
			s.arena.put(group.mem)
		}
	}
	if err == nil {
		err = c.mapped.check()
	}
	return err
}

// Close gives back the memory and the temporary file. After an error of Write,
// too, it must be called.
func (c *Collection) Close() error {
	c.cancel(nil)
	c.stop()
	c.mapped.close()
	return c.store.close()
}
