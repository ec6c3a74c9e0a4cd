package records

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/internal/turns"
)

// largeRange writes n > 2³² integers from lo on, or a head of them.
func largeRange(ctx context.Context, w io.Writer, opt Options, lo, n uint64) error {
	opt.Progress.willWrite(0)
	if opt.Head == 0 {
		p := order.NewPseudoPermutation(*opt.Seed, n)
		next := uint64(0)
		return opt.Progress.finish(writePages(ctx, w, opt.Progress, makers(opt, lo, func(dst []uint64) ([]uint64, uint64) {
			from := next
			next += min(n-next, uint64(len(dst)))
			return dst[:next-from], from
		}, func(dst []uint64, from uint64) {
			for i := range dst {
				dst[i] = p.At(from + uint64(i))
			}
		}), integerPage))
	}
	k := min(n, uint64(opt.Head))
	if need := order.SampleMemory(k); need > uint64(opt.Memory) || need > math.MaxInt {
		return &MemoryError{What: fmt.Sprintf("a sample of %d integers of more than 2³²", k), Need: need, Allowed: uint64(opt.Memory)}
	}
	opt.Memory -= int64(order.SampleMemory(k))
	s := order.NewSample(*opt.Seed, n, int(k))
	return opt.Progress.finish(writePages(ctx, w, opt.Progress, makers(opt, lo, func(dst []uint64) ([]uint64, uint64) {
		dst = dst[:min(k, uint64(len(dst)))]
		k -= uint64(len(dst))
		for i := range dst {
			dst[i] = s.Next()
		}
		return dst, 0
	}, nil), integerPage))
}

// RepeatNumbers writes draws with replacement from the integers lo, …, hi: opt.Head of
// them or, if that is 0, endlessly until w fails or ctx ends. It writes what [Repeat]
// would write if the integers were records. The error is [ErrNoRecords] if there are no
// integers; 2⁶⁴ integers are an error, too. It takes constant memory and O(1) time for
// each draw.
func RepeatNumbers(ctx context.Context, w io.Writer, opt Options, lo, hi uint64) error {
	n, err := countOf(lo, hi)
	if err == nil {
		err = opt.setDefaults()
	}
	if err != nil {
		return err
	}
	if n == 0 {
		return ErrNoRecords
	}
	opt.Progress.willWrite(0)
	head := opt.Head
	if head == 0 {
		head = -1
	}
	return opt.Progress.finish(writePages(ctx, w, opt.Progress, makers(opt, lo, repeats(*opt.Seed, n, head), nil), integerPage))
}

// repeats returns what draws the choices with replacement from n records: as many as
// fit into dst and are left, or endlessly many if that is negative.
func repeats(seed order.Seed, n uint64, left int64) func(dst []uint64) ([]uint64, uint64) {
	r := order.NewRepeat(seed, n)
	return func(dst []uint64) ([]uint64, uint64) {
		if left >= 0 {
			dst = dst[:min(left, int64(len(dst)))]
			left -= int64(len(dst))
		}
		r.Fill(dst)
		return dst, 0
	}
}

// unitBytes is about how much is written at a time of what is drawn.
const unitBytes = 256 << 10

// An integerMaker makes the text of integers.
type integerMaker struct {
	lo      uint64
	sep     byte
	draw    func(dst []uint64) ([]uint64, uint64)
	compute func(dst []uint64, from uint64)
	room    []uint64
	part    []uint64 // of room: what was claimed
	from    uint64
}

// perPage is how many integers a page has, and integerPage its size.
const (
	perPage     = 1 << 14
	integerPage = perPage*(mostDigits+1) + decimalSlack
)

// makers returns makers of integers, as many as have room, which are lo more than
// what draw puts into dst, a part of which it returns; an empty one means the end. If
// compute is not nil it is what fills that part, side by side, by a number that draw
// returned.
func makers(opt Options, lo uint64, draw func(dst []uint64) ([]uint64, uint64), compute func(dst []uint64, from uint64)) []turns.Maker[*page] {
	makers := make([]turns.Maker[*page], opt.workersOf(8*perPage+2*integerPage))
	for i := range makers {
		makers[i] = &integerMaker{lo: lo, sep: separator(opt.NUL), draw: draw, compute: compute, room: make([]uint64, perPage)}
	}
	return makers
}

// Claim draws integers.
func (m *integerMaker) Claim() bool {
	m.part, m.from = m.draw(m.room)
	return len(m.part) > 0
}

// Make makes their text.
func (m *integerMaker) Make(out *turns.Out[*page]) error {
	page, err := out.Page()
	if err != nil {
		return err
	}
	if m.compute != nil {
		m.compute(m.part, m.from)
	}
	page.n[0] = putIntegers(page.bufs[0], m.lo, m.part, m.sep)
	return nil
}
