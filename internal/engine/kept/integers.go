package kept

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"strconv"
	"sync/atomic"

	"github.com/yates-shuffle/yates/internal/engine/decimal"
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/page"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/internal/ranges"
	"github.com/yates-shuffle/yates/order"
)

// Integers are the records lo, lo+1, …, lo+n−1. They need no text until they are written:
// buckets hold their indices, which are the numbers of the records.
type Integers struct {
	Lo, N uint64
	width int // bytes of the longest one

	sep    byte
	binary bool
}

const (
	mostIndices = 1 << 32 // of 32 bits
	indexBytes  = 4
)

// RangeOf returns the integers of the sources, if they are integers.
func RangeOf(sources []input.Source) (all *Integers, err error) {
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
		return &Integers{Lo: s.Lo, N: n}, nil
	}
	return nil, nil
}

// WriteAs has them be written in text, with separators, or in binary, and returns them.
func (s *Integers) WriteAs(binary bool, sep byte) *Integers {
	s.sep, s.binary, s.width = sep, binary, len(strconv.FormatUint(s.Lo+s.N-1, 10))+1
	if s.binary {
		s.width = 8
	}
	return s
}

// Append appends the integers of these places to b as decimal.Append does, or in binary.
func Append[N uint32 | uint64](s *Integers, b []byte, places []N) []byte {
	if !s.binary {
		return decimal.Append(b, s.Lo, places, s.sep)
	}
	for _, p := range places {
		b = binary.LittleEndian.AppendUint64(b, s.Lo+uint64(p))
	}
	return b
}

// Large reports whether there are more than 2³² integers. They are not scattered: they have no order, but a head of
// them is a sample.
func (s *Integers) Large() bool { return s != nil && s.N > mostIndices }

// Scatter returns what scatters the integers as one of some workers, in chunks of about so many bytes.
func (s *Integers) Scatter(seed order.Seed, chunk int, t *scatter.Tally) func(context.Context, *spill.Store) error {
	t.Records = int64(s.N)
	var adding turns.Gate
	var taken, top atomic.Int64 // top is the last bucket that is wanted, or one after it
	top.Store(order.Buckets)
	// Chunks are a whole number of blocks.
	size := min(uint64(max(chunk/indexBytes/order.BlockRecords, 1))*order.BlockRecords, s.N)
	return func(ctx context.Context, store *spill.Store) error {
		l, digits := &scatter.Lot{Starts: make([]uint32, size), Digits: make([]uint16, size)}, new(order.Digits)
		for {
			number := taken.Add(1) - 1
			l.FirstKept = uint64(number) * size
			if l.FirstKept >= s.N {
				return nil
			}
			l.Starts, l.Digits = l.Starts[:0], l.Digits[:min(size, s.N-l.FirstKept)]
			if few := int(top.Load()) + 1; few > ranges.MostSelected {
				digits.Seek(seed, l.FirstKept)
				digits.Fill(l.Digits)
			} else {
				selectFrom(l, seed, few)
			}
			if t.Counted {
				l.Count()
			}
			s.Measure(l)
			if err := adding.Await(ctx, number); err != nil {
				return err
			}
			piece, last, err := l.AddTo(t, store)
			if err != nil {
				return err
			}
			top.Store(int64(last))
			adding.Pass()
			if piece != nil {
				s.Place(l, piece)
				piece.Done()
			}
		}
	}
}

// selectFrom draws the digits of the lot, and keeps those of the first few buckets, and in starts which records
// these are.
func selectFrom(l *scatter.Lot, seed order.Seed, few int) {
	var found [order.BlockRecords]uint32
	rest, kept := len(l.Digits), l.Digits[:0]
	for from := 0; rest > 0; from += order.BlockRecords {
		n := min(rest, order.BlockRecords)
		rest -= n
		block := (l.FirstKept + uint64(from)) / order.BlockRecords
		for _, f := range ranges.Select(found[:], seed, block, n, few) {
			kept = append(kept, uint16(f%order.Buckets))
			l.Starts = append(l.Starts, uint32(from)+f/order.Buckets)
		}
	}
	l.Digits = kept
}

func (s *Integers) Measure(l *scatter.Lot) { l.MeasureEach(indexBytes) }

func (s *Integers) Place(l *scatter.Lot, p *spill.Piece) {
	for b := range l.Next {
		l.Next[b] = p.Start[min(b, len(p.Start)-1)] / indexBytes
	}
	wanted := uint16(len(p.Start) - 2) // the last bucket
	dst := spill.As[uint32](p.Data)
	for i, d := range l.Digits {
		b := d % order.Buckets
		if b > wanted {
			continue
		}
		index := uint32(l.FirstKept) + uint32(i)
		if len(l.Starts) > 0 {
			index = uint32(l.FirstKept) + l.Starts[i]
		}
		dst[l.Next[b]] = index
		l.Next[b]++
	}
}

func (s *Integers) Input() *input.Files { return nil }
func (s *Integers) NewBucket() Bucket   { return &indices{integers: s} }

func (s *Integers) Limits(unit, _, _ int64) (int64, int64) {
	return max(unit/int64(s.width), 1) * int64(indexBytes), math.MaxInt64
}

// Size returns the size of all integers as they are written.
func (s *Integers) Size(*spill.Store) int64 {
	if s.binary {
		return int64(8 * s.N)
	}
	last := s.Lo + s.N - 1
	size := 2 * s.N // a digit and the separator of each
	for _, power := range decimal.Powers[1:] {
		if power <= last {
			size += last - max(power, s.Lo) + 1 // which have a digit more
		}
	}
	return int64(size)
}

// indices are those of the integers of a bucket.
type indices struct {
	integers *Integers
	all      []uint32
}

func (h *indices) Load(segs [][]byte, _ int64) {
	h.all = h.all[:0]
	for _, seg := range segs {
		h.all = append(h.all, spill.As[uint32](seg)...)
	}
}

func (h *indices) Len() int { return len(h.all) }
func (h *indices) Shuffle(s *order.Shuffler, seed order.Seed, b int) {
	order.ShuffleBucket(s, seed, b, h.all)
}

func (h *indices) Put(p *page.Pen, lo, hi int) error {
	for rest := h.all[lo:hi]; len(rest) > 0; {
		to, err := p.Out.Page()
		if err != nil {
			return err
		}
		to.Part = p.Part
		buf := to.Buf
		n := min(len(rest), (cap(buf)-len(buf)-decimal.Slack)/h.integers.width)
		if n < 1 {
			p.Out.Flush()
			continue
		}
		to.Buf = Append(h.integers, buf, rest[:n])
		rest = rest[n:]
	}
	return nil
}
