package inside

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// Held returns what a shuffle gives that holds so many of n items at one time, any of these: by a law of [Shape.Fits],
// a buffer, which takes the next item for each, or the shards one after the other, in random order, or blocks, which
// come in the old one; or an order that is sorted within runs of about so many, or of just so many. It returns nil if
// the law says more than that.
func Held(means string, n int, mean float64, r *rand.Rand) func() int {
	var order []int // of blocks or shards
	size := max(1, int(math.Round(mean)))
	switch means {
	case "buffer", "mirrored":
	case "shards":
		order = r.Perm((n + size - 1) / size)
	case "blocks":
		for block := range (n + size - 1) / size {
			order = append(order, block)
		}
	case "sorted":
		if n > mostSorted {
			return nil
		}
		return eachOf(sortedByKeys(n, float64(n)/mean, r))
	case "sorted runs":
		order = r.Perm(n)
		for run := range slices.Chunk(order, size) {
			slices.Sort(run)
		}
		return eachOf(order)
	default:
		return nil
	}
	read, items, buffer := 0, make([]int, 0, size), order == nil
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

// sortedByKeys sorts n items by random keys, so that about so many are followed by a lower one. That is as many as
// there are keys, but for those that few items have.
func sortedByKeys(n int, falls float64, r *rand.Rand) (order []int) {
	values, keyed := falls, make([]uint64, n) // the key, and the item
	for range 6 {
		for x := range keyed {
			keyed[x] = uint64(r.IntN(int(values)+1))<<32 | uint64(x)
		}
		slices.Sort(keyed)
		fell := 1.0
		for i, x := range keyed[1:] {
			if uint32(x) < uint32(keyed[i]) {
				fell++
			}
		}
		values = min(values*math.Pow(falls/fell, 1.5), math.MaxInt32) // more where many keys have one item
	}
	for _, x := range keyed {
		order = append(order, int(uint32(x)))
	}
	return order
}

// eachOf returns one item after the other.
func eachOf(order []int) func() int {
	at := -1
	return func() int {
		at++
		return order[at]
	}
}

const (
	simulations  = 12
	mostFollowed = 1 << 20 // items of an order that is simulated
	mostSorted   = 1 << 17 // and of one that must be sorted for it, several times
	// Of some hundreds of counts, none is so many standard deviations off, as far as simulations tell these. The counts
	// of shards, whose size is not known exactly, vary more. Of others, the sum of squares is mostTogether of its own
	// off at most.
	mostOff, mostOffShards, mostTogether = 5, 7, 4
)

// Follows reports whether all that is counted is as it is where items come by a law: as in simulations with sizes that
// are as likely. Laws that are not simulated, and longer orders, follow.
func (s *Shape) Follows(f Fit) bool {
	most, all := float64(mostOff), [][]float64{s.counts()}
	if f.Means == "shards" {
		most = mostOffShards
	}
	for i := range simulations {
		size := f.Size.Value
		if f.Size.High > 0 {
			size = f.Size.Low + (f.Size.High-f.Size.Low)*(float64(i)+0.5)/simulations
		}
		next := Held(f.Means, s.items, size, rand.New(rand.NewPCG(uint64(i), 47)))
		if next == nil || s.items > mostFollowed {
			return true
		}
		like, remain := NewShape(s.items), undo.NewRemaining(s.items)
		for range s.read {
			x := next()
			like.Add(x, remain.Take(x))
		}
		all = append(all, like.counts())
	}
	squares := make([]float64, len(all)) // added up
	for at := range all[0] {
		var of laws.Moments
		for _, counts := range all[1:] {
			of.Add(counts[at], 1)
		}
		variance := max(1, of.Variance()*simulations/(simulations-1))
		for i, counts := range all {
			off := (counts[at] - of.Mean) * (counts[at] - of.Mean) / variance
			if i == 0 && off > most*most*(1+1./simulations) {
				return false
			}
			squares[i] += off
		}
	}
	var usual laws.Moments
	for _, sum := range squares[1:] {
		usual.Add(sum*(simulations+1)/(simulations-1), 1) // they are compared with themselves, too
	}
	return most == mostOffShards || squares[0] < usual.Mean+mostTogether*math.Sqrt(usual.Variance())+1
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
	for _, c := range [...]int{s.Above, s.Kept, s.Stay, s.Head, s.Tail, s.borders, s.Moved, s.tenth} {
		add(float64(c))
	}
	return all
}
