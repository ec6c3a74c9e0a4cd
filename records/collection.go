package records

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"math"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/internal/record"
)

// A Collection holds records that have been read and scattered, in memory or in a
// temporary file. It is not safe for concurrent use.
type Collection struct {
	bucketed
	each    *record.Format        // of the records of one source
	tracks  int                   // sources in step, or 1
	heads   [][]byte              // the header of each track
	groups  *[order.Buckets]int64 // of each bucket, when they have been counted
	strata  *strata               // or nil
	files   []fs.FileInfo         // the regular files that were read
	front   []byte                // of the records
	without Without               // of them
	blank   int64                 // rows
	framed  bool                  // what is written keeps its frames
}

// Collect reads and scatters the records of the sources. The collection must be
// closed. A file of longer records that fits into memory may stay in place and be
// read again by Write, which then fails if the file was truncated or overwritten
// meanwhile. Replacing the file or appending to it does no harm; overwriting and
// also appending is not detected.
func Collect(ctx context.Context, opt Options, sources ...Source) (*Collection, error) {
	each, err := opt.setDefaults()
	if err != nil {
		return nil, err
	}
	if opt.InStep && len(sources) == 0 {
		return nil, errors.New("there are no sources to keep in step")
	}
	switch {
	case opt.Weight != nil || opt.Once:
		return nil, errors.New("weights are for an Urn")
	case len(opt.StratifyBy) > 0 && opt.Head > 0, len(opt.GroupBy) > 0 && opt.Each > 0:
		return nil, errors.New("strata go with no head, and numbers of each class with no groups")
	}
	if opt.Head > 0 {
		opt.Progress.few.Store(true)
	}
	windows := opt.setWindow(sources)
	opt.tune.setDefaults(opt.Memory, &opt.Workers)
	for _, some := range []bool{opt.Unique, len(opt.StratifyBy) > 0} {
		if some {
			opt.tune.memory -= min(opt.Memory/4, opt.tune.memory)
		}
	}
	if opt.Tar {
		opt.tune.memory -= min(opt.Memory/16, opt.tune.memory)
	}
	c := &Collection{bucketed: bucketed{opt: opt, format: each, tally: newTally(&opt)}, each: each, tracks: 1}
	if opt.InStep {
		c.tracks = len(sources)
		whole := *each
		whole.Count *= c.tracks
		c.format = &whole
		// Something of each source may be held.
		long := &c.opt.tune.long
		*long = max(*long/int64(c.tracks), min(*long, leastLong))
	}
	if err := c.scatter(ctx, sources, windows); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// scatter reads all sources, which may use windows bytes of memory to decompress.
func (c *Collection) scatter(ctx context.Context, sources []Source, windows int64) error {
	opt := &c.opt
	in, err := opt.open(c.each, sources, func(info fs.FileInfo) { c.files = append(c.files, info) })
	if err != nil {
		return err
	}
	defer func() {
		if c.mapped == nil {
			in.Close()
		}
	}()
	drops := opt.Missing == MissingDrop && len(opt.GroupBy)+len(opt.StratifyBy)+len(opt.UniqueBy) > 0
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
		if fits && c.tally.limit == 0 && !opt.LeaveSources && !opt.Unique && !drops && !opt.tune.copy {
			files.Stay()
		}
		if files.Data != nil {
			c.mapped = files
			memory -= total
		}
	}
	s := &scattering{
		bucketed: &c.bucketed, in: in,
		group:    keysOf(opt, c.format, opt.GroupBy, in),
		class:    keysOf(opt, c.format, opt.StratifyBy, in),
		distinct: keysOf(opt, c.format, opt.UniqueBy, in),
		drops:    drops,
		perClass: map[class]int64{},
		most:     int((opt.Memory/8 + base/4) / classBytes),
	}
	if opt.Unique {
		s.unique = newUnique(opt.Memory/4, s.distinct)
	}
	err = c.fill(ctx, memory, large, workers, s.work)
	if err == nil {
		err = in.Files.Check()
	}
	for _, header := range in.Headers() {
		err = cmp.Or(err, opt.tornHeader(header, c.tally.records))
	}
	found := func(lookUp func() (*keys, error), without *int64) (k *keys) {
		if err == nil && lookUp != nil {
			if k, err = lookUp(); err == nil && s.read > 0 && !k.Apart() {
				err = &DelimiterError{c.format.Delimiter}
			}
			if err == nil {
				k.Again, *without = true, k.without.Load()
			}
		}
		return k
	}
	found(s.distinct, &c.without.UniqueBy)
	c.key = found(s.group, &c.without.GroupBy)
	if key := found(s.class, &c.without.StratifyBy); key != nil { // which groups have which class is not known yet
		c.strata = newStrata(*opt.Seed, key, s.perClass, s.most, opt.Memory/8+base/4)
	}
	c.heads, c.front, c.blank = in.Headers(), s.front, s.blank.Load()
	return err
}

// Fewer returns how many classes have fewer than n records.
func (c *Collection) Fewer(n int64) (classes int) {
	for _, size := range c.strata.sizes {
		if size < n {
			classes++
		}
	}
	return classes
}

// Few returns the texts of the first classes that have fewer records than Options.Each, when these have been
// written.
func (c *Collection) Few() [][]string { return c.strata.names }

// Without returns how many of the records that were read have no value in the columns of each option.
func (c *Collection) Without() Without { return c.without }

// A Without is a number of records for each option that has columns.
type Without struct{ GroupBy, StratifyBy, UniqueBy int64 }

// Blank returns how many of the rows of CSV are empty lines, which most readers of CSV pass over.
func (c *Collection) Blank() int64 { return c.blank }

// Records returns the number of records that were read.
func (c *Collection) Records() int64 { return c.tally.records }

// Files describes the regular files that were read, as they were when they were
// opened, for outfile.File.Guard.
func (c *Collection) Files() []fs.FileInfo { return c.files }

// Spilled returns how many bytes went to the temporary file.
func (c *Collection) Spilled() int64 { return c.store.Spilled() }

// Write writes the header and the records, or their head, in the order that the seed
// gives. It may be called only once. If w is the input itself, opened for overwriting,
// Write copies the input first.
func (c *Collection) Write(ctx context.Context, w io.Writer) error {
	if c.tracks > 1 {
		return errors.New("files in step are written by WriteParts")
	}
	sizes := onePart
	if c.strata != nil {
		n, err := c.Len(ctx)
		if err != nil {
			return err
		}
		sizes = []int64{n}
	}
	if len(c.opt.GroupBy) > 0 && c.opt.Head > 0 {
		sizes = []int64{c.opt.Head}
	}
	to := []io.Writer{w}
	if skip := c.opt.Skip; skip > 0 {
		sizes, to = []int64{skip, max(sizes[0]-skip, 0)}, []io.Writer{io.Discard, w}
	}
	return c.WriteParts(ctx, sizes, func(part int) ([]io.Writer, error) { return to[part : part+1], nil })
}

// Headers returns the header of each source in step, or the one header.
func (c *Collection) Headers() [][]byte { return c.heads }

// Front returns the first bytes of the records in input order, without the header, up to
// 4 KiB.
func (c *Collection) Front() []byte { return c.front }

// Len returns the number of records in the order, or of groups with GroupBy, but at most
// Head. The first call counts the groups, which reads everything that was spilled.
func (c *Collection) Len(ctx context.Context) (n int64, err error) {
	n = c.tally.records
	if c.key != nil {
		if c.groups == nil {
			counts := new([order.Buckets]int64)
			if err := c.gather(ctx, nil, counts); err != nil {
				return 0, err
			}
			if c.groups = counts; c.strata != nil {
				c.strata.number()
			}
		}
		n = 0
		for _, m := range c.groups {
			n += m
		}
	}
	if c.opt.Head > 0 {
		n = min(n, c.opt.Head)
	}
	return n, nil
}

// WriteParts writes the order in parts of the given sizes, in records, or in groups
// with GroupBy. It does not write the rest of the order. Before each part, it calls open
// with the part's number, which returns the output of the part, or one for each source
// with InStep. Each part begins with the header, even if its size is 0. WriteParts may be
// called only once. An output of the first part may be the input itself, opened for
// overwriting; in a later part that is an error. Without Options.Parts or GroupBy there
// must be only one part. With StratifyBy, all outputs are opened before anything is
// written, and each record is written by itself, in the order: so outputs should have
// buffers, and may be shared by parts.
func (c *Collection) WriteParts(ctx context.Context, sizes []int64, open func(part int) ([]io.Writer, error)) error {
	p := &parts{tracks: c.tracks, each: c.each, heads: c.heads, open: open, mapped: c.mapped, progress: c.opt.Progress,
		strata: c.strata, skip: c.opt.Skip}
	if !c.framed {
		p.archive = c.opt.archive()
	}
	if c.strata != nil {
		return c.writeStrata(ctx, p, sizes)
	}
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
		counts := &c.tally.count
		if c.key != nil {
			if _, err := c.Len(ctx); err != nil {
				return err
			}
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
	if err := c.gather(ctx, p, nil); err != nil {
		return err
	}
	return c.opt.Progress.finish(cmp.Or(p.enter(len(sizes)-1), p.end()))
}

// writeStrata is WriteParts for strata: all parts are open at the same time.
func (c *Collection) writeStrata(ctx context.Context, p *parts, sizes []int64) error {
	if len(sizes) == 0 {
		return nil
	}
	p.ends = onePart
	n, err := c.Len(ctx)
	if err != nil {
		return err
	}
	if c.opt.Each > 0 {
		sizes = sizes[:1]
		p.strata.take(c.opt.Each)
	} else if err := p.strata.divide(sizes); err != nil {
		return err
	}
	c.opt.Progress.willWrite(c.toWrite(len(sizes), p.strata.wanted() == n), 0)
	err = p.enter(len(sizes) - 1)
	if err == nil {
		err = c.gather(ctx, p, nil)
	}
	return c.opt.Progress.finish(err)
}

// toWrite returns the number of bytes of all records and of the headers of all parts. It
// returns 0 if not all records are written, because the size of some is unknown.
func (c *Collection) toWrite(parts int, whole bool) int64 {
	if !whole || c.tally.limit > 0 || c.opt.Skip > 0 {
		return 0
	}
	size := c.size()
	for _, head := range c.heads {
		size += int64(parts) * int64(len(head))
	}
	return size
}

// gather shuffles the buckets and writes them, or counts the groups of each.
func (c *Collection) gather(ctx context.Context, p *parts, counts *[order.Buckets]int64) error {
	opt := &c.opt
	g := &gathering{bucketed: &c.bucketed, parts: p, counts: counts, strata: c.strata, big: opt.tune.bigHere}
	if c.store.Runs() > 0 {
		g.big = opt.tune.big
		c.store.Arena.Reset(int(opt.tune.batchSize), 3*opt.tune.batchSize)
	}
	g.plan(opt.tune.batchSize, int64(opt.tune.unitSize))
	makers := min(opt.Workers, max(len(g.units), 1))
	pages := make([]*page, makers+opt.tune.pages)
	size := c.pageSize()
	for i := range pages {
		pages[i] = newPage(c.tracks, size)
	}
	return g.run(ctx, makers, pages)
}

// pageSize returns the size of a page's buffer for each of the sources in step:
// no more than there is to be written.
func (c *Collection) pageSize() int {
	size := min(int64(c.opt.tune.pageSize), c.size()+decimalSlack)
	const least = 4 << 10
	return int(max(size/int64(c.tracks), min(size, least)))
}

// size returns the number of bytes of all records that are kept.
func (c *Collection) size() int64 {
	switch {
	case c.mapped != nil:
		return int64(len(c.mapped.Data))
	case c.integers != nil:
		return int64(c.integers.bytes())
	}
	return c.store.Bytes()
}

// Close releases the memory and the temporary file. It must be called even after an
// error of Write.
func (c *Collection) Close() error {
	c.mapped.Close()
	if c.store == nil {
		return nil
	}
	return c.store.Close()
}
