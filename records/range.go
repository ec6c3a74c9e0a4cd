package records

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/yates-shuffle/yates/order"
)

// largeRange writes n > 2³² integers from lo on, or a head of them.
func largeRange(ctx context.Context, w io.Writer, opt Options, lo, n uint64) error {
	opt.Progress.willWrite(0)
	if opt.Head == 0 {
		p := order.NewPermutation(opt.Seed, n)
		next := uint64(0)
		return inTurn(ctx, w, opt.Progress, makers(opt, lo, func(dst []uint64) ([]uint64, uint64) {
			from := next
			next += min(n-next, uint64(len(dst)))
			return dst[:next-from], from
		}, func(dst []uint64, from uint64) {
			for i := range dst {
				dst[i] = p.At(from + uint64(i))
			}
		}))
	}
	k := min(n, uint64(opt.Head))
	if need := order.SampleMemory(k); need > uint64(opt.Memory) || need > math.MaxInt {
		return &Error{
			Err:  fmt.Errorf("a sample of %d integers of more than 2³² needs %d MiB of memory", k, (need-1)>>20+1),
			Hint: "use more --memory, or a smaller sample",
		}
	}
	opt.Memory -= int64(order.SampleMemory(k))
	s := order.NewSample(opt.Seed, n, int(k))
	return inTurn(ctx, w, opt.Progress, makers(opt, lo, func(dst []uint64) ([]uint64, uint64) {
		dst = dst[:min(k, uint64(len(dst)))]
		k -= uint64(len(dst))
		for i := range dst {
			dst[i] = s.Next()
		}
		return dst, 0
	}, nil))
}

// RepeatNumbers writes choices with replacement from the integers lo, …, hi:
// opt.Head of them, or endlessly if that is 0, until w fails or ctx ends. It is
// what [Repeat] writes where the integers are the records. It is an error if there
// is none, [ErrNoRecords], or if there are 2⁶⁴ of them. It takes constant memory
// and O(1) time for each choice.
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
	return inTurn(ctx, w, opt.Progress, makers(opt, lo, opt.choices(n), nil))
}

// choices returns what draws the choices from n records: as many as fit into dst
// and are wanted.
func (o *Options) choices(n uint64) func(dst []uint64) ([]uint64, uint64) {
	r, left := order.NewRepeat(o.Seed, n), o.Head
	return func(dst []uint64) ([]uint64, uint64) {
		if o.Head > 0 {
			dst = dst[:min(left, int64(len(dst)))]
			left -= int64(len(dst))
		}
		r.Fill(dst)
		return dst, 0
	}
}

// An integerMaker makes the text of integers.
type integerMaker struct {
	lo      uint64
	sep     byte
	draw    func(dst []uint64) ([]uint64, uint64)
	compute func(dst []uint64, from uint64)
	room    []uint64
	part    []uint64 // of room: what was claimed
	from    uint64
	buf     []byte
}

// integers is how many integers a piece has.
const integers = 1 << 14

// makers returns makers of integers, as many as have room, which are lo more than what draw puts into
// dst, a part of which it returns; an empty one means the end. If compute is not
// nil it is what fills that part, in parallel, by a number that draw returned.
func makers(opt Options, lo uint64, draw func(dst []uint64) ([]uint64, uint64), compute func(dst []uint64, from uint64)) []maker {
	const buf = integers*(mostDigits+1) + decimalSlack
	makers := make([]maker, opt.workersOf(8*integers+buf))
	for i := range makers {
		makers[i] = &integerMaker{
			lo: lo, sep: separator(opt.NUL), draw: draw, compute: compute,
			room: make([]uint64, integers), buf: make([]byte, buf),
		}
	}
	return makers
}

func (m *integerMaker) claim() bool {
	m.part, m.from = m.draw(m.room)
	return len(m.part) > 0
}

func (m *integerMaker) make() ([]byte, error) {
	if m.compute != nil {
		m.compute(m.part, m.from)
	}
	return m.buf[:putIntegers(m.buf, m.lo, m.part, m.sep)], nil
}
