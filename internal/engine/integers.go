package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"strconv"
	"sync/atomic"
	"unsafe"

	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/internal/ranges"
	"github.com/yates-shuffle/yates/order"
)

// integers are the records lo, lo+1, …, lo+n−1. They need no text until they are written:
// buckets hold their indices, which are the numbers of the records.
type integers struct {
	lo, n uint64
	width int // bytes of the longest one

	sep    byte
	binary bool
}

const (
	mostIndices = 1 << 32 // of 32 bits
	indexBytes  = int(unsafe.Sizeof(uint32(0)))
)

// indicesIn returns the memory of b as indices; b begins and ends where indices do.
func indicesIn(b []byte) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/indexBytes)
}

// rangeOf returns the integers of the sources, if they are integers.
func rangeOf(sources []Source) (all *integers, err error) {
	for _, s := range sources {
		n := s.Hi - s.Lo + 1
		switch {
		case !s.Integers:
			continue
		case len(sources) > 1:
			return nil, errors.New("integers are the only source, or none")
		case s.Lo == 0 && s.Hi == math.MaxUint64:
			return nil, errors.New("more integers than 64 bits can count")
		case s.Lo > s.Hi && s.Lo-1 != s.Hi:
			return nil, errors.New("the first integer is greater than the last")
		}
		return &integers{lo: s.Lo, n: n}, nil
	}
	return nil, nil
}

// written makes them as the options have it, and returns them.
func (s *integers) written(opt *Options, sep byte) *integers {
	s.sep, s.binary, s.width = sep, opt.Binary, len(strconv.FormatUint(s.lo+s.n-1, 10))+1
	if s.binary {
		s.width = 8
	}
	return s
}

// put appends the integers of these places to b as putIntegers does, or in binary.
func put[N uint32 | uint64](s *integers, b []byte, places []N) []byte {
	if !s.binary {
		return putIntegers(b, s.lo, places, s.sep)
	}
	for _, p := range places {
		b = binary.LittleEndian.AppendUint64(b, s.lo+uint64(p))
	}
	return b
}

// scatter scatters the integers.
func (s *integers) scatter(ctx context.Context, opt *Options, t *tally) (*spill.Store, error) {
	t.records = int64(s.n)
	var adding turns.Gate
	var taken, top atomic.Int64 // top is the last bucket that is wanted, or one after it
	top.Store(order.Buckets)
	large := int64(s.n)*int64(indexBytes) > opt.tune.memory && opt.Head == 0
	// Chunks are a whole number of blocks.
	size := min(uint64(max(opt.tune.chunk/indexBytes/order.BlockRecords, 1))*order.BlockRecords, s.n)
	return opt.fill(ctx, opt.tune.memory, large, opt.Workers, func(ctx context.Context, store *spill.Store) error {
		l, digits := &lot{starts: make([]uint32, size), digit: make([]uint16, size)}, new(order.Digits)
		for {
			number := taken.Add(1) - 1
			l.first = uint64(number) * size
			if l.first >= s.n {
				return nil
			}
			l.starts, l.digit = l.starts[:0], l.digit[:min(size, s.n-l.first)]
			if few := int(top.Load()) + 1; few > ranges.MostSelected {
				digits.Seek(*opt.Seed, l.first)
				digits.Fill(l.digit)
			} else {
				l.selectFrom(*opt.Seed, few)
			}
			if t.counted {
				l.count()
			}
			s.measure(l)
			if err := adding.Await(ctx, number); err != nil {
				return err
			}
			piece, last, err := l.add(t, store)
			if err != nil {
				return err
			}
			top.Store(int64(last))
			adding.Pass()
			if piece != nil {
				s.place(l, piece)
				piece.Done()
			}
		}
	})
}

// selectFrom draws the digits of the lot, and keeps those of the first few buckets, and in starts which records
// these are.
func (l *lot) selectFrom(seed order.Seed, few int) {
	var found [order.BlockRecords]uint32
	rest, kept := len(l.digit), l.digit[:0]
	for from := 0; rest > 0; from += order.BlockRecords {
		n := min(rest, order.BlockRecords)
		rest -= n
		block := (l.first + uint64(from)) / order.BlockRecords
		for _, f := range ranges.Select(found[:], seed, block, n, few) {
			kept = append(kept, uint16(f%order.Buckets))
			l.starts = append(l.starts, uint32(from)+f/order.Buckets)
		}
	}
	l.digit = kept
}

func (s *integers) measure(l *lot) { l.measureEach(indexBytes) }

func (s *integers) place(l *lot, p *spill.Piece) {
	for b := range l.next {
		l.next[b] = p.Start[min(b, len(p.Start)-1)] / indexBytes
	}
	wanted := uint16(len(p.Start) - 2) // the last bucket
	dst := indicesIn(p.Data)
	for i, d := range l.digit {
		b := d % order.Buckets
		if b > wanted {
			continue
		}
		index := uint32(l.first) + uint32(i)
		if len(l.starts) > 0 {
			index = uint32(l.first) + l.starts[i]
		}
		dst[l.next[b]] = index
		l.next[b]++
	}
}

func (s *integers) input() *input.Files { return nil }
func (s *integers) hold() held          { return &indices{of: s} }

func (s *integers) limits(unit, _, _ int64) (int64, int64) {
	return max(unit/int64(s.width), 1) * int64(indexBytes), math.MaxInt64
}

// size returns the size of all integers as they are written.
func (s *integers) size(*spill.Store) int64 {
	if s.binary {
		return int64(8 * s.n)
	}
	last := s.lo + s.n - 1
	size := 2 * s.n // a digit and the separator of each
	for _, power := range powersOf10[1:] {
		if power <= last {
			size += last - max(power, s.lo) + 1 // which have a digit more
		}
	}
	return int64(size)
}

// indices are those of the integers of a bucket.
type indices struct {
	of  *integers
	all []uint32
}

func (h *indices) load(segs [][]byte, _ int64) {
	h.all = h.all[:0]
	for _, seg := range segs {
		h.all = append(h.all, indicesIn(seg)...)
	}
}

func (h *indices) len() int { return len(h.all) }
func (h *indices) shuffle(s *order.Shuffler, seed order.Seed, b int) {
	order.ShuffleBucket(s, seed, b, h.all)
}

func (h *indices) put(p *pen, lo, hi int) error {
	for rest := h.all[lo:hi]; len(rest) > 0; {
		page, err := p.out.Page()
		if err != nil {
			return err
		}
		page.part = p.part
		buf := page.buf
		n := min(len(rest), (cap(buf)-len(buf)-decimalSlack)/h.of.width)
		if n < 1 {
			p.out.Flush()
			continue
		}
		page.buf = put(h.of, buf, rest[:n])
		rest = rest[n:]
	}
	return nil
}
