package records

import (
	"context"
	"errors"
	"io"
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/yates-shuffle/yates/order"
)

// Numbers writes the integers lo, lo+1, …, hi, one a record, in random order.
// Where hi is lo−1 there are none; it is an error if hi is less, or if there are
// 2⁶⁴ of them.
//
// Up to 2³² integers have the order in which [Shuffle] with the same options would
// write them if it read them, one after the other. But nothing is read, nothing
// goes to a temporary file, and nothing is kept but 4 bytes for each integer of as
// many buckets as fit into opt.Memory: which integers start in a block of the text
// that nobody wrote is arithmetic, and their buckets can be drawn again. They are
// drawn once to count, and once for each time that the memory is filled, which
// takes time for all integers each; where it is filled a hundred times, that is
// most of the time. A head takes memory for little more than itself, and the
// buckets are drawn once if it is small.
//
// More than 2³² integers have the order of [order.Permutation], which is
// pseudo-random and not Order 1, in constant memory; the first ones are written at
// once. A head of them is an [order.Sample], which needs 32 to 64 bytes for each
// integer in it; it is an error if opt.Memory is less.
//
// All else is as for Shuffle.
func Numbers(ctx context.Context, w io.Writer, opt Options, lo, hi uint64) error {
	n, err := countOf(lo, hi)
	if err == nil {
		err = opt.setDefaults()
	}
	if err != nil || n == 0 {
		return err
	}
	if n > mostPlaced {
		return largeRange(ctx, w, opt, lo, n)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := newScan(opt, lo, n)
	s.ctx, s.cancel = ctx, cancel
	return s.run(w)
}

// mostPlaced is the number of integers whose indices fit 32 bits.
const mostPlaced = 1 << 32

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

// A scan goes through the integers lo, …, lo+n−1 and their digits, as if they
// were records of a text.
type scan struct {
	seed     order.Seed
	lo, n    uint64
	head     uint64 // integers wanted
	sep      byte
	tiers    []tier
	spans    []span
	width    int // bytes of the longest record
	memory   int64
	end      uint64 // of the text
	progress *Progress
	ctx      context.Context
	cancel   context.CancelCauseFunc

	workers int
	keep    bool         // what was found in counting
	claimed atomic.Int64 // spans
}

// A tier is the integers with the same number of digits.
type tier struct {
	first  uint64 // its first integer is lo+first
	offset uint64 // where that one stands in the text
	length uint64 // of each record
}

// A span is neighbouring blocks of the text: what one worker deals with at a
// time.
type span struct {
	from, to uint64                // blocks
	next     [order.Buckets]uint32 // the number of its integers, then the place of the next one
	kept     []uint64              // index<<12 | bucket of each, if they are few
}

const (
	spanBytes  = int64(unsafe.Sizeof(span{}))
	stackBytes = 64 << 10 // of a worker that goes through spans
)

func newScan(opt Options, lo, n uint64) *scan {
	s := &scan{
		progress: opt.Progress, seed: opt.Seed, lo: lo, n: n, head: n, sep: separator(opt.NUL),
		memory: opt.Memory, workers: opt.workersOf(stackBytes),
	}
	if opt.Head > 0 {
		s.head = min(n, uint64(opt.Head))
	}
	end := uint64(0) // of the text
	for first := uint64(0); first < n; {
		x := lo + first
		digits, beyond := 1, uint64(10) // the first integer with more digits
		for ; digits < mostDigits && x >= beyond; digits++ {
			beyond *= 10
		}
		t := tier{first: first, offset: end, length: uint64(digits) + 1}
		next := n
		if digits < mostDigits {
			next = min(n, beyond-lo)
		}
		end += (next - first) * t.length
		s.tiers, first = append(s.tiers, t), next
		s.width = digits + 1
	}
	s.end = end
	last := s.tiers[len(s.tiers)-1]
	blocks := (last.offset+(n-1-last.first)*last.length)>>order.BlockShift + 1
	// Several spans for each worker, so that none waits long for the last one, in an
	// eighth of the memory.
	spans := min(blocks, uint64(min(8*int64(s.workers), max(1, s.memory/8/spanBytes))))
	s.spans = make([]span, spans)
	for i := range s.spans {
		s.spans[i].from, s.spans[i].to = blocks*uint64(i)/spans, blocks*uint64(i+1)/spans
	}
	return s
}

// startingAt returns the index of the first integer that does not stand before
// the offset, or n.
func (s *scan) startingAt(offset uint64) uint64 {
	i := len(s.tiers) - 1
	for s.tiers[i].offset > offset {
		i--
	}
	t, end := s.tiers[i], s.n
	if i+1 < len(s.tiers) {
		end = s.tiers[i+1].first
	}
	return min(end, t.first+(offset-t.offset+t.length-1)/t.length)
}

// run counts, then places, shuffles and writes one group of buckets after the
// other.
func (s *scan) run(w io.Writer) error {
	total, top, err := s.count()
	if err != nil {
		return err
	}
	makers := s.makers(total)
	if s.head < s.n {
		s.end = 0 // which integers it will be is not known
	}
	s.progress.willWrite(int64(s.end))
	before := uint64(0) // integers in the groups before
	var mem slab
	defer func() {
		if mem != nil {
			mem.release()
		}
	}()
	for lo := 0; lo < top && before < s.head; {
		hi, size := s.groupFrom(lo, total[:top])
		g := &numberGroup{scan: s, lo: lo, hi: hi, left: s.head - before, start: make([]uint64, 1, hi-lo+1)}
		for b := lo; b < hi; b++ {
			at := g.start[b-lo]
			for i := range s.spans {
				n := s.spans[i].next[b]
				s.spans[i].next[b] = uint32(at)
				at += uint64(n)
			}
			g.start = append(g.start, at)
		}
		if need := int(size) * placeBytes; len(mem) < need {
			if mem != nil {
				mem.release()
			}
			if mem, err = newSlab(max(need, 1)); err != nil {
				mem = nil
				return err
			}
		}
		g.places = placesIn(mem)[:size]
		if err := g.place(); err != nil {
			return err
		}
		for _, m := range makers {
			m.(*numberMaker).group = g
		}
		g.at = lo
		if err := inTurn(s.ctx, w, s.progress, makers); err != nil {
			return err
		}
		before += size
		lo = hi
	}
	return context.Cause(s.ctx)
}

// groupFrom returns the end of the group that begins with bucket lo, and its size:
// as many buckets as there is room for, but one at least. Select can't look for
// more than half of them; all are looked for otherwise.
func (s *scan) groupFrom(lo int, total []uint64) (hi int, size uint64) {
	limit := uint64(max(s.memory, 0)) / uint64(placeBytes)
	for hi = lo; hi < len(total) && (hi == lo || size+total[hi] <= limit); hi++ {
		size += total[hi]
	}
	if hi-lo > order.MostSelected && hi-lo < order.Buckets {
		for hi > lo+order.MostSelected {
			hi--
			size -= total[hi]
		}
	}
	return hi, size
}

// count counts the integers of each bucket in each span, and in all. The buckets
// from top on are not needed, and not counted.
func (s *scan) count() (total []uint64, top int, err error) {
	mean := float64(s.n) / order.Buckets
	// Buckets for the head and, so that it is hardly ever too few, six standard
	// deviations more.
	head := float64(s.head)
	for top = int(min((head+6*math.Sqrt(head)+36)/mean, order.Buckets)) + 1; ; top *= 2 {
		if top > order.MostSelected {
			top = order.Buckets
		}
		// Those that are found need not be drawn again where there is room for
		// them, twice as append makes it.
		s.keep = top <= order.MostSelected && 16*mean*float64(top) < float64(s.memory)/4
		if err := s.each(func(sp *span) error { return s.countSpan(sp, top) }); err != nil {
			return nil, 0, err
		}
		total = make([]uint64, top)
		sum := uint64(0)
		for b := range total {
			for i := range s.spans {
				total[b] += uint64(s.spans[i].next[b])
			}
			if sum += total[b]; sum >= s.head {
				return total, b + 1, nil
			}
		}
	}
}

// each calls f with each span, by all workers at the same time.
func (s *scan) each(f func(*span) error) error {
	s.claimed.Store(0)
	return parallel(s.ctx, s.cancel, min(s.workers, len(s.spans)), func() error {
		for {
			i := int(s.claimed.Add(1) - 1)
			if i >= len(s.spans) {
				return nil
			}
			if err := f(&s.spans[i]); err != nil {
				return err
			}
		}
	})
}

const bucketBits = 12 // of order.Buckets

// batch is how many digits are drawn at a time: whole words, in the first cache.
const batch = 4095

// batches calls f for each batch of integers of the span, the digits being those of
// the n integers from index first on.
func (s *scan) batches(sp *span, f func(digits *order.Digits, first uint64, n int)) error {
	var digits order.Digits
	for block := sp.from; block < sp.to; block++ {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		digits.Reset(s.seed, block)
		first, end := s.startingAt(block<<order.BlockShift), s.startingAt((block+1)<<order.BlockShift)
		for first < end {
			n := int(min(end-first, batch))
			f(&digits, first, n)
			first += uint64(n)
		}
	}
	return nil
}

func (s *scan) countSpan(sp *span, top int) error {
	sp.next = [order.Buckets]uint32{}
	if top <= order.MostSelected {
		var found [batch]uint32
		sp.kept = sp.kept[:0]
		return s.batches(sp, func(digits *order.Digits, first uint64, n int) {
			for _, f := range digits.Select(found[:], n, 0, top) {
				sp.next[f%order.Buckets]++
				if s.keep {
					sp.kept = append(sp.kept, first<<bucketBits+uint64(f))
				}
			}
		})
	}
	var digit [batch]uint16
	return s.batches(sp, func(digits *order.Digits, _ uint64, n int) {
		digits.Fill(digit[:n])
		for _, d := range digit[:n] {
			sp.next[d%order.Buckets]++
		}
	})
}
