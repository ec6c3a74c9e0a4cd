package audit

import (
	"math"
	"math/rand/v2"

	"github.com/yates-shuffle/yates/audit/internal/inside"
)

// This file says what an audit of a long order would have found.

const (
	// simulatedOrders is how many orders with a mistake must all be found: so many that are found with a probability of
	// less than 95% are all found with one of less than 5%.
	simulatedOrders = 59
	// simulatedLength is how many items they have at most: what counts is the share of a buffer.
	simulatedLength = 100_000
	// enoughBuffer is the share of the items in a shuffle buffer that must be found before nothing is said to be.
	enoughBuffer = 0.5
)

// Conclude is [Order.Report], but if nothing was found, it says what would have been: the report has Foreseen, and the
// verdict is TooFew unless a shuffle buffer of half of the items would have been found. It takes a second or so.
func (a *Order) Conclude() *Report {
	r := a.Report()
	if r.Verdict != NothingFound {
		return r
	}
	n := min(a.n, simulatedLength)
	read := min(n, int(a.read)/max(1, a.epochs))
	f := &Foreseen{}
	for _, share := range []float64{0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98} {
		size := max(1, int(share*float64(n)))
		if a.finds(n, read, size, "buffer") {
			f.Buffer = share
		} else if share >= enoughBuffer {
			break
		}
	}
	for size := 2; size <= n/4; size *= 10 {
		if !a.finds(n, read, size, "shards") {
			break
		}
		f.Shards = size
	}
	if r.Ordered.Foreseen = f; f.Buffer < enoughBuffer {
		r.Verdict = TooFew
	}
	return r
}

// finds reports whether so many items of an order of n find shuffles that hold so many at one time, by a law.
func (a *Order) finds(n, read, size int, law string) bool {
	for seed := range uint64(simulatedOrders) {
		r := rand.New(rand.NewPCG(seed, 43))
		next, number := inside.Held(law, n, float64(size), r), a.numbering(n, r)
		g, limit := inside.New(n), -math.Log(a.options.Alpha)
		for i := 0; i < read && g.Best < limit; i++ {
			g.Add(number(next()))
		}
		if g.Settle(); g.Best < limit {
			return false
		}
	}
	return true
}

// numbering returns the numbers that n items get if the same share of them is equal as in the order: chance tells these
// apart. Which items are equal is not known, so it takes random ones, all equal to each other.
func (a *Order) numbering(n int, r *rand.Rand) func(x int) int {
	equal := r.Perm(n)[:int64(n)*int64(a.options.Equal)/int64(a.n)]
	if len(equal) == 0 {
		return func(x int) int { return x }
	}
	numbers := make([]int, n)
	for x := range numbers {
		numbers[x] = x
	}
	for i, j := range r.Perm(len(equal)) {
		numbers[equal[i]] = equal[j]
	}
	return func(x int) int { return numbers[x] }
}
