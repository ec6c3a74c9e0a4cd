package records

import (
	"context"
	"errors"
	"io"
	"math"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/internal/spill"
)

// Numbers writes the integers lo, lo+1, …, hi, one a record, in random order. If hi
// is lo−1, there are none; it is an error if hi is less, or if there are 2⁶⁴ integers.
//
// Up to 2³² integers have the order in which [Shuffle] with the same options would
// write the lines of a file with that many lines: integer lo+i takes the place of line
// i. But Numbers reads nothing and uses no temporary file. It keeps 4 bytes for each
// integer, of as many buckets at a time as fit into opt.Memory. It draws the digits of
// all integers once to count, and once for each time that it fills the memory; if that
// happens a hundred times, it dominates the time. A head takes memory for little more
// than itself, and if it is small, the digits are drawn only once.
//
// More than 2³² integers have the order of [order.PseudoPermutation], which is
// pseudo-random and not Order 1. It takes constant memory, and writes the first integers
// at once. A head of them is an [order.Sample], which needs 32 to 64 bytes for each of
// its integers; it is an error if opt.Memory is less.
//
// Otherwise Numbers is like Shuffle.
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
	return opt.Progress.finish(s.run(w))
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

// A scan goes through the digits of n integers from lo on.
type scan struct {
	seed     order.Seed
	lo, n    uint64
	head     uint64 // integers wanted
	sep      byte
	spans    []span
	width    int // bytes of the longest record
	memory   int64
	progress *Progress
	ctx      context.Context
	cancel   context.CancelCauseFunc

	workers int
	keep    bool         // what was found in counting
	claimed atomic.Int64 // spans
}

// A span is neighbouring blocks: what one worker deals with at a time.
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
		progress: opt.Progress, seed: *opt.Seed, lo: lo, n: n, head: n, sep: separator(opt.NUL),
		memory: opt.Memory, workers: opt.workersOf(stackBytes), width: digitsOf(lo+n-1) + 1,
	}
	if opt.Head > 0 {
		s.head = min(n, uint64(opt.Head))
	}
	blocks := (n-1)>>order.BlockShift + 1
	// Several spans for each worker, so that none waits long for the last one, in an
	// eighth of the memory.
	spans := min(blocks, uint64(min(8*int64(s.workers), max(1, s.memory/8/spanBytes))))
	s.spans = make([]span, spans)
	for i := range s.spans {
		s.spans[i].from, s.spans[i].to = blocks*uint64(i)/spans, blocks*uint64(i+1)/spans
	}
	return s
}

// digitsOf returns the number of decimal digits of x.
func digitsOf(x uint64) int {
	digits := 1
	for limit := uint64(10); digits < mostDigits && x >= limit; digits++ {
		limit *= 10
	}
	return digits
}

// bytes returns the size of the text of all integers.
func (s *scan) bytes() (size uint64) {
	for x, last := s.lo, s.lo+s.n-1; ; {
		digits, end := digitsOf(x), last
		if digits < mostDigits {
			end = min(last, uint64(math.Pow10(digits))-1) // powers up to 10¹⁹ are exact
		}
		size += (end - x + 1) * uint64(digits+1)
		if end == last {
			return size
		}
		x = end + 1
	}
}

// run counts, then places, shuffles and writes one batch of buckets after the
// other.
func (s *scan) run(w io.Writer) error {
	total, top, err := s.count()
	if err != nil {
		return err
	}
	makers, page := s.makers(total)
	size := uint64(0)
	if s.head == s.n { // else it is not known which integers it will be
		size = s.bytes()
	}
	s.progress.willWrite(int64(size))
	before := uint64(0) // integers in the batches before
	var mem spill.Slab
	defer func() {
		if mem != nil {
			mem.Release()
		}
	}()
	for lo := 0; lo < top && before < s.head; {
		hi, size := s.batchFrom(lo, total[:top])
		g := &numberBatch{scan: s, lo: lo, hi: hi, left: s.head - before, start: make([]uint64, 1, hi-lo+1)}
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
				mem.Release()
			}
			if mem, err = spill.NewSlab(max(need, 1)); err != nil {
				mem = nil
				return err
			}
		}
		g.places = placesIn(mem)[:size]
		if err := g.place(); err != nil {
			return err
		}
		for _, m := range makers {
			m.(*numberMaker).batch = g
		}
		g.at = lo
		if err := writePages(s.ctx, w, s.progress, makers, page); err != nil {
			return err
		}
		before += size
		lo = hi
	}
	return context.Cause(s.ctx)
}

// batchFrom returns the end of the batch that begins with bucket lo, and its size:
// as many buckets as there is room for, but one at least. Select can't look for
// more than half of them; all are looked for otherwise.
func (s *scan) batchFrom(lo int, total []uint64) (hi int, size uint64) {
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
	var working sync.WaitGroup
	for range min(s.workers, len(s.spans)) {
		working.Go(func() {
			for i := s.claimed.Add(1) - 1; i < int64(len(s.spans)); i = s.claimed.Add(1) - 1 {
				if err := f(&s.spans[i]); err != nil {
					s.cancel(err)
					return
				}
			}
		})
	}
	working.Wait()
	return context.Cause(s.ctx)
}

const bucketBits = 12 // of order.Buckets

// blocks calls f for each block of the span, the digits being those of the n
// integers from index first on.
func (s *scan) blocks(sp *span, f func(digits *order.Digits, first uint64, n int)) error {
	var digits order.Digits
	for block := sp.from; block < sp.to; block++ {
		if s.ctx.Err() != nil {
			return context.Cause(s.ctx)
		}
		digits.Reset(s.seed, block)
		first := block << order.BlockShift
		f(&digits, first, int(min(s.n-first, order.BlockRecords)))
	}
	return nil
}

func (s *scan) countSpan(sp *span, top int) error {
	sp.next = [order.Buckets]uint32{}
	if top <= order.MostSelected {
		var found [order.BlockRecords]uint32
		sp.kept = sp.kept[:0]
		return s.blocks(sp, func(digits *order.Digits, first uint64, n int) {
			for _, f := range digits.Select(found[:], n, 0, top) {
				sp.next[f%order.Buckets]++
				if s.keep {
					sp.kept = append(sp.kept, first<<bucketBits+uint64(f))
				}
			}
		})
	}
	var digit [order.BlockRecords]uint16
	return s.blocks(sp, func(digits *order.Digits, _ uint64, n int) {
		digits.Fill(digit[:n])
		for _, d := range digit[:n] {
			sp.next[d%order.Buckets]++
		}
	})
}
