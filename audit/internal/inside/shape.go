package inside

import (
	"math"
	"math/bits"
)

// A Shape is what an order looks like: what to call its bias is read from it. It proves nothing.
type Shape struct {
	// Counts is how many items of a part of the data came in a part of the order: [data][order]. There are Side parts
	// of each, or as many as items.
	Counts [][]int64

	items, read int
	side        int // places of a part
	last        int
	ups         int         // items that are larger than the last
	deepest     int         // rank
	ranks       float64     // sum
	tenth       int         // of the first tenth of the data in the first tenth of the order
	jumps       [1024]int64 // from item to item, by 16 bins for each power of two
}

// Side is how many parts a shape has at most: each picture can be made of them.
const Side = 64

// NewShape returns the shape of an order of n items.
func NewShape(n int) *Shape {
	s := &Shape{items: n, side: (n + Side - 1) / Side}
	parts := (n + s.side - 1) / s.side
	for range parts {
		s.Counts = append(s.Counts, make([]int64, parts))
	}
	return s
}

// Add adds the next item, with its rank among those that remained.
func (s *Shape) Add(x, rank int) {
	s.Counts[x/s.side][s.read/s.side]++
	if s.read > 0 {
		if x > s.last {
			s.ups++
		}
		s.jumps[bin(max(x-s.last, s.last-x))]++
	}
	if tenth := s.items / 10; x < tenth && s.read < tenth {
		s.tenth++
	}
	s.deepest = max(s.deepest, rank)
	s.ranks += float64(rank)
	s.last = x
	s.read++
}

// bin returns which of 16 bins of each power of two a distance is in; below 32, each has its own.
func bin(x int) int {
	e := max(0, bits.Len(uint(x))-5)
	return 16*e + x>>e
}

// edge returns the least distance of a bin.
func edge(bin int) int {
	e := max(0, bin/16-1)
	return (bin - 16*e) << e
}

// A Size is an estimate, and between which limits it is in 19 of 20 cases.
type Size struct{ Value, Low, High float64 }

// Buffer returns the size of the shuffle buffer through which the order may have gone, and the logarithm of how much
// likelier the order is then. From a buffer of b items comes each of the first b that remain with the same
// probability, so their ranks are uniform below b, and the largest of them tells b.
func (s *Shape) Buffer() (size Size, ln float64) {
	b := float64(s.deepest + 1)
	drawn := float64(min(s.read, max(1, s.items-s.deepest-1))) // while more than b remained
	size = Size{b * (1 + 1/drawn), b, b * math.Pow(20, 1/drawn)}
	return size, likelier(s.items, s.read, b)
}

// likelier returns the logarithm of how much likelier what was read of an order is under a buffer of b of its items.
func likelier(items, read int, b float64) float64 {
	drawn := min(float64(read), float64(items)-b)
	if drawn <= 0 {
		return 0
	}
	all, _ := math.Lgamma(float64(items) + 1)
	rest, _ := math.Lgamma(float64(items) - drawn + 1)
	return all - rest - drawn*math.Log(b)
}

// Mixed returns the buffer that would make an order as improbable as one with that evidence: the order is as good as
// from a buffer of at most so many items.
func (s *Shape) Mixed(ln float64) float64 {
	low, high := 1.0, float64(s.items)
	for range 60 {
		if b := math.Sqrt(low * high); likelier(s.items, s.read, b) > ln {
			low = b
		} else {
			high = b
		}
	}
	return high
}

// Blocks returns the size of blocks that come one after the other, each shuffled; false if there are none. Items come
// from ever less until a block is used up, not from a buffer that is refilled, so their ranks are about half as large
// as those from a buffer. That none of the first k of each of n/b blocks is among its last k has the probability
// exp(−k²n/2b²).
func (s *Shape) Blocks() (Size, bool) {
	b, off := float64(s.deepest+1), 1/math.Sqrt(float64(s.read))
	full := min(float64(s.read), float64(s.items)-b) // while a buffer was full
	rest := float64(s.read) - full
	return Size{b * (1 + 1.25*off), b, b * (1 + 2.5*off)}, s.ranks < 0.7*(full*b/2+rest*(2*b-rest)/4)
}

// Shards returns the size of shards that come one after the other, each shuffled; false if there are none. Within
// shards of S items, nothing is S away from the last; and one of S items begins another shard. So the share of
// distances of t or more, times t, is least at S, where it is 1. In a fair order it is 2 or more.
func (s *Shape) Shards() (Size, bool) {
	best, at, far := math.Inf(1), 0.0, 0.0
	tail, steps := 0.0, float64(s.read-1)
	for b := len(s.jumps) - 1; b > 0; b-- {
		tail += float64(s.jumps[b])
		if t := edge(b); 2 <= t && t <= s.items/4 {
			if product := tail / steps * float64(t); product < best {
				best, at, far = product, float64(t), tail
			}
		}
	}
	part := at / float64(s.items)
	jumps := far / (1 - part) / (1 - part) // also those that did not lead far
	size := float64(s.read) / (jumps + 1)
	off := (1 + 2*math.Sqrt(2*part*jumps)) / (jumps + 1)
	if jumps < 30 { // whose number is less sure than the distance, which is known to a bin
		size, off = min(at, 1.7*size), 1./8
	}
	return Size{size, size / (1 + off), size * (1 + off)}, best < 1.3 && size < 1.7*at && at < 1.7*size
}

// Unmoved reports whether all items came as they were.
func (s *Shape) Unmoved() bool { return s.deepest == 0 && s.ups == s.read-1 }

// Turned reports whether they did but for where they began.
func (s *Shape) Turned() bool { return s.jumps[1] == int64(s.read-2) && s.ups == s.read-2 }

// Runs returns how many items an ascending run has on average, and by how many standard errors more of them are
// larger than the last than in a fair order, of whose neighbours each pair ascends as often as not.
func (s *Shape) Runs() (length, z float64) {
	steps := float64(s.read - 1)
	return float64(s.read) / (steps - float64(s.ups) + 1), (float64(s.ups) - steps/2) / math.Sqrt(float64(s.read+1)/12)
}

// Tenth returns which share of the first tenth of the order is from the first tenth of the data, and by how many
// standard errors that is more than is fair; false if there is no tenth yet.
func (s *Shape) Tenth() (share, z float64, ok bool) {
	t, n := float64(s.items/10), float64(s.items)
	if t == 0 || s.read < s.items/10 {
		return 0, 0, false
	}
	return float64(s.tenth) / t, (float64(s.tenth) - t*t/n) / (t / n * (1 - t/n) * math.Sqrt(n)), true
}
