package engine

import (
	"context"
	"io"

	"github.com/yates-shuffle/yates/internal/engine/turns"
)

// limited returns what draws by fill, which fills all of what it is given, as many as fit into dst and are left. None
// means the end; of 2⁶³ or more nobody gets there.
func limited(left uint64, fill func(dst []uint64)) func(dst []uint64) []uint64 {
	return func(dst []uint64) []uint64 {
		dst = dst[:min(left, uint64(len(dst)))]
		left -= uint64(len(dst))
		fill(dst)
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

// perPage is how many integers a page has, and integerPage its size.
const (
	perPage     = 1 << 14
	integerPage = perPage*(mostDigits+1) + decimalSlack
)

// write writes integers: those that are lo more than what draw puts into dst, a part of which it returns.
func (s *integers) write(ctx context.Context, w io.Writer, opt *Options, draw func(dst []uint64) []uint64) error {
	opt.Progress.willWrite(0, 0)
	makers := make([]turns.Maker[*page], opt.workersOf(8*perPage+2*integerPage))
	for i := range makers {
		makers[i] = &integerMaker{chooser{draw: draw, room: make([]uint64, perPage)}, s}
	}
	return opt.Progress.finish(writePages(ctx, w, opt.Progress, makers, integerPage))
}

// An integerMaker makes the text of integers.
type integerMaker struct {
	chooser
	of *integers
}

// Make makes their text.
func (m *integerMaker) Make(out *turns.Out[*page]) error {
	page, err := out.Page()
	if err != nil {
		return err
	}
	page.buf = put(m.of, page.buf, m.part)
	return nil
}
