package inside

import (
	"math"
	"math/rand/v2"
)

// Held returns what a shuffle gives that holds so many of n items at one time, any of these: by a law of [Shape.Fits], a
// buffer, which takes the next item for each, or the shards one after the other, in random order, or blocks, which come
// in the old one. It returns nil if the law says more than that.
func Held(means string, n, size int, r *rand.Rand) func() int {
	var order []int // of blocks or shards
	read, items := 0, make([]int, 0, size)
	switch means {
	case "buffer", "mirrored":
	case "shards":
		order = r.Perm((n + size - 1) / size)
	case "blocks":
		for block := range (n + size - 1) / size {
			order = append(order, block)
		}
	default:
		return nil
	}
	buffer := order == nil
	return func() int {
		empty := len(items) == 0
		if empty && !buffer {
			read, order = order[0]*size, order[1:]
		}
		for most := min(n, read+size-len(items)); read < most && (empty || buffer); read++ {
			items = append(items, read)
		}
		last, i := len(items)-1, r.IntN(len(items))
		x := items[i]
		items[i], items = items[last], items[:last]
		if means == "mirrored" {
			return n - 1 - x
		}
		return x
	}
}

const (
	simulations  = 12
	mostFollowed = 1 << 20 // items of an order that is simulated
	// Of some hundreds of counts, none is so many standard deviations off, as far as simulations tell these. The counts
	// of shards, whose size is not known exactly, vary more.
	mostOff, mostOffShards = 5, 7
)

// Follows reports whether all that is counted is as it is where items come by a law: as in simulations with sizes that
// are as likely. Laws that are not simulated, and longer orders, follow.
func (s *Shape) Follows(f Fit) bool {
	if s.items > mostFollowed {
		return true
	}
	var sums, squares []float64
	most := float64(mostOff)
	if f.Means == "shards" {
		most = mostOffShards
	}
	for i := range simulations {
		r := rand.New(rand.NewPCG(uint64(i), 47))
		size := f.Size.Value
		if f.Size.High > 0 {
			size = f.Size.Low + (f.Size.High-f.Size.Low)*(float64(i)+0.5)/simulations
		}
		next := Held(f.Means, s.items, max(1, int(math.Round(size))), r)
		if next == nil {
			return true
		}
		like, remain := NewShape(s.items), NewRemaining(s.items)
		for range s.read {
			x := next()
			like.Add(x, remain.Take(x))
		}
		for at, x := range like.counts() {
			if i == 0 {
				sums, squares = append(sums, 0), append(squares, 0)
			}
			sums[at], squares[at] = sums[at]+x, squares[at]+x*x
		}
	}
	for at, x := range s.counts() {
		mean := sums[at] / simulations
		variance := max(1, (squares[at]-mean*sums[at])/(simulations-1)) * (1 + 1./simulations)
		if math.Abs(x-mean) > most*math.Sqrt(variance) {
			return false
		}
	}
	return true
}

// counts returns what is counted of an order, as twice the square root, which has the variance 1 if things happen by
// chance: ranks from both ends and steps, by half of a power of two, and what came where, by eighths.
func (s *Shape) counts() (all []float64) {
	const half = 8 // bins
	add := func(count float64) { all = append(all, 2*math.Sqrt(count)) }
	for _, bins := range [][]int64{s.ranks[0][:], s.ranks[1][:], s.jumps[:]} {
		for at := 0; at < len(bins); at += half {
			sum := int64(0)
			for _, c := range bins[at : at+half] {
				sum += c
			}
			add(float64(sum))
		}
	}
	var came [8][8]float64
	for part, row := range s.Counts {
		for at, c := range row {
			came[part*8/len(s.Counts)][at*8/len(row)] += float64(c)
		}
	}
	for _, row := range came {
		for _, c := range row {
			add(c)
		}
	}
	for _, c := range [...]int{s.ups, s.Kept, s.Stay, s.Head, s.Tail, s.borders, s.Moved, s.tenth} {
		add(float64(c))
	}
	return all
}
