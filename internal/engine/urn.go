package engine

import (
	"context"
	"errors"
	"io"
	"iter"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
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
	c        *Collection // which holds them in bucket 0; or integers, which are not kept
	index    *index
	members  *members
	weights  *weights // or nil: all records have the same, or the drawing has begun
	records  uint64
	positive uint64 // records whose weight is not 0
}

// NewUrn reads the records of the sources into an urn. It takes time linear in the
// size of the input. The urn must be closed.
func NewUrn(ctx context.Context, opt Options, sources ...Source) (*Urn, error) {
	c, err := newCollection(opt, sources, ask.Draws)
	if err != nil {
		return nil, err
	}
	u := &Urn{c: c, members: new(members), found: &c.found}
	if c.integers != nil {
		u.records, u.positive = c.integers.n, c.integers.n
		return u, nil
	}
	memory, tune := c.opt.Memory, &c.opt.tune
	tune.copy, tune.memory = true, memory-memory/4
	c.opt.Head = 0 // it is for the draws
	set(&tune.starts, max(int(memory/8/8), 64))
	u.index = &index{stride: 1, most: tune.starts}
	if opt.Rule.Kind == ask.Weights {
		tune.memory -= memory / 3
		u.weights = newWeights(memory)
	}
	if opt.divides() {
		tune.memory -= memory / 3
	}
	u.members.most, u.members.ids = memory/3+base/4, map[string]int32{}
	c.members, c.index, c.weights = u.members, u.index, u.weights
	c.tally, c.kept = newTally(0, false), inOrder{copies: copies{c.format}}
	windows := c.opt.setWindow(sources)
	tune.setDefaults(memory, &c.opt.Workers)
	if err := c.scatter(ctx, sources, windows); err != nil {
		c.Close()
		return nil, err
	}
	u.records, u.positive = u.index.records, u.index.records
	if u.weights != nil {
		u.weights.finish()
		u.positive = u.weights.positive
	}
	if opt.divides() {
		u.members.finish()
	}
	return u, nil
}

// unitBytes is about how much is written at a time of what is drawn.
const unitBytes = 256 << 10

// leave keeps the records that are in files, so that these can be written over.
func (u *Urn) leave(ctx context.Context) (err error) {
	files, tune := u.c.kept.input(), &u.c.opt.tune
	u.c.store.Close()
	u.c.store, err = u.c.opt.fill(ctx, tune.memory, true, 1, func(ctx context.Context, s *spill.Store) error {
		for at := int64(0); at < u.index.size; {
			n := min(u.index.size-at, int64(tune.chunk))
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
		u.c.kept = inOrder{copies: copies{u.c.format}}
	}
	return err
}

// Records returns the number of records in the urn.
func (u *Urn) Records() uint64 { return u.records }

// Drawable returns the number of records that can be drawn: those with a positive weight.
func (u *Urn) Drawable() uint64 { return u.positive }

// Without returns how many records have no value.
func (u *Urn) Without() Without { return u.c.none }

// Draw writes n draws with replacement, or endlessly many if n is negative. It may be called only once, and so may
// the other kinds of draws. If w is the input itself, opened for overwriting, Draw copies the input first.
func (u *Urn) Draw(ctx context.Context, w io.Writer, n int64) error {
	if u.Drawable() == 0 && n != 0 {
		return failure.ErrNoRecords
	}
	return u.draw(ctx, w, n, func() func(dst []uint64) []uint64 {
		if u.weights == nil {
			return limited(uint64(n), order.NewChoices(*u.c.opt.Seed, max(u.records, 1)).Fill)
		}
		return u.weighted(order.NewWeightedChoices, n)
	})
}

// DrawOnce writes n draws by weight without replacement, or all if n is negative or there are fewer.
func (u *Urn) DrawOnce(ctx context.Context, w io.Writer, n int64) error {
	if u.weights == nil {
		return errors.New("records without weights are drawn once by a Collection")
	}
	if all := int64(u.Drawable()); n < 0 || n > all {
		n = all
	}
	return u.draw(ctx, w, n, func() func(dst []uint64) []uint64 { return u.weighted(order.NewWeighted, n) })
}

// DrawBy writes the records with the numbers in places, counted from 0, of which there are
// n, or any number if n is negative. Otherwise it is like Draw.
func (u *Urn) DrawBy(ctx context.Context, w io.Writer, n int64, places iter.Seq[uint64]) error {
	next, stop := iter.Pull(places)
	defer stop()
	return u.draw(ctx, w, n, func() func(dst []uint64) []uint64 { return drawn(next) })
}

// weighted returns what draws n choices by weight.
func (u *Urn) weighted(draw func(order.Seed, int, func(int) uint64) *order.Weighted,
	n int64) func(dst []uint64) []uint64 {
	w := draw(*u.c.opt.Seed, len(u.weights.value), u.weights.at)
	u.weights, u.c.weights = nil, nil // the memory is needed
	return limited(uint64(n), func(dst []uint64) {
		for i := range dst {
			next, _ := w.Next() // there are as many
			dst[i] = uint64(next)
		}
	})
}

func (u *Urn) draw(ctx context.Context, w io.Writer, n int64, choices func() func(dst []uint64) []uint64) error {
	opt, progress := &u.c.opt, u.c.opt.Progress
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if u.c.integers != nil {
		return u.c.integers.write(ctx, w, opt, choices())
	}
	if _, is := u.c.kept.input().Is(w); is {
		if err := u.leave(ctx); err != nil {
			return err
		}
	}
	// A worker takes as many choices as have some 256 KiB together, and may
	// hold the longest record, or a window, three times, with its share of the pages.
	mean := u.index.size / int64(max(u.records, 1))
	piece := min(max(unitBytes/(mean+1), 1), 1<<14)
	progress.willWrite(0, max(min(n, math.MaxInt64/(mean+1)), 0)*mean)
	draw := choices()
	held := min(max(u.index.longest, unitBytes), 2*spill.WindowSize)
	makers := make([]turns.Maker[*page], opt.workersOf(3*held))
	for i := range makers {
		read := u.c.store.Bucket(ctx, 0).ReadAt
		if files := u.c.kept.input(); files != nil {
			read = files.ReadAt
		}
		makers[i] = &drawer{chooser: chooser{draw: draw, room: make([]uint64, piece)}, urn: u,
			finder: finder{of: u.index, format: u.c.format, read: read}}
	}
	if head := u.head; len(head) > 0 {
		if err := writeAll(w, head, progress); err != nil {
			return err
		}
	}
	kind := opt.archive()
	if kind != nil {
		w = &archive.Writer{To: w}
	}
	err := writePages(ctx, w, progress, makers, 0)
	if err == nil && kind != nil {
		err = endArchive(w, kind, progress)
	}
	return progress.finish(err)
}

// Close releases the memory and the temporary file.
func (u *Urn) Close() error { return u.c.Close() }

// A drawer makes the text of choices.
type drawer struct {
	chooser
	finder
	urn *Urn
	buf []byte
}

// Make looks up the records.
func (d *drawer) Make(out *turns.Out[*page]) error {
	d.buf = d.buf[:0]
	for _, r := range d.part {
		if err := d.record(out, r); err != nil {
			return err
		}
	}
	if err := d.flush(out); err != nil {
		return err
	}
	return d.urn.c.kept.input().Check()
}

// flush puts what is in the buffer on a page. The page's memory is the next buffer.
func (d *drawer) flush(out *turns.Out[*page]) error {
	page, err := out.Page()
	if err != nil {
		return err
	}
	page.buf, d.buf = d.buf, page.buf[:0]
	out.Flush()
	return nil
}

// record appends record r to the buffer. What goes beyond the size of a window is put
// on pages.
func (d *drawer) record(out *turns.Out[*page], r uint64) error {
	at, end, err := d.find(r)
	if err != nil {
		return err
	}
	for at < end {
		if len(d.buf) >= spill.WindowSize {
			if err := d.flush(out); err != nil {
				return err
			}
		}
		n, more := len(d.buf), int(min(spill.WindowSize, end-at))
		d.buf = slices.Grow(d.buf, more)[:n+more]
		if err := d.read(d.buf[n:], at); err != nil {
			return err
		}
		at += int64(more)
	}
	return nil
}
