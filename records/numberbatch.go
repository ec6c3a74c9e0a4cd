package records

import (
	"math"
	"unsafe"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/internal/spill"
	"github.com/yates-shuffle/yates/records/internal/turns"
)

const placeBytes = int(unsafe.Sizeof(uint32(0)))

func placesIn(b spill.Slab) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/placeBytes)
}

// A numberBatch is the neighbouring buckets lo, …, hi−1, whose integers are in
// memory at the same time, as indices: the integer less the first one.
type numberBatch struct {
	*scan
	lo, hi int
	left   uint64   // integers that are wanted of the batch, or more than it has
	start  []uint64 // bucket b is places[start[b-lo]:start[b-lo+1]]
	places []uint32
	at     int // the bucket to be claimed next
}

// place puts the indices of all integers of the batch into their buckets, in
// rising order.
func (g *numberBatch) place() error {
	return g.each(func(sp *span) error {
		if g.keep {
			for _, f := range sp.kept {
				if b := int(f % order.Buckets); b >= g.lo && b < g.hi {
					g.places[sp.next[b]] = uint32(f >> bucketBits)
					sp.next[b]++
				}
			}
			return nil
		}
		if g.hi-g.lo <= order.MostSelected {
			var found [order.BlockRecords]uint32
			return g.blocks(sp, func(digits *order.Digits, first uint64, n int) {
				for _, f := range digits.Select(found[:], n, g.lo, g.hi) {
					b := f % order.Buckets
					g.places[sp.next[b]] = uint32(first) + f/order.Buckets
					sp.next[b]++
				}
			})
		}
		var digit [order.BlockRecords]uint16
		return g.blocks(sp, func(digits *order.Digits, first uint64, n int) {
			digits.Fill(digit[:n])
			for i, d := range digit[:n] {
				b := d % order.Buckets
				g.places[sp.next[b]] = uint32(first) + uint32(i)
				sp.next[b]++
			}
		})
	})
}

// unitBytes is about how much is written at a time.
const unitBytes = 256 << 10

// makers returns the workers that shuffle and write, as many as have room, and the
// size of their pages, and takes the memory that they need off the rest.
func (s *scan) makers(total []uint64) (makers []turns.Maker[*page], size int) {
	most := int64(0) // bytes of a unit
	for _, n := range total {
		most = max(most, int64(n)*int64(s.width))
	}
	most = min(max(most, unitBytes), int64(min(s.n, math.MaxInt64/mostDigits))*int64(s.width)) + decimalSlack
	workers := int(max(1, min(int64(s.workers), s.memory/8/most)))
	s.memory -= int64(turns.PagesFor(workers))*most + int64(len(s.spans))*spanBytes
	for range workers {
		makers = append(makers, &numberMaker{})
	}
	return makers, int(most)
}

// A numberMaker shuffles buckets of a batch and makes their text.
type numberMaker struct {
	batch  *numberBatch
	order  order.Shuffler
	lo, hi int // the buckets claimed
}

// Claim takes the next buckets.
func (m *numberMaker) Claim() bool {
	g := m.batch
	m.lo = g.at
	for g.at < g.hi {
		if g.at > m.lo && (g.start[g.at+1-g.lo]-g.start[m.lo-g.lo])*uint64(g.width) > unitBytes {
			break
		}
		g.at++
	}
	m.hi = g.at
	return m.lo < m.hi && g.start[m.lo-g.lo] < g.left
}

// Make shuffles them and makes their text.
func (m *numberMaker) Make(out *turns.Out[*page]) error {
	page, err := out.Page()
	if err != nil {
		return err
	}
	g, n := m.batch, 0
	for b := m.lo; b < m.hi; b++ {
		from, to := g.start[b-g.lo], g.start[b-g.lo+1]
		bucket := g.places[from:to]
		order.ShuffleBucket(&m.order, g.seed, b, bucket)
		if from < g.left {
			bucket = bucket[:min(uint64(len(bucket)), g.left-from)]
		} else {
			bucket = nil
		}
		n += putIntegers(page.bufs[0][n:], g.scan.lo, bucket, g.sep)
	}
	page.n[0] = n
	return nil
}
