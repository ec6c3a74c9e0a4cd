package engine

import (
	"cmp"
	"io/fs"
	"math"
	"sync"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/gather"
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
	"github.com/yates-shuffle/yates/internal/engine/urn"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// A rule says how a rule of package ask is laid down, and what must be known of it before.
type rule struct {
	lay     func(p *plan) // adds its stages to the plan, when the header has been read; nil: it has none
	drops   bool          // it drops records, so that what is left of them is copied
	grouped bool          // it keeps rows together
	share   int64         // it takes one of so many parts of the memory; 0: none
}

// rules are all.
var rules = map[ask.Things]rule{
	0:            {}, // the plain order
	ask.Groups:   {lay: func(p *plan) { p.group(ask.Groups, p.opt.By) }, grouped: true},
	ask.ByKey:    {lay: func(p *plan) { p.group(ask.ByKey, p.opt.By) }, grouped: true},
	ask.Classes:  {lay: layClasses, share: 4},
	ask.Parted:   {lay: layParted, share: 4},
	ask.Unique:   {lay: layUnique, drops: true, share: 4},
	ask.UniqueBy: {lay: layUnique, drops: true, share: 4},

	ask.Draws:               {lay: layDraws},
	ask.Draws | ask.Weights: {lay: layWeights, share: 3},
	ask.Draws | ask.Classes: {lay: func(p *plan) { p.enroll(ask.Classes, 0) }, share: 3},
	ask.Draws | ask.Apart:   {lay: func(p *plan) { p.enroll(ask.Apart, order.ApartLimit(p.opt.run())) }},
}

// A plan is a rule at work for one shuffle: the stages of each worker, and how buckets are laid out.
type plan struct {
	rule   rule
	opt    *Options
	format *record.Format
	in     *input.Input // whose header has been read
	found  *found
	makers []func() scatter.Stage
	layout gather.Layout
	stub   *scatter.Stub // of records whose numbers are written, or nil
	urn    *urn.Contents // or nil: the order is no draws
	err    error
	once   sync.Once
}

// takes returns how much of all memory the rule takes.
func (p *plan) takes(memory int64) int64 {
	return memory / cmp.Or(p.rule.share, math.MaxInt64)
}

// addStage has each worker have a stage of its own.
func (p *plan) addStage(stage func() scatter.Stage) { p.makers = append(p.makers, stage) }

// drops reports whether some of the records may be dropped.
func (p *plan) drops() bool { return p.rule.drops || p.opt.Missing == MissingDrop && len(p.opt.By) > 0 }

// copies reports whether what is kept are no records as they stand in files.
func (p *plan) copies() bool { return p.drops() || p.stub != nil }

// grouped reports whether rows stay together.
func (p *plan) grouped() bool { return p.rule.grouped || len(p.opt.Groups) > 0 }

// key returns the key of columns that something of the rule asks for, or nil if there are none.
func (p *plan) key(thing ask.Things, columns []Column) *record.Key {
	if len(columns) == 0 {
		return nil
	}
	by, err := p.format.Key(columns, p.format.Delimiter, p.in.Header())
	if err != nil {
		if name := p.in.First(); name != "" {
			err = &failure.SourceError{Name: name, Err: err}
		}
		p.err = cmp.Or(p.err, err)
		return nil
	}
	by.Most, by.Missing = p.opt.tune.long, p.opt.Missing
	by.Compared = by.Missing == MissingOne || thing&(ask.ByKey|ask.Classes|ask.Parted) != 0
	if thing == ask.Weights {
		by.Missing = MissingUnset
		return by
	}
	p.found.keys = append(p.found.keys, keyed{thing, by})
	if by.Missing == MissingDrop {
		p.addStage(func() scatter.Stage { return scatter.Present{By: by} })
	}
	return by
}

// stubKey returns the key by which records are gathered that have been scattered by another: that of their stubs, if
// these stand for them.
func (p *plan) stubKey(by *record.Key) *record.Key {
	if p.stub == nil || by == nil {
		return by
	}
	stubs, err := p.stub.Add(by)
	p.err = cmp.Or(p.err, err)
	return stubs
}

// stages returns the stages of one worker. The first call makes the plan.
func (p *plan) stages() ([]scatter.Stage, error) {
	p.once.Do(func() {
		p.layFormat()
		if p.rule.lay != nil {
			p.rule.lay(p)
		}
		if p.stub != nil {
			p.addStage(func() scatter.Stage { return &scatter.Numbered{Stub: p.stub, Most: p.opt.tune.long} })
		}
	})
	all := make([]scatter.Stage, len(p.makers))
	for i, stage := range p.makers {
		all[i] = stage()
	}
	return all, p.err
}

// group keeps the records together that have the same texts in columns.
func (p *plan) group(thing ask.Things, columns []Column) {
	by := p.key(thing, columns)
	p.layout.Groups, p.layout.Sorted, p.layout.Shares = p.stubKey(by), thing == ask.ByKey, p.opt.Shares
	p.addStage(func() scatter.Stage {
		return scatter.Grouped{By: by, Seed: *p.opt.Seed, Sorted: thing == ask.ByKey}
	})
}

// layClasses counts the records of each class. Groups are counted when they are known; but all keys are looked at, so
// that the first record that has none is named.
func layClasses(p *plan) {
	if len(p.opt.Groups) > 0 {
		p.group(ask.Groups, p.opt.Groups)
	}
	by := p.key(ask.Classes, p.opt.By)
	strata := gather.NewStrata(*p.opt.Seed, p.stubKey(by), p.opt.Memory, base/4)
	p.layout.Dealer = strata
	p.addStage(func() scatter.Stage {
		if len(p.opt.Groups) > 0 {
			return scatter.KeyCheck{By: by}
		}
		return &scatter.Classed{By: by, Seed: *p.opt.Seed, Census: strata.Census}
	})
}

// layParted has the keys of records decide the parts.
func layParted(p *plan) {
	by := p.key(ask.Parted, p.opt.By)
	p.layout.Dealer = gather.NewParted(*p.opt.Seed, p.stubKey(by), p.opt.Shares)
	p.addStage(func() scatter.Stage { return scatter.KeyCheck{By: by} })
}

// layUnique keeps only the first of equal records.
func layUnique(p *plan) {
	by, seen := p.key(ask.UniqueBy, p.opt.By), scatter.NewSeen(p.opt.Memory/4)
	p.addStage(func() scatter.Stage {
		return &scatter.Unique{Seen: seen, By: by, Long: p.opt.tune.long, Repeats: &p.found.repeats}
	})
}

// layDraws finds where each record begins, and keeps the records in input order.
func layDraws(p *plan) { p.addStage(func() scatter.Stage { return p.urn.Index }) }

// layWeights finds the weights of records.
func layWeights(p *plan) {
	layDraws(p)
	by := p.key(ask.Weights, p.opt.By)
	p.addStage(func() scatter.Stage { return &urn.Weighed{By: by, Weights: p.urn.Weights} })
}

// enroll finds the classes of records, of which there may be so many, or any number.
func (p *plan) enroll(thing ask.Things, most int) {
	layDraws(p)
	by := p.key(thing, p.opt.By)
	p.addStage(func() scatter.Stage { return &urn.Enrolled{By: by, Members: p.urn.Members, Most: most} })
}

// layFormat finds records that are not whole, if something about their format says so, and blank rows.
func (p *plan) layFormat() {
	if p.opt.Format.Kind == ask.JSON && len(p.opt.By) == 0 {
		by, _ := p.format.Key(nil, p.format.Delimiter, nil) // no column cannot be missing
		by.Most = p.opt.tune.long
		p.addStage(func() scatter.Stage { return scatter.KeyCheck{By: by} })
	} else if table := p.opt.Format.table(p.in.Header(), p.format.Count); table != nil {
		p.addStage(func() scatter.Stage { return scatter.RowCheck{Format: table} })
	}
	if p.format.Unit == record.Row && p.format.Count == 1 {
		p.addStage(func() scatter.Stage { return &scatter.Blank{Rows: &p.found.blank} })
	}
}

// A found is what is found in the sources while they are read.
type found struct {
	head    []byte         // the header
	files   []fs.FileInfo  // the regular files
	front   []byte         // of the records, up to 64 KiB
	tally   *scatter.Tally // of the records
	blank   int64          // rows
	repeats int64          // records that were dropped as such
	keys    []keyed        // in which records may lack a value
}

// A keyed is the key of columns that something asks for.
type keyed struct {
	thing ask.Things
	*record.Key
}

// Header returns the header of the sources.
func (f *found) Header() []byte { return f.head }

// Files describes the regular files that were read, as they were when they were opened, for output.File.Guard.
func (f *found) Files() []fs.FileInfo { return f.files }

// Front returns the first bytes of the records in input order, without the header, up to 64 KiB.
func (f *found) Front() []byte { return f.front }

// Read returns how many records were read, with those that were dropped.
func (f *found) Read() int64 { return f.tally.Read }

// Repeats returns how many records were dropped as repeats of others.
func (f *found) Repeats() int64 { return f.repeats }

// Blank returns how many of the rows of CSV are empty lines, which most readers of CSV pass over.
func (f *found) Blank() int64 { return f.blank }

// Without returns how many of the records that were read have no value in the columns that a rule, or a part of it,
// asks for.
func (f *found) Without(thing ask.Things) (n int64) {
	for _, by := range f.keys {
		if by.thing&thing != 0 {
			n += by.Key.Without.Load()
		}
	}
	return n
}
