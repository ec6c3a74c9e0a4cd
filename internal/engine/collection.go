package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// A Collection holds records that have been read and scattered, in memory or in a
// temporary file. It is written once. It is not safe for concurrent use.
type Collection struct {
	found
	opt      Options
	format   *record.Format // of the records
	store    *spill.Store
	kept     kept      // what the store holds
	integers *integers // kept, or nil
	tally    *tally
	key      *keys                 // of groups, or nil
	groups   *[order.Buckets]int64 // of each bucket, when they have been counted
	strata   *strata               // or nil
	none     Without
	index    *index   // of an urn, or nil
	weights  *weights // of it, or nil
	members  *members // of its classes
	framed   bool     // what is written keeps its frames
	closed   bool
}

// newCollection returns a collection into which nothing has been scattered, if the options go with the sources, and
// with what else is asked for.
func newCollection(opt Options, sources []Source, others ask.Things) (*Collection, error) {
	all, err := rangeOf(sources)
	if err != nil {
		return nil, err
	}
	if all != nil {
		others |= ask.Integers
	}
	if slices.ContainsFunc(sources, func(s Source) bool { return s.Rows }) {
		opt.Format = Format{Kind: ask.CSV, Sole: true}
	}
	format, err := opt.setDefaults(others)
	if err != nil {
		return nil, err
	}
	c := &Collection{opt: opt, format: format, integers: all, kept: copies{format}}
	if all != nil {
		c.kept = all.written(&c.opt, format.Sep)
		c.writesNumbers()
	}
	return c, nil
}

// Collect reads and scatters the records of the sources. The collection must be
// closed. A file of longer records that fits into memory may stay in place and be
// read again by Write, which then fails if the file was truncated or overwritten
// meanwhile. Replacing the file or appending to it does no harm; overwriting and
// also appending is not detected.
func Collect(ctx context.Context, opt Options, sources ...Source) (*Collection, error) {
	c, err := newCollection(opt, sources, 0)
	switch {
	case err != nil:
		return nil, err
	case opt.Rule.Kind&(ask.Weights|ask.Apart) != 0:
		return nil, errors.New(opt.Rule.Kind.String() + " is for draws")
	}
	if len(opt.of(ask.Groups))+len(opt.of(ask.ByKey)) > 0 { // groups are counted when they are known
		c.tally = newTally(0, false)
		if len(opt.Shares) > 0 {
			c.tally.top = int(opt.Shares[len(opt.Shares)-1] >> 52) // in which the last of its keys are
		}
	} else {
		c.tally = newTally(c.opt.Head, opt.Parts || opt.Skip > 0)
	}
	if c.integers != nil {
		err = c.scatterIntegers(ctx)
	} else {
		tune, windows := &c.opt.tune, c.opt.setWindow(sources)
		tune.setDefaults(c.opt.Memory, &c.opt.Workers)
		for _, some := range []bool{opt.distinct(), opt.divides()} {
			if some {
				tune.memory -= min(c.opt.Memory/4, tune.memory)
			}
		}
		if opt.Format.Kind == ask.Tar {
			tune.memory -= min(c.opt.Memory/16, tune.memory)
		}
		err = c.scatter(ctx, sources, windows)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// scatterIntegers scatters the integers, unless they are too many.
func (c *Collection) scatterIntegers(ctx context.Context) (err error) {
	c.opt.tune.setDefaults(c.opt.Memory, &c.opt.Workers)
	switch {
	case !c.integers.large():
	case c.opt.Head == 0:
		return failure.ErrLargeRange
	default:
		return nil
	}
	c.store, err = c.integers.scatter(ctx, &c.opt, c.tally)
	return err
}

// scatter reads all sources, which may use windows bytes of memory to decompress.
func (c *Collection) scatter(ctx context.Context, sources []Source, windows int64) error {
	opt := &c.opt
	if opt.Head > 0 {
		opt.Progress.few.Store(true)
	}
	in, err := opt.open(c.format, sources, func(info fs.FileInfo) { c.files = append(c.files, info) })
	if err != nil {
		return err
	}
	defer func() {
		if c.kept.input() == nil {
			in.Close()
		}
	}()
	if opt.Binary {
		c.kept, opt.tune.copy = copies{stubs}, true
	}
	// of a stream one reads ahead
	workers, memory, large := max(opt.Workers, 2), max(opt.tune.memory-windows, opt.tune.memory/2), false
	if files := in.Files; files != nil {
		workers, memory = opt.Workers, opt.tune.memory
		// The entries are a quarter of the records if they are as long as they
		// seem; if not, they are spilled.
		total := files.Total
		large = total > memory && opt.Head == 0
		fits := total+total/4+int64(opt.tune.slab) <= memory && total < mostIndexed
		// of a head few are kept
		if fits && c.tally.all() && !opt.LeaveSources && !opt.distinct() && !opt.drops() && !opt.tune.copy {
			files.Stay()
		}
		switch {
		case files.Data != nil:
			c.kept = mapped{files, c.format}
			memory -= total
		case c.index != nil && total > memory && !opt.LeaveSources && !opt.drops():
			c.kept = inOrder{copies{c.format}, files}
		}
	}
	s := &scattering{opt: opt, in: in, format: c.format, intact: intactOf(opt, c.format), kept: c.kept, tally: c.tally,
		keys: opt.keyring(c.format, in), index: c.index, weights: c.weights, members: c.members,
		found: &c.found}
	if opt.distinct() {
		s.unique = newUnique(opt.Memory / 4)
	}
	forClasses := opt.Memory/8 + base/4
	if opt.divides() && c.index == nil {
		s.census = newCensus(forClasses)
	}
	c.store, err = opt.fill(ctx, memory, large, workers, s.work)
	if known := opt.known; err == nil && opt.Format.Kind == ask.Tar && known.Left > 0 && c.read == 0 {
		err = fmt.Errorf("there are no samples, whose names have a dot: only %s (%s)", label.Plural(known.Left, "file"),
			label.Name(known.LeftName))
	}
	err = cmp.Or(err, in.Files.Check())
	c.head = in.Header()
	err = cmp.Or(err, s.intact.tornHeader(c.head, c.tally.records))
	c.writesNumbers()
	if err != nil || len(opt.By) == 0 {
		return err
	}
	keys, err := s.keys()
	if err != nil {
		return err
	}
	for _, key := range keys.all() {
		if c.read > 0 {
			err = cmp.Or(err, key.Met())
		}
		key.Again = true
	}
	if opt.Binary {
		if err := keys.stubbed(); err != nil {
			return err
		}
	}
	c.key, c.none = keys.groups(), Without{keys.groupBy.lacking(), keys.stratifyBy.lacking(), keys.uniqueBy.lacking(),
		keys.apartBy.lacking(), keys.byKey.lacking()}
	if s.census != nil { // which groups have which class is not known yet
		c.strata = &strata{opt: opt, key: keys.stratifyBy, census: s.census, most: forClasses}
		c.strata.number()
	}
	return err
}

// writesNumbers makes what is written numbers, if that is asked for.
func (c *Collection) writesNumbers() {
	if c.opt.Binary {
		c.opt.Format, c.head = numbers, nil
		c.format = c.opt.format()
	}
}

// CompareHeader returns an error unless the header of a source says the same as that of another.
func (c *Collection) CompareHeader(name string, head []byte, first string, want []byte) error {
	return input.CompareHeaders(name, head, first, want, c.format)
}

// Shuffle collects the records of the sources and writes them.
func Shuffle(ctx context.Context, w io.Writer, opt Options, sources ...Source) error {
	c, err := Collect(ctx, opt, sources...)
	if err != nil {
		return err
	}
	return cmp.Or(c.Write(ctx, w), c.Close())
}

// Fewer returns how many classes have fewer than n records.
func (c *Collection) Fewer(n int64) (classes int) { return c.strata.fewer(n) }

// SizesByKey returns the sizes of the parts of Options.Shares, when they have been written.
func (c *Collection) SizesByKey() []int64 { return c.strata.seen[:c.strata.parts] }

// Few returns the texts of the first classes that have fewer records than WriteEach wants, when these have been
// written.
func (c *Collection) Few() [][]string { return c.strata.names }

// Without returns how many of the records that were read have no value in the columns of each option.
func (c *Collection) Without() Without { return c.none }

// A Without is a number of records for each option that has columns.
type Without struct {
	GroupBy    int64
	StratifyBy int64
	UniqueBy   int64
	ApartBy    int64
	ByKey      int64
}

// Bytes returns how many bytes all records have. Of a head it is not known how many.
func (c *Collection) Bytes() int64 { return c.kept.size(c.store) }

// LeftOut returns how many members of tar archives are of no sample, and the name of the first.
func (c *Collection) LeftOut() (members int64, name string) {
	return c.opt.known.Left, c.opt.known.LeftName
}

// Renamed returns how many samples have other names, as an earlier archive has theirs, and of the first one the old and
// the new name of a member.
func (c *Collection) Renamed() (samples int64, was, is string) {
	return c.opt.known.Renamed, c.opt.known.OldName, c.opt.known.NewName
}

// Records returns the number of records that were read.
func (c *Collection) Records() int64 { return c.tally.records }

// Spilled returns how many bytes went to the temporary file.
func (c *Collection) Spilled() int64 { return c.store.Spilled() }

// Len returns the number of records in the order, or of groups with GroupBy or ByKey, but at most
// Head. The first call counts the groups, which reads everything that was spilled.
func (c *Collection) Len(ctx context.Context) (n uint64, err error) {
	switch {
	case c.closed:
		return 0, fs.ErrClosed
	case c.integers.large():
		n = c.integers.n
	case c.key == nil:
		n = uint64(c.tally.records)
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
	sizes := onePart
	if c.strata != nil || c.opt.Shares != nil {
		n, err := c.Len(ctx)
		if err != nil {
			return err
		}
		sizes = []int64{int64(n)}
	}
	to := []io.Writer{w}
	if skip := c.opt.Skip; skip > 0 && !c.integers.large() {
		sizes, to = []int64{skip, max(sizes[0]-skip, 0)}, []io.Writer{io.Discard, w}
	}
	return c.writeSizes(ctx, sizes, func(part int) (io.Writer, error) { return to[part], nil })
}

// WriteParts writes the order in parts of the given sizes, in records, or in groups
// with GroupBy. It does not write the rest of the order. Before each part, it calls open
// with the part's number, which returns the output of the part. Each part begins with the header, even if its size is
// 0. The output of the first part may be the input itself, opened for overwriting; in a later part that is an error.
// Without Options.Parts or GroupBy there must be only one part. With StratifyBy, all outputs are opened before anything
// is written, and each record is written by itself, in the order: so outputs should have buffers, and may be shared by
// parts.
func (c *Collection) WriteParts(ctx context.Context, sizes []int64, open func(part int) (io.Writer, error)) error {
	if c.opt.Skip > 0 && len(sizes) > 0 && slices.Max(sizes) > 0 {
		return (ask.Skip | ask.Parts).Check()
	}
	return c.writeSizes(ctx, sizes, open)
}

func (c *Collection) writeSizes(ctx context.Context, sizes []int64, open func(part int) (io.Writer, error)) error {
	switch {
	case c.closed:
		return fs.ErrClosed
	case len(sizes) == 0:
		return nil
	case slices.Min(sizes) < 0:
		return errors.New("the size of a part is negative")
	case c.integers.large():
		return c.integers.writeLarge(ctx, c.opt, sizes, open)
	case c.strata == nil:
		return c.writeParts(ctx, sizes, c.newParts(open))
	}
	if err := c.count(ctx); err != nil {
		return err
	}
	if err := c.strata.divide(sizes); err != nil {
		return err
	}
	return c.writeStrata(ctx, len(sizes), c.newParts(open))
}

// WriteEach writes the first n records of each class of StratifyBy, as one part, in their order.
func (c *Collection) WriteEach(ctx context.Context, n int64, open func(part int) (io.Writer, error)) error {
	switch {
	case c.closed:
		return fs.ErrClosed
	case c.strata == nil:
		return errors.New("a number of each class needs columns to stratify by")
	case n < 0:
		return errors.New("the number of each class is negative")
	}
	if err := c.count(ctx); err != nil {
		return err
	}
	c.strata.take(n)
	return c.writeStrata(ctx, 1, c.newParts(open))
}

func (c *Collection) newParts(open func(part int) (io.Writer, error)) *parts {
	p := &parts{head: c.head, open: open, input: c.kept.input(), progress: c.opt.Progress, strata: c.strata,
		skip: c.opt.Skip, stubs: c.opt.Binary && c.integers == nil}
	if !c.framed {
		p.archive = c.opt.archive()
	}
	return p
}

// writeParts writes parts that stand one after the other.
func (c *Collection) writeParts(ctx context.Context, sizes []int64, p *parts) error {
	end, most := int64(0), cmp.Or(c.opt.Head, math.MaxInt64)
	for _, n := range sizes {
		end += min(n, most-end)
		p.ends = append(p.ends, end)
	}
	whole := true
	if len(sizes) > 1 || end < math.MaxInt64 {
		counts := &c.tally.count
		if err := c.count(ctx); err != nil {
			return err
		}
		if c.key != nil {
			counts = c.groups
		} else if !c.tally.counted {
			return errors.New("records were collected without Options.Parts")
		}
		for b, n := range counts[:order.Buckets-1] {
			p.first[b+1] = p.first[b] + n
		}
		const last = order.Buckets - 1
		whole = end >= p.first[last]+counts[last]
	}
	c.opt.Progress.willWrite(c.toWrite(len(sizes), whole), 0)
	// Open the first outputs while nobody reads the mapping.
	if err := p.enter(0); err != nil {
		return err
	}
	if err := c.write(ctx, p); err != nil {
		return err
	}
	return c.opt.Progress.finish(cmp.Or(p.enter(len(sizes)-1), p.end()))
}

// writeStrata writes so many parts, into which the strata have been divided: all are open at the same time.
func (c *Collection) writeStrata(ctx context.Context, n int, p *parts) error {
	p.ends = onePart
	c.opt.Progress.willWrite(c.toWrite(n, c.strata.wanted() == c.strata.total()), 0)
	err := p.enter(n - 1)
	if err == nil {
		err = c.write(ctx, p)
	}
	if err == nil {
		err = p.end()
	}
	return c.opt.Progress.finish(err)
}

// toWrite returns the number of bytes of all records and of the headers of all parts. It
// returns 0 if not all records are written, because the size of some is unknown.
func (c *Collection) toWrite(parts int, whole bool) int64 {
	if !whole || !c.tally.all() || c.opt.Skip > 0 {
		return 0
	}
	return c.kept.size(c.store) + int64(parts)*int64(len(c.head))
}

// count counts the groups of each bucket, if there are groups, unless that has been done.
func (c *Collection) count(ctx context.Context) error {
	if c.key == nil || c.groups != nil {
		return nil
	}
	counts := new([order.Buckets]int64)
	if err := c.gather(ctx, false, func(g *gathering) visitor {
		w := &counter{of: g, bucket: c.kept.hold().(*texts), groups: c.grouping(), strata: c.strata, counts: counts,
			sizes: map[class]int64{}}
		if c.strata != nil {
			w.groups.first = w.classify
		}
		return w
	}, nil); err != nil {
		return err
	}
	if c.groups = counts; c.strata != nil {
		c.strata.number()
	}
	return nil
}

func (c *Collection) grouping() grouping {
	return grouping{key: c.key, most: c.opt.tune.long, seed: *c.opt.Seed, shares: c.opt.Shares}
}

// write shuffles the buckets and writes them.
func (c *Collection) write(ctx context.Context, p *parts) error {
	return c.gather(ctx, true, func(g *gathering) visitor {
		w := &writer{of: g, seed: *c.opt.Seed, parts: p,
			pen: pen{marked: c.strata != nil}, held: c.kept.hold(), groups: c.grouping(), strata: c.strata}
		w.texts, _ = w.held.(*texts)
		return w
	}, p.write)
}

// gather lets visitors go through the buckets, for the last time or not, and delivers their pages.
func (c *Collection) gather(ctx context.Context, last bool, newVisitor func(*gathering) visitor,
	deliver func(*page) error) error {
	tune := &c.opt.tune
	big := tune.bigHere
	if c.store.Runs() > 0 {
		big = tune.big
		c.store.Arena.Reset(int(tune.batchSize), 3*tune.batchSize)
	}
	g := &gathering{store: c.store, input: c.kept.input(), last: last}
	var unit int64
	unit, g.big = c.kept.limits(int64(tune.unitSize), big, c.tally.records)
	g.plan(tune.batchSize, unit)
	visitors := make([]visitor, min(c.opt.Workers, max(len(g.units), 1)))
	for i := range visitors {
		visitors[i] = newVisitor(g)
	}
	pages := make([]*page, len(visitors)+tune.pages)
	size := c.pageSize()
	for i := range pages {
		pages[i] = newPage(size)
	}
	return g.run(ctx, visitors, pages, deliver)
}

// pageSize returns the size of a page's buffer: no more than there is to be written.
func (c *Collection) pageSize() int {
	return int(min(int64(c.opt.tune.pageSize), c.kept.size(c.store)+decimalSlack))
}

// Close releases the memory and the temporary file. It must be called even after an
// error of Write. After it every method that returns an error returns fs.ErrClosed.
func (c *Collection) Close() error {
	if c.closed {
		return fs.ErrClosed
	}
	c.closed = true
	c.kept.input().Close()
	if c.store == nil {
		return nil
	}
	return c.store.Close()
}
