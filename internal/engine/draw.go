package engine

import (
	"context"
	"io"
	"iter"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/kept"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
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
	contents *urn.Contents
	c        *Collection // which holds the records in bucket 0; or integers, which are not kept
}

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
	c.opt.Head = 0 // it is for the draws
	c.opt.tune.copy, c.opt.tune.memory = true, c.opt.Memory-c.opt.Memory/4-c.plan.takes(c.opt.Memory)
	c.opt.tune.setDefaults(c.opt.Memory, &c.opt.Workers)
	u.contents = urn.NewContents(c.opt.tune.starts, c.opt.Memory/3, base/4)
	c.plan.urn = u.contents
	c.kept = kept.Unscattered{Copies: kept.Copies{Format: c.format}}
	if err := c.scatter(ctx, sources); err != nil {
		c.Close()
		return nil, err
	}
	u.contents.Weights.Finish()
	return u, nil
}

// Records returns the number of records in the urn.
func (u *Urn) Records() uint64 { return uint64(u.tally.Records) }

// Drawable returns the number of records that can be drawn: those with a positive weight.
func (u *Urn) Drawable() uint64 {
	if u.c.opt.Rule.Kind == ask.Weights {
		return u.contents.Weights.Positive
	}
	return u.Records()
}

// Classes returns how many records each class of the rule has.
func (u *Urn) Classes() []int {
	if u.c.opt.Rule.Kind != ask.Classes {
		return nil
	}
	return u.contents.Members.Sizes
}

// Draw writes n draws with replacement, or endlessly many if n is negative. It may be called only once, and so may
// the other kinds of draws. If w is the input itself, opened for overwriting, that must fit into memory.
func (u *Urn) Draw(ctx context.Context, w io.Writer, n int64) error {
	switch {
	case u.Drawable() == 0 && n != 0:
		return failure.ErrNoRecords
	case u.c.opt.Rule.Kind == ask.Weights:
		return u.draw(ctx, w, n, u.contents.Weights.Draw(*u.c.opt.Seed, n, false))
	}
	return u.draw(ctx, w, n, urn.Limit(uint64(n), order.NewChoices(*u.c.opt.Seed, max(u.Records(), 1)).Fill))
}

// DrawOnce writes n draws by weight without replacement, or all if n is negative or there are fewer.
func (u *Urn) DrawOnce(ctx context.Context, w io.Writer, n int64) error {
	if all := int64(u.Drawable()); n < 0 || n > all {
		n = all
	}
	return u.draw(ctx, w, n, u.contents.Weights.Draw(*u.c.opt.Seed, n, true))
}

// DrawEach writes n records of each class of the rule, or, if n is negative, as many as the largest class
// has: the records of a smaller one come again when all of them have come.
func (u *Urn) DrawEach(ctx context.Context, w io.Writer, n int64) error {
	all, draw, err := u.contents.Members.Each(*u.c.opt.Seed, n)
	if err != nil {
		return err
	}
	return u.draw(ctx, w, all, draw)
}

// Apart returns the first n places, or all if there are fewer, of an order that keeps the records apart as
// the rule says. It may take a quarter of a minute.
func (u *Urn) Apart(n int64) (iter.Seq[uint64], error) {
	return u.contents.Members.Apart(*u.c.opt.Seed, u.c.opt.run(), n)
}

// DrawBy writes the records with the numbers in places, counted from 0, of which there are
// n, or any number if n is negative. Otherwise it is like Draw.
func (u *Urn) DrawBy(ctx context.Context, w io.Writer, n int64, places iter.Seq[uint64]) error {
	next, stop := iter.Pull(places)
	defer stop()
	return u.draw(ctx, w, n, urn.Pull(next))
}

// draw writes n draws.
func (u *Urn) draw(ctx context.Context, w io.Writer, n int64, draws urn.Draws) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	open := func(int) (io.Writer, error) { return w, nil }
	if u.c.integers != nil {
		return u.c.largeRange(u.c.newParts(open)).Write(ctx, draws)
	}
	files := u.c.kept.Input()
	records := &urn.Records{Index: u.contents.Index, Format: u.c.format, Parts: u.c.newParts(open),
		Workers: u.c.opt.workersOf, Check: files.Check,
		Reader: func() func([]byte, int64) error {
			if files != nil {
				return files.ReadAt
			}
			return u.c.store.Bucket(ctx, 0).ReadAt
		}}
	return records.Write(ctx, n, draws)
}

// Close releases the memory and the temporary file.
func (u *Urn) Close() error { return u.c.Close() }
