package engine

import (
	"bytes"
	"cmp"
	"fmt"
	"sync"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/gather"
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// A Column is a column of the rows of a source: a number from 1 on, or 0 and a name.
type Column = record.Column

// A Missing says what becomes of a record without a value.
type Missing = record.Missing

// What becomes of it.
const (
	MissingUnset = record.MissingUnset
	MissingOwn   = record.MissingOwn
	MissingOne   = record.MissingOne
	MissingDrop  = record.MissingDrop
	MissingError = record.MissingError
)

// A Rule says which order is asked for. The zero value is the plain order of all records.
type Rule struct {
	Kind    ask.Things  // one of its rules
	By      []Column    // in which records, or groups, have the same texts, or which has the weights
	Groups  []Column    // of Classes: by these, rows stay together
	Run     int         // of Apart: so many in a row may have the same texts; 0 means 1
	Shares  order.Parts // of keys: with Parted, those of each part; with ByKey, of a sample
	Missing Missing     // what becomes of records without a value in the columns
}

// drops reports whether some of the records may be dropped.
func (r *Rule) drops() bool { return rules[r.Kind].drops || r.Missing == MissingDrop && len(r.By) > 0 }

// divides reports whether each part has its own of the classes of records, or of the keys.
func (r *Rule) divides() bool { return r.Kind == ask.Classes || r.Kind == ask.Parted }

// grouped reports whether rows stay together.
func (r *Rule) grouped() bool { return rules[r.Kind].grouped || len(r.Groups) > 0 }

// A row of the table of rules says how a rule is laid down, and what must be known of it before.
type row struct {
	lay     func(p *plan) // adds its stages to the plan, when the header has been read
	drops   bool          // it drops records, so that what is left of them is copied
	grouped bool          // it keeps rows together
	quarter bool          // it takes a quarter of the memory
}

// rules is the table of rules. The plain order is none of them. The rules of draws are those of [Urn].
var rules = map[ask.Things]row{
	ask.Groups:   {lay: layGroups, grouped: true},
	ask.ByKey:    {lay: layByKey, grouped: true},
	ask.Classes:  {lay: layClasses, quarter: true},
	ask.Parted:   {lay: layParted, quarter: true},
	ask.Unique:   {lay: layUnique, drops: true, quarter: true},
	ask.UniqueBy: {lay: layUnique, drops: true, quarter: true},
}

// A plan is a rule at work for one shuffle: the stages of each worker, and how buckets are laid out.
type plan struct {
	opt    *Options
	format *record.Format
	in     *input.Input // whose header has been read
	found  *found
	lay    func(p *plan) // or nil: the order is plain
	makers []func() scatter.Stage
	layout gather.Layout
	err    error
	once   sync.Once
}

// each has each worker have a stage of its own.
func (p *plan) each(stage func() scatter.Stage) { p.makers = append(p.makers, stage) }

// key returns the key of columns that something of the rule asks for, or nil if there are none.
func (p *plan) key(of ask.Things, columns []Column) *record.Key {
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
	by.Compared = by.Missing == MissingOne || of&(ask.ByKey|ask.Classes|ask.Parted) != 0
	if of == ask.Weights {
		by.Missing = MissingUnset
		return by
	}
	p.found.keys = append(p.found.keys, asked{of, by})
	if by.Missing == MissingDrop {
		p.each(func() scatter.Stage { return scatter.Present{By: by} })
	}
	return by
}

// stages returns the stages of one worker. The first call makes the plan.
func (p *plan) stages() ([]scatter.Stage, error) {
	p.once.Do(func() {
		p.layFormat()
		if p.lay != nil {
			p.lay(p)
		}
	})
	all := make([]scatter.Stage, len(p.makers))
	for i, stage := range p.makers {
		all[i] = stage()
	}
	return all, p.err
}

func layGroups(p *plan) { p.group(ask.Groups, p.opt.By) }
func layByKey(p *plan)  { p.group(ask.ByKey, p.opt.By) }

// group keeps the records together that have the same texts in columns.
func (p *plan) group(of ask.Things, columns []Column) {
	by := p.key(of, columns)
	p.layout.Groups, p.layout.Sorted, p.layout.Shares = by, of == ask.ByKey, p.opt.Shares
	p.each(func() scatter.Stage {
		return scatter.Grouped{By: by, Seed: *p.opt.Seed, Sorted: of == ask.ByKey}
	})
}

// layClasses counts the records of each class. Groups are counted when they are known; but all keys are looked at, so
// that the first record that has none is named.
func layClasses(p *plan) {
	if len(p.opt.Groups) > 0 {
		p.group(ask.Groups, p.opt.Groups)
	}
	by := p.key(ask.Classes, p.opt.By)
	strata := gather.NewStrata(*p.opt.Seed, by, p.opt.Memory, base/4)
	p.layout.Dealer = strata
	p.each(func() scatter.Stage {
		if len(p.opt.Groups) > 0 {
			return scatter.Keyed{By: by}
		}
		return &scatter.Classed{By: by, Seed: *p.opt.Seed, Census: strata.Census}
	})
}

// layParted has the keys of records decide the parts.
func layParted(p *plan) {
	by := p.key(ask.Parted, p.opt.By)
	p.layout.Dealer = gather.NewParted(*p.opt.Seed, by, p.opt.Shares)
	p.each(func() scatter.Stage { return scatter.Keyed{By: by} })
}

// layUnique keeps only the first of equal records.
func layUnique(p *plan) {
	by, seen := p.key(ask.UniqueBy, p.opt.By), scatter.NewSeen(p.opt.Memory/4)
	p.each(func() scatter.Stage {
		return &scatter.Unique{Seen: seen, By: by, Long: p.opt.tune.long, Repeats: &p.found.repeats}
	})
}

// ErrTorn is the error of a line that is only the front of a row; see Options.Table.
var ErrTorn = scatter.ErrTorn

// layFormat finds records that are not whole, if something about their format says so, and blank rows.
func (p *plan) layFormat() {
	if p.opt.Format.Kind == ask.JSON && len(p.opt.By) == 0 {
		by, _ := p.format.Key(nil, p.format.Delimiter, nil) // no column cannot be missing
		by.Most = p.opt.tune.long
		p.each(func() scatter.Stage { return scatter.Keyed{By: by} })
	} else if table := p.opt.table(p.in.Header(), p.format.Count); table != nil {
		p.each(func() scatter.Stage { return scatter.Rows{Format: table} })
	}
	if p.format.Unit == record.Row && p.format.Count == 1 {
		p.each(func() scatter.Stage { return &scatter.Blank{Rows: &p.found.blank} })
	}
}

// table returns the format of rows in so many lines, if lines are the rows of a table, which has a header.
func (o *Options) table(header []byte, lines int) *record.Format {
	if o.Table == 0 || bytes.IndexByte(header, o.Table) < 0 && bytes.IndexByte(header, '\t') >= 0 {
		return nil
	}
	return &record.Format{Sep: '\n', Unit: record.Row, Count: lines, Delimiter: o.Table}
}

// checkHeader returns an error if the header of n records is only the front of a row.
func (o *Options) checkHeader(header []byte, n int64) error {
	if table := o.table(header, o.Header); table != nil && o.Header > 0 && n > 0 &&
		table.Torn(header, []uint32{0}) >= 0 {
		return fmt.Errorf("the header: %w", ErrTorn)
	}
	return nil
}
