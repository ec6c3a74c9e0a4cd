package records

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"strconv"

	"github.com/yates-shuffle/yates/internal/ranges"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/internal/spill"
)

// Numbers writes the integers lo, lo+1, …, hi, one a record, in random order. If hi
// is lo−1, there are none; it is an error if hi is less, or if there are 2⁶⁴ integers.
//
// Up to 2³² integers have the order in which [Shuffle] with the same options would
// write the lines of a file with that many lines: integer lo+i takes the place of line
// i. Numbers keeps 4 bytes for each integer, in memory or in the temporary file. A head
// takes memory for little more than itself.
//
// More than 2³² integers have an order that is pseudo-random and not Order 1: the
// permutation of SPEC.md. It takes constant memory, and writes the first integers at once.
// A head of them is a sample of its own, which is uniform and needs 32 to 64 bytes for
// each of its integers; it is an error if opt.Memory is less.
//
// Otherwise Numbers is like Shuffle.
func Numbers(ctx context.Context, w io.Writer, opt Options, lo, hi uint64) error {
	n, err := countOf(lo, hi)
	if err == nil {
		_, err = opt.setDefaults()
	}
	if err != nil || n == 0 {
		return err
	}
	if n > mostIndices {
		return largeRange(ctx, w, opt, lo, n)
	}
	c, err := collectNumbers(ctx, opt, lo, n)
	if err != nil {
		return err
	}
	return cmp.Or(c.Write(ctx, w), c.Close())
}

// CollectNumbers is [Collect] of the integers lo, lo+1, …, hi, one a record, of which there can be up to 2³².
func CollectNumbers(ctx context.Context, opt Options, lo, hi uint64) (*Collection, error) {
	n, err := countOf(lo, hi)
	if err == nil && n > mostIndices {
		err = errors.New("more than 2³² integers cannot be divided")
	}
	if err == nil {
		_, err = opt.setDefaults()
	}
	if err != nil {
		return nil, err
	}
	return collectNumbers(ctx, opt, lo, n)
}

func collectNumbers(ctx context.Context, opt Options, lo, n uint64) (*Collection, error) {
	opt.tune.setDefaults(opt.Memory, &opt.Workers)
	c := &Collection{bucketed: bucketed{opt: opt, tally: newTally(&opt)}, tracks: 1, heads: [][]byte{nil}}
	c.integers = &integers{lo: lo, n: n, width: len(strconv.FormatUint(lo+n-1, 10)) + 1}
	c.integers.top.Store(order.Buckets)
	c.tally.records = int64(n)
	large := int64(n)*int64(indexBytes) > opt.tune.memory && opt.Head == 0
	s := &scattering{bucketed: &c.bucketed}
	if err := c.fill(ctx, opt.tune.memory, large, opt.Workers, s.workIntegers); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

var errTooMany = errors.New("more integers than 64 bits can count")

// countOf returns how many integers there are from lo to hi.
func countOf(lo, hi uint64) (uint64, error) {
	n := hi - lo + 1
	switch {
	case lo == 0 && hi == math.MaxUint64:
		return 0, errTooMany
	case lo > hi && lo-1 != hi:
		return 0, errors.New("the first integer is greater than the last")
	}
	return n, nil
}

// workIntegers scatters chunks of integers, each a whole number of blocks.
func (s *scattering) workIntegers(ctx context.Context) error {
	w, all := &scatterer{scattering: s}, s.integers
	size := min(uint64(max(s.opt.tune.chunk/indexBytes/order.BlockRecords, 1))*order.BlockRecords, all.n)
	w.digit = make([]uint16, size)
	w.starts = make([]uint32, size)
	for {
		number := all.taken.Add(1) - 1
		first := uint64(number) * size
		if first >= all.n {
			return nil
		}
		w.starts, w.digit = w.starts[:0], w.digit[:min(size, all.n-first)]
		few := int(all.top.Load()) + 1
		if few > ranges.MostSelected {
			w.digits.Seek(*s.opt.Seed, first)
			w.digits.Fill(w.digit)
		} else {
			w.selectFrom(first, few)
		}
		w.count()
		w.measure(nil)
		if err := s.adding.Await(ctx, number); err != nil {
			return err
		}
		piece, top, err := w.add()
		if err != nil {
			return err
		}
		all.top.Store(int64(top))
		s.adding.Pass()
		if piece != nil {
			w.placeIntegers(uint32(first), piece)
			piece.Done()
		}
	}
}

// selectFrom draws the digits of the records from first on, and keeps those of the first
// few buckets, and in starts which records these are.
func (w *scatterer) selectFrom(first uint64, few int) {
	var found [order.BlockRecords]uint32
	rest, kept := len(w.digit), w.digit[:0]
	for from := 0; rest > 0; from += order.BlockRecords {
		n := min(rest, order.BlockRecords)
		rest -= n
		block := (first + uint64(from)) / order.BlockRecords
		for _, f := range ranges.Select(found[:], *w.opt.Seed, block, n, few) {
			kept = append(kept, uint16(f%order.Buckets))
			w.starts = append(w.starts, uint32(from)+f/order.Buckets)
		}
	}
	w.digit = kept
}

// placeIntegers puts the indices into their buckets in the piece. They are first, first+1
// and so on, or, if there are starts, first more than these.
func (w *scatterer) placeIntegers(first uint32, p *spill.Piece) {
	for b := range w.next {
		w.next[b] = p.Start[min(b, len(p.Start)-1)] / indexBytes
	}
	wanted := uint16(len(p.Start) - 2) // the last bucket
	dst := indicesIn(p.Data)
	for i, d := range w.digit {
		b := d % order.Buckets
		if b > wanted {
			continue
		}
		index := first + uint32(i)
		if len(w.starts) > 0 {
			index = first + w.starts[i]
		}
		dst[w.next[b]] = index
		w.next[b]++
	}
}
