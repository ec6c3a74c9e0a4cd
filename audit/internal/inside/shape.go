package inside

import (
	"math"
	"math/bits"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/laws"
)

// A Shape is what an order looks like: what to call its bias is read from it. It proves nothing.
type Shape struct {
	// Counts is how many items of a part of the data came in a part of the order: [data][order]. There are Side parts
	// of each, or as many as items.
	Counts [][]int64

	Counted

	items, read int
	side        int // places of a part
	last, first int
	deepest     [2]int         // rank, and the same from the end
	turned      int            // places that one moved at most from where it is in the reverse
	borders     int            // places up to which all of the items that were there have come
	away        [2]float64     // places that all items moved together; and the same from the reverse
	tenth       int            // of the first tenth of the data in the first tenth of the order
	jumps       [1024]int64    // from item to item, by 16 bins for each power of two
	ranks       [2][1024]int64 // from both ends, by the same bins
	step, shift vote           // from item to item, and from where an item was, around the end: what most are
	falls       int            // what divides all places at which one is not
	next        [2]rows        // neighbours that come one after the other, in the old order and in reverse
	low, high   int            // the least and the greatest item so far

	looks []int // some stretches of the order, each of look items, but for the last

	apart uint       // the logarithm of how far pairs are apart in the data
	pairs [][2]int32 // neighbours in the data, some thousands: the places in which they came, from 1
}

const (
	lags      = 64   // how many items later an order may repeat
	look      = 1024 // items of a stretch that is looked at
	mostPairs = 13   // the logarithm of how many pairs are looked at
)

// Side is how many parts a shape has at most: each picture can be made of them.
const Side = 64

// NewShape returns the shape of an order of n items.
func NewShape(n int) *Shape {
	s := &Shape{items: n, low: n, side: (n + Side - 1) / Side, apart: uint(max(1, bits.Len(uint(n))-mostPairs))}
	s.pairs = make([][2]int32, (n-1)>>s.apart+1)
	parts := (n + s.side - 1) / s.side
	for range parts {
		s.Counts = append(s.Counts, make([]int64, parts))
	}
	return s
}

// Add adds the next item, with its rank among those that remained.
func (s *Shape) Add(x, rank int) {
	part := x / s.side
	s.Counts[part][s.read/s.side]++
	if s.read == 0 {
		s.first = x
	} else {
		s.addStep(x)
	}
	if tenth := s.items / 10; x < tenth && s.read < tenth {
		s.tenth++
	}
	if s.Tail++; x != s.read {
		s.Tail = 0
	} else if s.Stay++; s.Stay == s.read+1 {
		s.Head = s.Stay
	}
	s.low, s.high = min(s.low, x), max(s.high, x)
	came, known := s.read+1, s.Stretch.Items
	if (known == 0 || known == s.read) && s.Head < came && s.high-s.low+1 == came &&
		min(came, s.items-came) >= max(20, s.items/Side) {
		s.Stretch = Stretch{came, s.low, s.high}
	}
	for end, rank := range [...]int{rank, s.items - s.read - 1 - rank} {
		s.deepest[end] = max(s.deepest[end], rank)
		s.ranks[end][bin(rank)]++
	}
	shift := x - s.read
	if shift < 0 {
		shift += s.items
	}
	s.shift.add(shift)
	s.Shift, s.Shifted = s.shift.number, s.shift.same
	off := max(x-s.read, s.read-x)
	s.Moved, s.away[0] = max(s.Moved, off), s.away[0]+float64(off)
	back := s.items - 1 - s.read
	off = max(x-back, back-x)
	s.turned, s.away[1] = max(s.turned, off), s.away[1]+float64(off)
	if s.high == s.read {
		s.borders++
	}
	if s.read%max(look, s.items/16) < look {
		s.looks = append(s.looks, x)
	}
	s.last = x
	s.read++
	if x&(1<<s.apart-1) < 2 {
		if p := &s.pairs[x>>s.apart]; p[0] == 0 {
			p[0] = int32(s.read)
		} else {
			p[1] = int32(s.read)
		}
	}
}

func (s *Shape) addStep(x int) {
	step := x - s.last
	far := max(step, -step)
	s.jumps[bin(far)]++
	s.next[0].add(step == 1)
	s.next[1].add(step == -1)
	s.Kept = s.next[0].number
	if step > 0 {
		s.Above++
	} else {
		step += s.items
		for a := s.read; a > 0 && s.falls != 1; {
			s.falls, a = a, s.falls%a
		}
	}
	s.step.add(step)
}

// A vote finds the number that most are: the majority vote of Boyer and Moore.
type vote struct{ number, same, votes int }

func (v *vote) add(x int) {
	if v.votes == 0 {
		v.number, v.same = x, 0
	}
	if v.votes--; x == v.number {
		v.same++
		v.votes += 2
	}
}

// Rows are of items one after the other: how many, the last in a row, the most, and the least.
type rows struct{ number, run, long, short int }

func (p *rows) add(is bool) {
	if p.run++; !is {
		if p.short == 0 || p.run < p.short {
			p.short = p.run
		}
		p.run = 0
	}
	p.number += min(1, p.run)
	p.long = max(p.long, p.run)
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
	Means string // the kind of audit.Likeness, and perhaps another word
	Size  Size
	Gain  float64 // the logarithm of how much likelier the order is by this law than if it is fair
}

// Fits returns the laws that an order may follow, the simplest first, with the sizes that fit best.
func (s *Shape) Fits() []Fit {
	return []Fit{s.steps(), s.pieces(0), s.pieces(1), s.turns(), s.blocks(), s.buffer(0), s.buffer(1), s.shards(),
		s.open(), s.sorted()}
}

// plain is x·ln(x), of which entropies are made.
func plain(x float64) float64 {
	if x <= 0 {
		return 0
	}
	return x * math.Log(x)
}

// choices returns the logarithm of how many orders there are of what was read.
func (s *Shape) choices() float64 {
	return laws.LnFactorial(s.items) - laws.LnFactorial(s.items-s.read)
}

// steps is the law that an item is mostly the same step after the last, around the end.
func (s *Shape) steps() Fit {
	step := s.step.number
	read, same := float64(s.read), float64(s.step.same)
	share := same / max(1, read-1)
	f := Fit{Means: "step", Size: Size{Value: float64(step)},
		Gain: same/read*s.choices() + read*(plain(share)+plain(1-share))}
	inTurn := func(parts int) bool { // which are all in the same order
		taken, _ := s.parts(parts)
		return taken == parts
	}
	parts := int(math.Round(float64(s.items) / float64(max(1, step))))
	switch all := s.step.same == s.read-1; {
	case all && step == 1 && s.first == 0:
		f.Means, f.Size, f.Gain = "unmoved", Size{}, s.choices()
	case all && step == 1:
		f.Means, f.Size.Value = "rotated", float64(s.first)
	case all && step == s.items-1 && s.first == s.items-1:
		f.Means, f.Size = "reversed", Size{}
	case all && step == s.items-1:
		f.Means, f.Size.Value = "reversed around", float64(s.first)
	case !all && parts > 1 && parts <= lags && inTurn(parts):
		f.Means, f.Size.Value = "turns", float64(parts)
	case step == 1 || step == s.items-1 || share < 0.5:
		f.Gain = 0
	}
	return f
}

// A Stretch is that the first so many items of an order are those from one to another, and no others, as where parts
// of the data were shuffled apart; if more come that go on with them, it is all. The border is not near an end, where
// a fair order may have one by chance.
type Stretch struct{ Items, From, To int }

// Counted is what was counted, which is so whatever the reason.
type Counted struct {
	Kept       int // items that come right after their old neighbour
	Stay       int // items that are where they were
	Head, Tail int // of these, the first in a row, and the last
	Moved      int // places that an item moved at most
	Stretch    Stretch
	Shift      int // places around the end that most items come earlier, if there is such a number
	Shifted    int // items that do, at least
	Above      int // items that are larger than the last
}

// pieces is the law that pieces of the old order, or of its reverse, come in another one. The longest of many that
// are cut at random is about ln(pieces) times as long as others, and about one is where it was.
func (s *Shape) pieces(reversed int) Fit {
	next, means := s.next[reversed], [...]string{"pieces", "pieces back"}[reversed]
	read, pieces := float64(s.read), float64(s.read-next.number)
	size, share := read/pieces, float64(next.number)/read
	if pieces < 2 || size < 1.9 || float64(next.long) > size*(math.Log(pieces)+7) || float64(s.Stay) > 5*size {
		return Fit{Means: means}
	}
	return Fit{means, Size{size, float64(max(1, next.short)), float64(next.long + 1)},
		share*s.choices() + read*(plain(share)+plain(1-share))}
}

// likelier returns the logarithm of how much likelier what was read of an order is under a buffer of b of its items.
func (s *Shape) likelier(b float64) float64 {
	drawn := min(float64(s.read), float64(s.items)-b)
	if drawn <= 0 {
		return 0
	}
	return laws.LnFactorial(s.items) - laws.LnFactorial(s.items-int(drawn)) - drawn*math.Log(b)
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

// turns is the law that equal parts of the data take turns, each of which may give several items at once: an order in
// which an item comes from the same part as that so many before. If parts are not equal, or what repeats has more of
// them if one looks at twice as many items, the order follows from the place in another way, which is no law. Two items
// of an interval are a third of it apart on average.
func (s *Shape) turns() Fit {
	f := Fit{Means: "turns"}
	for lag := 2; lag <= lags; lag++ {
		parts, far := s.parts(lag)
		gain := float64(s.read) * math.Log(float64(s.items)/3/far)
		if parts == 0 || gain < 1.1*f.Gain {
			continue
		}
		f = Fit{"turns", Size{Value: float64(parts)}, gain}
		if again, _ := s.parts(2 * lag); parts < 0 || again != parts {
			f = Fit{"steps again", Size{Value: float64(lag)}, gain}
		}
	}
	return f
}

// parts returns how many parts of the data take turns of so many items in most stretches of the order, and how far an
// item is from that so many before. Items at two places of a turn are from one part if the least and the greatest of
// some of these are not apart from those of the other. The number is negative if not all parts have as many places.
func (s *Shape) parts(turn int) (parts int, far float64) {
	times, all, pairs := make(map[int]int), 0, 0
	for stretch := range slices.Chunk(s.looks, look) {
		if len(stretch) < 4*turn {
			continue
		}
		ends := make([][2]int, turn)
		for i, x := range stretch {
			if e := &ends[i%turn]; i < turn {
				*e = [2]int{x, x}
			} else {
				e[0], e[1] = min(e[0], x), max(e[1], x)
				far += math.Abs(float64(x - stretch[i-turn]))
				pairs++
			}
		}
		slices.SortFunc(ends, func(a, b [2]int) int { return a[0] - b[0] })
		var places []int // of each part
		end := -1
		for _, e := range ends {
			if e[0] > end {
				places = append(places, 0)
			}
			places[len(places)-1]++
			end = max(end, e[1])
		}
		number := len(places)
		if slices.Min(places) < slices.Max(places) {
			number = -number
		}
		times[number]++
		all++
	}
	for number, t := range times {
		if 3*t >= 2*all && number*number > 1 {
			parts = number
		}
	}
	return parts, far / float64(pairs)
}

// blocks is the law that no item is far from where it was, as in blocks that come one after the other, each shuffled.
// There are about (b/e)ⁿ such orders of blocks of b items. That none of the first k of each of
// n/b blocks is among its last k has the probability exp(−k²n/2b²). While fewer than some blocks have come, it may also
// be that what is late has not come. In a block of b items, one is moved by b/3 places on average; where it is less,
// blocks are unequal, or there are none; so it is where there are too few places up to which all items have come.
func (s *Shape) blocks() Fit {
	if s.read < min(s.items, 4*s.Moved) || 2*s.Moved > s.items || s.away[0] < 0.3*float64(s.read)*float64(s.Moved) ||
		2*float64(s.borders)*float64(s.Moved+1) < float64(s.read) {
		return Fit{Means: "blocks"}
	}
	b, read, off := float64(s.Moved+1), float64(s.read), 1/math.Sqrt(float64(s.read))
	return Fit{"blocks", Size{b * (1 + 1.25*off), b, b * (1 + 2.5*off)}, s.choices() - read*max(0, math.Log(b)-1)}
}

// buffer is the law of a shuffle buffer, of the data or of the data reversed. From a buffer of b items comes each of
// the first b that remain with the same probability, so their ranks are uniform below b, and the largest of them tells
// b.
func (s *Shape) buffer(reversed int) Fit {
	b := float64(s.deepest[reversed] + 1)
	drawn := float64(min(s.read, max(1, s.items-int(b)))) // while more than b remained
	size := Size{b * (1 + 1/drawn), b, b * math.Pow(20, 1/drawn)}
	if n := float64(s.items); reversed == 1 && (b > 0.9*n || float64(s.turned) < min(4*b, 0.75*n)) {
		return Fit{Means: "mirrored"} // as blocks in reverse, where nothing waits for long
	}
	return Fit{[...]string{"buffer", "mirrored"}[reversed], size, s.likelier(b)}
}

// shards is the law of shards that come one after the other, each shuffled. Within shards of S items, nothing is S away
// from the last; and one of S items begins another shard. So the share of distances of t or more, times t, is least at
// S, where it is 1, and more as soon as t is less. In a fair order it is 2 or more. What leads a quarter farther than
// that is not within a shard, though some are longer than others: so the average size is read from these. The order of
// less than four shards says nothing.
func (s *Shape) shards() Fit {
	best, at, first := math.Inf(1), 0.0, 0.0
	tail, steps := 0.0, float64(s.read-1)
	for b := len(s.jumps) - 1; b > 0; b-- {
		tail += float64(s.jumps[b])
		if t := edge(b); 2 <= t && t <= s.items/2 {
			product := tail / steps * float64(t)
			if product < best {
				best, at = product, float64(t)
			}
			if product < 1.3 {
				first = float64(t)
			}
		}
	}
	least, far := bin(int(1.25*at)), 0.0
	for _, c := range s.jumps[least:] {
		far += float64(c)
	}
	part := float64(edge(least)) / float64(s.items)
	jumps := far * (1 - at/float64(s.items)) / (1 - part) / (1 - part) // also those that did not lead far
	size := float64(s.read) / (jumps + 1)
	off := (1 + 2*math.Sqrt(2*part*jumps)) / (jumps + 1)
	if jumps < 30 { // whose number is less sure than the distance, which is known to a bin
		if jumps < 8 { // which may all be longer by chance
			at = first
		}
		size, off = min(at, 1.7*size), 1./8
	}
	if best >= 1.3 || far == 0 || size >= 1.7*at || at >= 1.7*size || 3.5*size > float64(s.items) {
		return Fit{Means: "shards"}
	}
	number, _ := math.Lgamma(float64(s.items)/size + 1)
	inside, _ := math.Lgamma(size + 1)
	return Fit{"shards", Size{size, size / (1 + off), size * (1 + off)},
		s.choices() - (number+float64(s.items)/size*inside)*float64(s.read)/float64(s.items)}
}

// open is the law that shards go through a buffer, whatever their order, or that any of some open shards gives the next
// item. Of b items each comes next with the same probability. So if one of two neighbours in the data has come, the
// other comes with a probability of 1/b each time, as long as the buffer is full. Of pairs that are parted by the end
// of a shard, most wait much longer; so waiting counts up to b items, and the law does not hold if it depends on that,
// or changes, as where shards are read at unequal speed or run out. The range spans what all these say. What comes
// first as it was takes that the next of b comes each time. The order of the shards is part of what the order says, so
// the gain is a little less than that of a buffer.
func (s *Shape) open() Fit {
	f := Fit{Means: "open"}
	b, came := float64(s.items)/2, 0.0
	for range 30 {
		if b, came = s.waits(b, 1, 0, s.items); came == 0 {
			return f
		}
	}
	least, most, half := b, b, min(s.read, s.items-int(b))/2
	for _, of := range [...]struct {
		reach    float64
		from, to int
	}{{0.5, 0, s.items}, {3, 0, s.items}, {1, 0, half}, {1, half, s.items}} {
		mean, _ := s.waits(b, of.reach, of.from, of.to)
		least, most = min(least, mean), max(most, mean)
	}
	// Or else shards come as in the old order, or its reverse.
	moved := 6*min(s.away[0], s.away[1]) > float64(s.read)*float64(s.items)
	if off := 2 / math.Sqrt(came); b > 1.5 && float64(s.Head) < 2+9/math.Log(b) && s.Stretch.Items == 0 &&
		2*b < float64(s.items) && moved && float64(s.deepest[0]) > 1.5*b &&
		s.rough(int(b)) && s.forgets(b) && most < (1.1+2*off)*least {
		f.Size, f.Gain = Size{b, least / (1 + off), most * (1 + off)}, 0.95*s.likelier(b)
	}
	return f
}

// rough reports whether neighbouring parts of the data come at other times than each other among the first items, as
// where shards enter a buffer, and not where a law changes little by little. What is summed is 0 on average if they
// come alike, and all if they never come together.
func (s *Shape) rough(items int) bool {
	apart, all, parts := 0.0, 0.0, min(max(1, items/s.side), len(s.Counts))
	for i, row := range s.Counts[1:] {
		for j, c := range row[:parts] {
			d, both := float64(c-s.Counts[i][j]), float64(c+s.Counts[i][j])
			apart, all = apart+d*d-both, all+both*both
		}
	}
	return apart > 0.025*all
}

// forgets reports whether pairs that wait for at most 4b items wait as if each time one of b came, whatever came
// before: how long they wait says whether it is so, and not only that the average is b.
func (s *Shape) forgets(b float64) bool {
	last := min(float64(s.read), float64(s.items)-b)
	reach := math.Floor(min(4*b, last/2))
	var came [4]float64 // within the reach, a half of it, and so on
	for i := range came {
		most := max(1, math.Floor(reach/float64(int(1)<<i)))
		for _, p := range s.pairs {
			if p[0] > 0 && p[1] > 0 && float64(p[0])+reach <= last && float64(p[1]-p[0]) <= most {
				came[i]++
			}
		}
		share := (1 - math.Pow(1-1/b, most)) / (1 - math.Pow(1-1/b, reach))
		off := 5*math.Sqrt(share*(1-share)/came[0]) + reach/float64(4*s.items) // where pairs are parted
		if math.Abs(came[i]/came[0]-share) > off {
			return false
		}
	}
	return true
}

// waits returns how many items it takes on average, of a buffer of b, until the other of a pair comes of which the
// first comes between two places, by how many came within that many times b.
func (s *Shape) waits(b, reach float64, from, to int) (mean, came float64) {
	waited, last := 0.0, min(float64(s.read), float64(s.items)-b)
	for _, p := range s.pairs {
		most, wait := min(math.Ceil(reach*b), last-float64(p[0])), float64(p[1]-p[0])
		switch {
		case p[0] == 0 || most < 1 || int(p[0]) <= from || int(p[0]) > to:
		case p[1] > 0 && wait <= most:
			waited += wait
			came++
		default:
			waited += most
		}
	}
	return waited / came, came
}

// sorted is the law that runs of items are sorted, and all else is fair: those of equal random keys, or runs of just so
// many, or only more items that are larger than the last. In a fair order there are steps/2 of these, with the variance
// steps/12.
func (s *Shape) sorted() Fit {
	steps, ups := float64(s.read-1), float64(s.Above)
	f := Fit{Means: "sorted"}
	if ups > 0.6*steps { // in runs that are longer than those of a fair order, of 2
		length := (steps + 1) / (steps + 1 - ups)
		if f.Size.Value = length; 2*float64(s.falls) > length && s.falls > 1 {
			f.Means, f.Size.Value = "sorted runs", float64(s.falls)
		}
		within, _ := math.Lgamma(length + 1)
		more := ups/steps - 0.5
		f.Gain = steps * max(6*more*more, within/length+plain(1/length)+plain(1-1/length))
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
