package inside

import (
	"math"
	"math/bits"
	"slices"
)

// A Shape is what an order looks like: what to call its bias is read from it. It proves nothing.
type Shape struct {
	// Counts is how many items of a part of the data came in a part of the order: [data][order]. There are Side parts
	// of each, or as many as items.
	Counts [][]int64

	items, read int
	side        int // places of a part
	last, first int
	deepest     int         // rank
	moved       int         // places that an item moved at most
	tenth       int         // of the first tenth of the data in the first tenth of the order
	jumps       [1024]int64 // from item to item, by 16 bins for each power of two
	step        int         // from item to item around the end: the one that more than half are, if there is one
	ups         int         // items that are larger than the last
	same, votes int         // steps that were it, and by how many more than others

	past          [lags]int     // the last items
	samples       int           // items that were compared with these
	follows, near [lags + 1]int // how many were the next of the item so many before, or in no other 64th of the data
}

// lags is how many of the last items others are compared with.
const lags = 64

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
	if s.read == 0 {
		s.first = x
	} else {
		s.addStep(x)
	}
	if tenth := s.items / 10; x < tenth && s.read < tenth {
		s.tenth++
	}
	s.deepest = max(s.deepest, rank)
	s.moved = max(s.moved, x-s.read, s.read-x)
	if s.read >= lags && (s.read < 4096 || s.read%17 == 0) { // a sample is enough
		s.compare(x)
	}
	s.past[s.read%lags] = x
	s.last = x
	s.read++
}

func (s *Shape) addStep(x int) {
	step := x - s.last
	s.jumps[bin(max(step, -step))]++
	if step > 0 {
		s.ups++
	} else {
		step += s.items
	}
	if s.votes == 0 { // the majority vote of Boyer and Moore
		s.step, s.same = step, 0
	}
	if step == s.step {
		s.same++
		s.votes++
	} else {
		s.votes--
	}
}

// compare compares an item with the last ones.
func (s *Shape) compare(x int) {
	s.samples++
	for lag := 1; lag <= lags; lag++ {
		far := x - s.past[(s.read-lag)%lags]
		if far == 1 {
			s.follows[lag]++
		}
		if max(far, -far) < s.side {
			s.near[lag]++
		}
	}
}

func logFactorial(n int) float64 {
	ln, _ := math.Lgamma(float64(n) + 1)
	return ln
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

// A Fit is a law that an order may follow.
type Fit struct {
	Means string // the kind of audit.Likeness
	Size  Size
	Gain  float64 // the logarithm of how much likelier the order is by this law than if it is fair
}

// Fits returns the laws that an order may follow, the simplest first, with the sizes that fit best.
func (s *Shape) Fits() []Fit {
	return []Fit{s.steps(), s.turns(), s.blocks(), s.buffer(), s.shards(), s.sorted()}
}

// uncertainty is the entropy of an event of probability p.
func uncertainty(p float64) float64 {
	if p <= 0 || p >= 1 {
		return 0
	}
	return -p*math.Log(p) - (1-p)*math.Log1p(-p)
}

// choices returns the logarithm of how many orders there are of what was read.
func (s *Shape) choices() float64 { return logFactorial(s.items) - logFactorial(s.items-s.read) }

// steps is the law that an item is mostly the same step after the last, around the end.
func (s *Shape) steps() Fit {
	read, same := float64(s.read), float64(s.same)
	f := Fit{Means: "step", Size: Size{Value: float64(s.step)},
		Gain: same/read*s.choices() - read*uncertainty(same/max(1, read-1))}
	switch all := s.same == s.read-1; {
	case all && s.step == 1 && s.first == 0:
		f.Means, f.Size, f.Gain = "unmoved", Size{}, s.choices()
	case all && s.step == 1:
		f.Means, f.Size.Value = "rotated", float64(s.first)
	case all && s.step == s.items-1 && s.first == s.items-1:
		f.Means, f.Size = "reversed", Size{}
	case s.step == 1: // one piece more than there seem to be: as a rule two come one after the other by chance
		f.Means, f.Size.Value = "pieces", read/(read-same+1)
	}
	return f
}

// likelier returns the logarithm of how much likelier what was read of an order is under a buffer of b of its items.
func (s *Shape) likelier(b float64) float64 {
	drawn := min(float64(s.read), float64(s.items)-b)
	if drawn <= 0 {
		return 0
	}
	return logFactorial(s.items) - logFactorial(s.items-int(drawn)) - drawn*math.Log(b)
}

// Mixed returns the buffer that would make an order as improbable as one with that evidence: the order is as good as
// from a buffer of at most so many items.
func (s *Shape) Mixed(ln float64) float64 {
	low, high := 1.0, float64(s.items)
	for range 60 {
		if b := math.Sqrt(low * high); s.likelier(b) > ln {
			low = b
		} else {
			high = b
		}
	}
	return high
}

// turns is the law that parts of the data take turns: either an item is the next after one of the last, mostly; or it
// is near that which came so many items before. Then it is also near those twice as many before, and so on.
func (s *Shape) turns() Fit {
	f := Fit{Means: "turns"}
	samples, read := float64(s.samples), float64(s.read)
	if s.samples == 0 {
		return f
	}
	found, sum, which := 0.0, 0.0, 0.0
	for lag, c := range s.follows {
		found += float64(c)
		sum += float64(lag * c)
		if c > 0 {
			which -= float64(c) * math.Log(float64(c))
		}
	}
	if found > samples/2 {
		which += found * math.Log(found)
		f.Size.Value = sum / found
		f.Gain = (found*s.choices()/read - which - samples*uncertainty(found/samples)) * read / samples
	}
	lag, below := 1, 0.0
	most := float64(slices.Max(s.near[:]))
	for ; float64(s.near[lag]) < 0.9*most; lag++ {
		below += float64(s.near[lag])
	}
	if lag == 1 || 2*lag > lags || float64(s.near[2*lag]) < 0.8*most {
		return f
	}
	below /= float64(lag - 1)
	at, chance := float64(s.near[lag]), 2*samples*float64(s.side)/float64(s.items)
	if gain := read * math.Log(at/chance); at-below > 6*math.Sqrt(at) && gain > f.Gain {
		f.Size.Value, f.Gain = float64(lag), gain
	}
	return f
}

// blocks is the law that no item is far from where it was, as in blocks that come one after the other, each shuffled.
// There are about (2b/e)ⁿ orders in which all items move by less than b places. That none of the first k of each of
// n/b blocks is among its last k has the probability exp(−k²n/2b²).
func (s *Shape) blocks() Fit {
	b, read, off := float64(s.moved+1), float64(s.read), 1/math.Sqrt(float64(s.read))
	return Fit{"blocks", Size{b * (1 + 1.25*off), b, b * (1 + 2.5*off)}, s.choices() - read*max(0, math.Log(2*b)-1)}
}

// buffer is the law of a shuffle buffer. From a buffer of b items comes each of the first b that remain with the same
// probability, so their ranks are uniform below b, and the largest of them tells b.
func (s *Shape) buffer() Fit {
	b := float64(s.deepest + 1)
	drawn := float64(min(s.read, max(1, s.items-s.deepest-1))) // while more than b remained
	return Fit{"buffer", Size{b * (1 + 1/drawn), b, b * math.Pow(20, 1/drawn)}, s.likelier(b)}
}

// shards is the law of shards that come one after the other, each shuffled. Within shards of S items, nothing is S away
// from the last; and one of S items begins another shard. So the share of distances of t or more, times t, is least at
// S, where it is 1. In a fair order it is 2 or more.
func (s *Shape) shards() Fit {
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
	if best >= 1.3 || size >= 1.7*at || at >= 1.7*size {
		return Fit{Means: "shards"}
	}
	number, _ := math.Lgamma(float64(s.items)/size + 1)
	inside, _ := math.Lgamma(size + 1)
	return Fit{"shards", Size{size, size / (1 + off), size * (1 + off)},
		s.choices() - (number+float64(s.items)/size*inside)*float64(s.read)/float64(s.items)}
}

// sorted is the law that runs of items are sorted, and all else is fair: runs of equal length, or only more items that
// are larger than the last. In a fair order there are steps/2 of these, with the variance steps/12.
func (s *Shape) sorted() Fit {
	steps, ups := float64(s.read-1), float64(s.ups)
	f := Fit{Means: "sorted"}
	if ups > steps/2 {
		length := (steps + 1) / (steps + 1 - ups)
		f.Size.Value = length
		within, _ := math.Lgamma(length + 1)
		more := ups/steps - 0.5
		f.Gain = steps * max(6*more*more, within/length-uncertainty(1/length))
	}
	return f
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
