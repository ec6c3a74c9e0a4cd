package records

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"math"

	"github.com/yates-shuffle/yates/internal/ranges"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/internal/turns"
)

// largeRange writes n > 2³² integers from lo on, or a head of them.
func largeRange(ctx context.Context, w io.Writer, opt Options, lo, n uint64) error {
	if opt.Head == 0 {
		p := ranges.Permutation(*opt.Seed, n)
		next := min(n, uint64(opt.Skip))
		return drawIntegers(ctx, w, opt, lo, func(dst []uint64) []uint64 {
			dst = dst[:min(n-next, uint64(len(dst)))]
			for i := range dst {
				dst[i] = next + uint64(i)
			}
			next += uint64(len(dst))
			return dst
		}, p.At)
	}
	k := min(n, uint64(opt.Head))
	need := ranges.Memory(k)
	if need > uint64(opt.Memory) || need > math.MaxInt {
		what := fmt.Sprintf("a sample of %d integers of more than 2³²", k)
		return &MemoryError{What: what, Need: need, Allowed: uint64(opt.Memory)}
	}
	opt.Memory -= int64(need)
	s := ranges.NewSample(*opt.Seed, n, int(k))
	for skip := min(k, uint64(opt.Skip)); skip > 0; skip-- {
		s.Next()
		k--
	}
	return drawIntegers(ctx, w, opt, lo, func(dst []uint64) []uint64 {
		dst = dst[:min(k, uint64(len(dst)))]
		k -= uint64(len(dst))
		for i := range dst {
			dst[i] = s.Next()
		}
		return dst
	}, nil)
}

// RepeatNumbers writes draws with replacement from the integers lo, …, hi: opt.Head of
// them or, if that is 0, endlessly until w fails or ctx ends. It writes what [Repeat]
// would write if the integers were records. The error is [ErrNoRecords] if there are no
// integers; 2⁶⁴ integers are an error, too. It takes constant memory and O(1) time for
// each draw.
func RepeatNumbers(ctx context.Context, w io.Writer, opt Options, lo, hi uint64) error {
	n, err := countOf(lo, hi)
	if err == nil {
		_, err = opt.setDefaults()
	}
	if err != nil {
		return err
	}
	if n == 0 {
		return ErrNoRecords
	}
	return drawIntegers(ctx, w, opt, lo, repeats(*opt.Seed, n, cmp.Or(opt.Head, -1)), nil)
}

// NumbersBy writes the integer lo+i for each i of the places. Otherwise it is like Numbers.
func NumbersBy(ctx context.Context, w io.Writer, opt Options, lo uint64, places iter.Seq[uint64]) error {
	if _, err := opt.setDefaults(); err != nil {
		return err
	}
	next, stop := iter.Pull(places)
	defer stop()
	return drawIntegers(ctx, w, opt, lo, drawn(next), nil)
}

// repeats returns what draws the choices with replacement from n records: as many as
// fit into dst and are left, or endlessly many if that is negative. None means the end.
func repeats(seed order.Seed, n uint64, left int64) func(dst []uint64) []uint64 {
	r := order.NewChoices(seed, n)
	return func(dst []uint64) []uint64 {
		if left >= 0 {
			dst = dst[:min(left, int64(len(dst)))]
			left -= int64(len(dst))
		}
		r.Fill(dst)
		return dst
	}
}

// drawn returns what puts draws into dst, until next has no more.
func drawn(next func() (uint64, bool)) func(dst []uint64) []uint64 {
	return func(dst []uint64) []uint64 {
		for n := range dst {
			i, ok := next()
			if !ok {
				return dst[:n]
			}
			dst[n] = i
		}
		return dst
	}
}

// unitBytes is about how much is written at a time of what is drawn.
const unitBytes = 256 << 10

// perPage is how many integers a page has, and integerPage its size.
const (
	perPage     = 1 << 14
	integerPage = perPage*(mostDigits+1) + decimalSlack
)

// drawIntegers writes integers: those that are lo more than what draw puts into dst, a part
// of which it returns, or than what at, unless it is nil, makes of that, side by side.
func drawIntegers(ctx context.Context, w io.Writer, opt Options, lo uint64, draw func(dst []uint64) []uint64,
	at func(i uint64) uint64) error {
	opt.Progress.willWrite(0, 0)
	makers := make([]turns.Maker[*page], opt.workersOf(8*perPage+2*integerPage))
	for i := range makers {
		makers[i] = &integerMaker{chooser{draw: draw, room: make([]uint64, perPage)}, lo, at, separator(opt.NUL)}
	}
	return opt.Progress.finish(writePages(ctx, w, opt.Progress, makers, integerPage))
}

// A chooser is a worker that shares draws with others: draw puts draws into room, and
// returns the part of it that it has filled.
type chooser struct {
	draw       func(dst []uint64) []uint64
	room, part []uint64 // part is what was claimed
}

// Claim draws.
func (c *chooser) Claim() bool {
	c.part = c.draw(c.room)
	return len(c.part) > 0
}

// An integerMaker makes the text of integers.
type integerMaker struct {
	chooser
	lo  uint64
	at  func(i uint64) uint64
	sep byte
}

// Make makes their text.
func (m *integerMaker) Make(out *turns.Out[*page]) error {
	page, err := out.Page()
	if err != nil {
		return err
	}
	if m.at != nil {
		for i, x := range m.part {
			m.part[i] = m.at(x)
		}
	}
	page.n[0] = putIntegers(page.bufs[0], m.lo, m.part, m.sep)
	return nil
}
