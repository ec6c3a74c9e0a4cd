package engine

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/kept"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/urn"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// An Urn holds records to draw from. It is not safe for concurrent use.
//
// The records are kept in memory, in input order, if they fit into three quarters of opt.Memory, or 5/12 of it with
// weights or classes. Otherwise they are read when they are drawn: from the sources if these are regular
// files, or else from a temporary file. An eighth of opt.Memory holds the positions of the records.
type Urn struct {
	*found
	c       *Collection // which holds them in bucket 0; or integers, which are not kept
	index   *urn.Index
	members *urn.Members
	weights *urn.Weights
}

// draws is the table of the rules of draws.
var draws = map[ask.Things]func(u *Urn, p *plan){
	ask.Weights: func(u *Urn, p *plan) {
		by := p.key(ask.Weights, p.opt.By)
		p.each(func() scatter.Stage { return &urn.Weighed{By: by, Weights: u.weights} })
	},
	ask.Classes: func(u *Urn, p *plan) {
		by := p.key(ask.Classes, p.opt.By)
		p.each(func() scatter.Stage { return &urn.Enrolled{By: by, Members: u.members} })
	},
	ask.Apart: func(u *Urn, p *plan) {
		by := p.key(ask.Apart, p.opt.By)
		p.each(func() scatter.Stage {
			return &urn.Enrolled{By: by, Members: u.members, Most: order.ApartLimit(p.opt.run())}
		})
	},
}

// run returns how many records of a class may stand in a row.
func (o *Options) run() int { return max(o.Run, 1) }

// NewUrn reads the records of the sources into an urn. It takes time linear in the
// size of the input. The urn must be closed.
func NewUrn(ctx context.Context, opt Options, sources ...Source) (*Urn, error) {
	c, err := newCollection(opt, sources, ask.Draws)
	if err != nil {
		return nil, err
	}
	c.tally = scatter.NewTally(0, false)
	u := &Urn{c: c, found: &c.found}
	if c.integers != nil {
		c.tally.Records = int64(c.integers.N)
		return u, nil
	}
	memory, tune := c.opt.Memory, &c.opt.tune
	tune.copy, tune.memory = true, memory-memory/4
	c.opt.Head = 0 // it is for the draws
	set(&tune.starts, max(int(memory/8/8), 64))
	u.index = urn.NewIndex(tune.starts)
	u.weights, u.members = urn.NewWeights(memory/3), urn.NewMembers(memory/3+base/4)
	if opt.Rule.Kind == ask.Weights || opt.Rule.Kind == ask.Classes {
		tune.memory -= memory / 3
	}
	c.plan.lay = func(p *plan) {
		p.each(func() scatter.Stage { return u.index })
		if lay := draws[opt.Rule.Kind]; lay != nil {
			lay(u, p)
		}
	}
	c.kept = kept.InOrder{Copies: kept.Copies{Format: c.format}}
	windows := c.opt.setWindow(sources)
	tune.setDefaults(memory, &c.opt.Workers)
	if err := c.scatter(ctx, sources, windows, u.stay); err != nil {
		c.Close()
		return nil, err
	}
	if opt.Rule.Kind == ask.Weights {
		u.weights.Finish()
	}
	return u, nil
}

// stay returns what is kept of files for which there is so much memory: they are read again, if they do not fit.
func (u *Urn) stay(files *input.Files, memory int64) kept.Kept {
	if files.Total <= memory || u.c.opt.LeaveSources || u.c.opt.drops() {
		return u.c.kept
	}
	return kept.InOrder{Copies: kept.Copies{Format: u.c.format}, Files: files}
}

// leave keeps the records that are in files, so that these can be written over.
func (u *Urn) leave(ctx context.Context) (err error) {
	files, tune := u.c.kept.Input(), &u.c.opt.tune
	u.c.store.Close()
	u.c.store, err = u.c.opt.fill(ctx, tune.memory, true, 1, func(ctx context.Context, s *spill.Store) error {
		for at := int64(0); at < u.index.Size; {
			n := min(u.index.Size-at, int64(tune.chunk))
			piece, err := s.Add([]int{0, int(n)})
			if err != nil {
				return err
			}
			err = files.ReadAt(piece.Data, at)
			piece.Done()
			if err != nil {
				return err
			}
			at += n
		}
		return nil
	})
	if err == nil {
		files.Close()
		u.c.kept = kept.InOrder{Copies: kept.Copies{Format: u.c.format}}
	}
	return err
}

// Records returns the number of records in the urn.
func (u *Urn) Records() uint64 { return uint64(u.tally.Records) }

// Drawable returns the number of records that can be drawn: those with a positive weight.
func (u *Urn) Drawable() uint64 {
	if u.c.opt.Rule.Kind == ask.Weights {
		return u.weights.Positive
	}
	return u.Records()
}

// Classes returns how many records each class of the rule has.
func (u *Urn) Classes() []int {
	if u.c.opt.Rule.Kind != ask.Classes {
		return nil
	}
	return u.members.Sizes
}

// Draw writes n draws with replacement, or endlessly many if n is negative. It may be called only once, and so may
// the other kinds of draws. If w is the input itself, opened for overwriting, Draw copies the input first.
func (u *Urn) Draw(ctx context.Context, w io.Writer, n int64) error {
	if u.Drawable() == 0 && n != 0 {
		return failure.ErrNoRecords
	}
	return u.draw(ctx, w, n, func() urn.Draws {
		if u.c.opt.Rule.Kind == ask.Weights {
			return u.weights.Draw(*u.c.opt.Seed, n, false)
		}
		return urn.Limited(uint64(n), order.NewChoices(*u.c.opt.Seed, max(u.Records(), 1)).Fill)
	})
}

// DrawOnce writes n draws by weight without replacement, or all if n is negative or there are fewer.
func (u *Urn) DrawOnce(ctx context.Context, w io.Writer, n int64) error {
	if u.c.opt.Rule.Kind != ask.Weights {
		return errors.New("records without weights are drawn once by a Collection")
	}
	if all := int64(u.Drawable()); n < 0 || n > all {
		n = all
	}
	return u.draw(ctx, w, n, func() urn.Draws { return u.weights.Draw(*u.c.opt.Seed, n, true) })
}

// DrawEach writes n records of each class of the rule, or, if n is negative, as many as the largest class
// has: the records of a smaller one come again when all of them have come.
func (u *Urn) DrawEach(ctx context.Context, w io.Writer, n int64) error {
	all, draw, err := u.members.Each(*u.c.opt.Seed, n)
	if err != nil {
		return err
	}
	return u.draw(ctx, w, all, func() urn.Draws { return draw })
}

// Apart returns the first n places, or all if there are fewer, of an order that keeps the records apart as
// the rule says. It may take a quarter of a minute.
func (u *Urn) Apart(n int64) (iter.Seq[uint64], error) {
	return u.members.Apart(*u.c.opt.Seed, u.c.opt.run(), n)
}

// DrawBy writes the records with the numbers in places, counted from 0, of which there are
// n, or any number if n is negative. Otherwise it is like Draw.
func (u *Urn) DrawBy(ctx context.Context, w io.Writer, n int64, places iter.Seq[uint64]) error {
	next, stop := iter.Pull(places)
	defer stop()
	return u.draw(ctx, w, n, func() urn.Draws { return urn.Pulled(next) })
}

// draw writes what choices draws, when there is nothing else to fail.
func (u *Urn) draw(ctx context.Context, w io.Writer, n int64, choices func() urn.Draws) error {
	opt := &u.c.opt
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if u.c.integers != nil {
		return opt.urnOf(u.c.integers).Write(ctx, w, choices())
	}
	if _, is := u.c.kept.Input().Is(w); is {
		if err := u.leave(ctx); err != nil {
			return err
		}
	}
	files := u.c.kept.Input()
	records := &urn.Records{Index: u.index, Format: u.c.format, Head: u.head, Archive: opt.archive(),
		Progress: opt.Progress, Workers: opt.workersOf, Check: files.Check,
		Reader: func() func([]byte, int64) error {
			if files != nil {
				return files.ReadAt
			}
			return u.c.store.Bucket(ctx, 0).ReadAt
		}}
	return records.Write(ctx, w, n, choices)
}

// urnOf returns integers to draw from.
func (o *Options) urnOf(all *kept.Integers) *urn.Integers {
	return &urn.Integers{Integers: all, Progress: o.Progress, Workers: o.workersOf}
}

// Close releases the memory and the temporary file.
func (u *Urn) Close() error { return u.c.Close() }
