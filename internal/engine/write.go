package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"slices"

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/gather"
	"github.com/yates-shuffle/yates/internal/engine/page"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// Len returns the number of records in the order, or of groups if rows stay together, but at most
// Head. The first call counts the groups, which reads everything that was spilled.
func (c *Collection) Len(ctx context.Context) (n uint64, err error) {
	switch {
	case c.closed:
		return 0, fs.ErrClosed
	case c.integers.Large():
		n = c.integers.N
	case c.plan.layout.Groups == nil:
		n = uint64(c.tally.Records)
	default:
		if err := c.count(ctx); err != nil {
			return 0, err
		}
		for _, m := range c.groups {
			n += uint64(m)
		}
	}
	if c.opt.Head > 0 {
		n = min(n, uint64(c.opt.Head))
	}
	return n, nil
}

// Write writes the header and the records, or their head, in the order that the seed
// gives. If w is the input itself, opened for overwriting, Write copies the input first.
func (c *Collection) Write(ctx context.Context, w io.Writer) error {
	sizes := []int64{page.NoEnd}
	if c.plan.layout.Dealer != nil || c.opt.Shares != nil {
		n, err := c.Len(ctx)
		if err != nil {
			return err
		}
		sizes = []int64{int64(n)}
	}
	to := []io.Writer{w}
	if skip := c.opt.Skip; skip > 0 && !c.integers.Large() {
		sizes, to = []int64{skip, max(sizes[0]-skip, 0)}, []io.Writer{io.Discard, w}
	}
	return c.writeSizes(ctx, sizes, func(part int) (io.Writer, error) { return to[part], nil })
}

// All returns an iterator over the records, each with its separator, without the header. It writes the collection.
// An error comes last, without a record. A record is valid until the next iteration.
func (c *Collection) All(ctx context.Context) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		next, stop := c.Pull(ctx)
		defer stop()
		for record, err := next(); record != nil || err != nil; record, err = next() {
			if !yield(record, err) || err != nil {
				return
			}
		}
	}
}

// Pull is [Collection.All] where each record is asked for: next returns nil behind the last one. It is faster than
// iter.Pull2, as it changes from one coroutine to the other once a page. Call stop, or next until it returns an error
// or nil.
func (c *Collection) Pull(ctx context.Context) (next func() ([]byte, error), stop func()) {
	kind := c.opt.archive()
	c.head, c.framed = nil, true
	pages, stop := iter.Pull2(func(yield func([]byte, error) bool) {
		if err := c.Write(ctx, pageYielder(yield)); err != nil && !errors.Is(err, errEnough) {
			yield(nil, err)
		}
	})
	s, more := record.NewSplitter(c.format), true
	var bare bytes.Buffer
	return func() (record []byte, err error) {
		for record = s.Next(!more); record == nil && more; record = s.Next(!more) {
			var data []byte
			if data, err, more = pages(); err != nil {
				return nil, err
			}
			if s.Add(data); c.opt.Longest > 0 && s.Begun() > c.opt.Longest {
				return nil, &failure.LongError{Most: c.opt.Longest}
			}
		}
		if kind != nil && record != nil {
			bare.Reset()
			frameless := archive.Writer{To: &bare}
			frameless.Write(record)
			record = bare.Bytes()
		}
		return record, nil
	}, stop
}

// errEnough says that no more records are wanted.
var errEnough = errors.New("the loop has ended")

// A pageYielder yields what is written to it.
type pageYielder func([]byte, error) bool

func (yield pageYielder) Write(b []byte) (int, error) {
	if !yield(b, nil) {
		return 0, errEnough
	}
	return len(b), nil
}

// WriteParts writes the order in parts of the given sizes, in records, or in groups if rows stay together. It does not
// write the rest of the order. Before each part, it calls open with the part's number, which returns the output of the
// part. Each part begins with the header, even if its size is 0. The output of the first part may be the input itself,
// opened for overwriting; in a later part that is an error. Without Options.Parts or groups there must be only one
// part. If classes or keys decide the parts, all outputs are opened before anything is written, and each record is
// written by itself, in the order: so outputs should have buffers, and may be shared by parts.
func (c *Collection) WriteParts(ctx context.Context, sizes []int64, open func(part int) (io.Writer, error)) error {
	if c.opt.Skip > 0 && len(sizes) > 0 && slices.Max(sizes) > 0 {
		return (ask.Skip | ask.Parts).Check()
	}
	return c.writeSizes(ctx, sizes, open)
}

// writeSizes is WriteParts, also where records are skipped.
func (c *Collection) writeSizes(ctx context.Context, sizes []int64, open func(part int) (io.Writer, error)) error {
	dealer := c.plan.layout.Dealer
	switch {
	case c.closed:
		return fs.ErrClosed
	case len(sizes) == 0:
		return nil
	case slices.Min(sizes) < 0:
		return errors.New("the size of a part is negative")
	case c.integers.Large():
		return c.writeSample(ctx, sizes, open)
	}
	if dealer == nil {
		return c.writeParts(ctx, sizes, c.newParts(open))
	}
	if err := c.count(ctx); err != nil {
		return err
	}
	if err := dealer.Divide(sizes); err != nil {
		return err
	}
	return c.deal(ctx, len(sizes), c.newParts(open))
}

// WriteEach writes the first n records of each of the Classes, as one part, in their order.
func (c *Collection) WriteEach(ctx context.Context, n int64, open func(part int) (io.Writer, error)) error {
	strata := c.strata()
	switch {
	case c.closed:
		return fs.ErrClosed
	case strata == nil:
		return errors.New("WriteEach is for Classes")
	}
	if err := c.count(ctx); err != nil {
		return err
	}
	strata.Take(n)
	return c.deal(ctx, 1, c.newParts(open))
}

// writeSample writes the head of a large range, which is one part.
func (c *Collection) writeSample(ctx context.Context, sizes []int64, open func(part int) (io.Writer, error)) error {
	if len(sizes) > 1 {
		return errors.New("more than 2³² integers cannot be divided")
	}
	p := c.newParts(open)
	if sizes[0] == 0 {
		return p.Enter(0)
	}
	k := min(c.integers.N, uint64(sizes[0]), uint64(c.opt.Head))
	all := c.largeRange(p)
	draw, need, err := all.Sample(*c.opt.Seed, k, uint64(c.opt.Skip), c.opt.Memory)
	if err != nil {
		return err
	}
	c.opt.Memory -= need
	return all.Write(ctx, draw)
}

// newParts returns parts that open opens.
func (c *Collection) newParts(open func(part int) (io.Writer, error)) *page.Parts {
	p := &page.Parts{Head: c.head, Open: open, Input: c.kept.Input(), Progress: c.opt.Progress, Skip: c.opt.Skip,
		Stubs: c.plan.stub != nil}
	if !c.framed {
		p.Archive = c.opt.archive()
	}
	return p
}

// writeParts writes parts that stand one after the other.
func (c *Collection) writeParts(ctx context.Context, sizes []int64, p *page.Parts) error {
	end, most := int64(0), cmp.Or(c.opt.Head, page.NoEnd)
	for _, n := range sizes {
		end += min(n, most-end)
		p.Ends = append(p.Ends, end)
	}
	whole := true
	if len(sizes) > 1 || end < page.NoEnd {
		counts := &c.tally.Count
		if err := c.count(ctx); err != nil {
			return err
		}
		if c.groups != nil {
			counts = c.groups
		}
		for b, n := range counts[:order.Buckets-1] {
			p.First[b+1] = p.First[b] + n
		}
		const last = order.Buckets - 1
		whole = end >= p.First[last]+counts[last]
	}
	// The first output is opened while nobody reads the mapping.
	return c.write(ctx, p, 0, len(sizes), whole)
}

// deal deals the records to so many parts: all are open at the same time.
func (c *Collection) deal(ctx context.Context, parts int, p *page.Parts) error {
	dealer := c.plan.layout.Dealer
	p.Ends, p.Deal = []int64{page.NoEnd}, dealer.Deal
	return c.write(ctx, p, parts-1, parts, dealer.Whole())
}

// write writes so many parts, of which those up to first are open from the beginning on. The parts are the whole
// order, or not all of it.
func (c *Collection) write(ctx context.Context, p *page.Parts, first, parts int, whole bool) error {
	total := int64(0) // not known, as the size of some records is not
	if whole && c.tally.All() && c.opt.Skip == 0 {
		total = c.Bytes() + int64(parts)*int64(len(c.head))
	}
	c.opt.Progress.WillWrite(total, 0)
	return p.Fill(first, parts-1, func() error { return c.gatherer().Write(ctx, p) })
}

// count counts the groups of each bucket, if there are groups, unless that has been done.
func (c *Collection) count(ctx context.Context) (err error) {
	if c.plan.layout.Groups == nil || c.groups != nil {
		return nil
	}
	counts, err := c.gatherer().Count(ctx)
	if err == nil {
		c.groups = counts
	}
	return err
}

// gatherer returns what goes through the buckets.
func (c *Collection) gatherer() *gather.Gatherer {
	t := &c.opt.tune
	return &gather.Gatherer{Layout: c.plan.layout, Store: c.store, Kept: c.kept, Records: c.tally.Records,
		Workers: c.opt.Workers, Sizes: gather.Sizes{Unit: t.unitSize, Page: t.pageSize, Pages: t.pages,
			Batch: t.batchSize, Big: t.big, BigUnspilled: t.bigUnspilled, Long: t.long}}
}
