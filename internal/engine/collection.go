package engine

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"slices"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/gather"
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/kept"
	"github.com/yates-shuffle/yates/internal/engine/page"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/urn"
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
	kept     kept.Kept      // what the store holds
	integers *kept.Integers // if these are kept, or nil
	plan     *plan
	groups   *[order.Buckets]int64 // of each bucket, when they have been counted
	framed   bool                  // what is written keeps its frames
	closed   bool
}

// newCollection returns a collection into which nothing has been scattered, if the options go with the sources, and
// with what else is asked for.
func newCollection(opt Options, sources []Source, others ask.Things) (*Collection, error) {
	all, err := kept.RangeOf(sources)
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
	rule, ok := rules[opt.Rule.Kind|others&ask.Draws]
	if !ok {
		return nil, errors.New(opt.Rule.Kind.String() + " is for draws, or no rule")
	}
	c := &Collection{opt: opt, format: format, integers: all, kept: kept.Copies{Format: format}}
	c.plan = &plan{opt: &c.opt, format: format, found: &c.found, rule: rule,
		layout: gather.Layout{Seed: *c.opt.Seed}}
	if all != nil {
		c.kept = all.WriteAs(opt.Binary, format.Sep)
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
	if err != nil {
		return nil, err
	}
	if c.plan.grouped() { // groups are counted when they are known
		c.tally = scatter.NewTally(0, false)
		if len(opt.Shares) > 0 {
			c.tally.Top = int(opt.Shares[len(opt.Shares)-1] >> 52) // in which the last of its keys are
		}
	} else {
		c.tally = scatter.NewTally(c.opt.Head, opt.Parts || opt.Skip > 0)
	}
	if c.integers != nil {
		err = c.scatterIntegers(ctx)
	} else {
		tune := &c.opt.tune
		tune.setDefaults(c.opt.Memory, &c.opt.Workers)
		tune.memory -= min(c.plan.takes(c.opt.Memory), tune.memory)
		if opt.Format.Kind == ask.Tar {
			tune.memory -= min(c.opt.Memory/16, tune.memory)
		}
		if c.opt.Head > 0 {
			c.opt.Progress.WantsFew()
		}
		if c.opt.Binary {
			c.kept, c.plan.stub = kept.Copies{Format: scatter.Stubs}, new(scatter.Stub)
		}
		err = c.scatter(ctx, sources)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	if c.opt.Binary {
		c.opt.Format, c.head = Format{Kind: ask.Fixed, Size: 8}, nil // of the numbers that are written
		c.format = c.opt.format()
	}
	return c, nil
}

// scatterIntegers scatters the integers, unless they are too many.
func (c *Collection) scatterIntegers(ctx context.Context) (err error) {
	c.opt.tune.setDefaults(c.opt.Memory, &c.opt.Workers)
	switch {
	case !c.integers.Large():
	case c.opt.Head == 0:
		return failure.ErrLargeRange
	default:
		return nil
	}
	c.store, err = c.opt.fill(ctx, c.opt.tune.memory, c.opt.Workers,
		c.integers.Scatter(*c.opt.Seed, c.opt.tune.chunk, c.tally))
	return err
}

// chooseKept returns what is kept of files for which there is so much memory: their records may stay where they are,
// and those of an urn are read again if they do not fit.
func (c *Collection) chooseKept(files *input.Files, memory int64) kept.Kept {
	if c.plan.urn != nil && files.Total > memory && !c.opt.LeaveSources && !c.plan.drops() {
		return kept.Unscattered{Copies: kept.Copies{Format: c.format}, Files: files}
	}
	// The entries are a quarter of the records if they are as long as they
	// seem; if not, they are spilled.
	total := files.Total
	fits := total+total/4+int64(c.opt.tune.slab) <= memory && total < record.MostIndexed
	// Few records are kept of a head.
	if fits && c.tally.All() && !c.opt.LeaveSources && !c.plan.copies() && !c.opt.tune.copy {
		files.Stay()
	}
	if files.Data != nil {
		return kept.Mapped{Files: files, Format: c.format}
	}
	return c.kept
}

// scatter reads all sources.
func (c *Collection) scatter(ctx context.Context, sources []Source) error {
	opt, windows := &c.opt, c.opt.setWindow(sources)
	in, err := opt.open(c.format, sources, func(info fs.FileInfo) { c.files = append(c.files, info) })
	if err != nil {
		return err
	}
	defer func() {
		if c.kept.Input() == nil {
			in.Close()
		}
	}()
	// One more worker reads a stream ahead.
	workers, memory := max(opt.Workers, 2), max(opt.tune.memory-windows, opt.tune.memory/2)
	if files := in.Files; files != nil {
		workers, memory = opt.Workers, opt.tune.memory
		c.kept = c.chooseKept(files, memory)
		memory -= int64(len(files.Data))
	}
	c.plan.in = in
	s := &scatter.Scattering{In: in, Format: c.format, Kept: c.kept, Tally: c.tally, Seed: *opt.Seed,
		Chunk: opt.tune.chunk, Stages: c.plan.stages}
	c.store, err = opt.fill(ctx, memory, workers, s.Work)
	c.front, c.head = s.Front, in.Header()
	if err == nil {
		err = opt.noSamples(c.tally.Read)
	}
	if err = cmp.Or(err, in.Files.Check()); err != nil {
		return err
	}
	return c.settle()
}

// settle checks what can be checked when all has been read.
func (c *Collection) settle() error {
	err := c.opt.Format.checkHeader(c.head, c.tally.Records)
	if err != nil || len(c.opt.By) == 0 {
		return err
	}
	if _, err = c.plan.stages(); err != nil {
		return err
	}
	for _, by := range c.keys {
		if c.Read() > 0 {
			err = cmp.Or(err, by.Met())
		}
		by.Again = true
	}
	if s := c.strata(); s != nil { // which groups have which class is not known yet
		s.Number()
	}
	return err
}

// CompareHeader returns an error unless the header of a source says the same as that of another.
func (c *Collection) CompareHeader(name string, head []byte, first string, want []byte) error {
	return input.CompareHeaders(name, head, first, want, c.format)
}

// strata returns those of Classes, or nil.
func (c *Collection) strata() *gather.Strata {
	s, _ := c.plan.layout.Dealer.(*gather.Strata)
	return s
}

// ClassesBelow returns how many classes have fewer than n records.
func (c *Collection) ClassesBelow(n int64) (classes int) { return c.strata().ClassesBelow(n) }

// SizesByKey returns the sizes of the parts of Options.Shares, when they have been written.
func (c *Collection) SizesByKey() []int64 { return c.plan.layout.Dealer.(*gather.Parted).Sizes() }

// SmallClasses returns the texts of the first classes that have fewer records than WriteEach wants, when these have
// been written.
func (c *Collection) SmallClasses() [][]string { return c.strata().SmallClasses() }

// largeRange returns the integers to draw from, to be written to the one part.
func (c *Collection) largeRange(p *page.Parts) *urn.Integers {
	return &urn.Integers{Integers: c.integers, Parts: p, Workers: c.opt.workersOf}
}

// Bytes returns how many bytes all records have. Of a head it is not known how many.
func (c *Collection) Bytes() int64 { return c.kept.Size(c.store) }

// LeftOut returns how many members of tar archives are of no sample, and the name of the first.
func (c *Collection) LeftOut() (members int64, name string) {
	return c.opt.known.Left, c.opt.known.LeftName
}

// Records returns the number of records that were read.
func (c *Collection) Records() int64 { return c.tally.Records }

// Close releases the memory and the temporary file. It must be called even after an
// error of Write. After it every method that returns an error returns fs.ErrClosed.
func (c *Collection) Close() error {
	if c.closed {
		return fs.ErrClosed
	}
	c.closed = true
	c.kept.Input().Close()
	if c.store == nil {
		return nil
	}
	return c.store.Close()
}

// All returns an iterator over the records of the sources, as [Collection.All] does. It can be used again if the
// sources can be read again.
func All(ctx context.Context, opt Options, sources ...Source) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		c, err := Collect(ctx, opt, sources...)
		if err != nil {
			yield(nil, err)
			return
		}
		defer c.Close() // even after a panic in the loop
		c.All(ctx)(yield)
	}
}

// Shuffle collects the records of the sources and writes them.
func Shuffle(ctx context.Context, w io.Writer, opt Options, sources ...Source) error {
	c, err := Collect(ctx, opt, sources...)
	if err != nil {
		return err
	}
	return cmp.Or(c.Write(ctx, w), c.Close())
}
