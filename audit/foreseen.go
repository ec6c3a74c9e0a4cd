package audit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/inside"
	"github.com/yates-shuffle/yates/internal/label"
)

// This file says what an audit of a long order would have found.

const (
	// simulatedOrders is how many orders with a mistake must all be found: so many that are found with a probability of
	// less than 95% are all found with one of less than 5%.
	simulatedOrders = 59
	// simulatedLength is how many items they have at most: what counts is the share of a buffer.
	simulatedLength = 100_000
)

// Conclude is [Order.Report], but if nothing was found, it says in the report's Power what would have been: shuffle
// buffers of a share of the items, and shards. The verdict is TooFew if not even a buffer of half of the items would.
// It takes a second or so.
func (a *Order) Conclude() *Report {
	r := a.Report()
	if r.Verdict != NothingFound {
		return r
	}
	n := min(a.n, simulatedLength)
	read := min(n, int(a.read)/max(1, a.epochs))
	r.Targets = []string{"buffer-50%"}
	shown := func(name, title string, mistake func(r *rand.Rand) func() int) bool {
		p := Power{Suspect: name, Title: title, Needed: a.needed(n, read, mistake)}
		p.Found = p.Needed < math.MaxInt64
		r.Power = append(r.Power, p)
		return p.Found
	}
	for _, share := range []float64{1, 10, 50, 75, 90, 95, 98} {
		size := max(1, int(share/100*float64(n)))
		name := fmt.Sprintf("buffer-%v%%", share)
		found := shown(name, fmt.Sprintf("a shuffle buffer of %v%% of the items", share),
			func(r *rand.Rand) func() int { return buffered(n, size, r) })
		if !found && share >= 50 {
			break
		}
	}
	for size := 2; size <= n/4; size *= 10 {
		if !shown(fmt.Sprintf("shards-%d", size), "shards of "+label.Plural(size, "item")+" in random order",
			func(r *rand.Rand) func() int { return sharded(n, size, r) }) {
			break
		}
	}
	if len(r.Missing()) > 0 {
		r.Verdict = TooFew
	}
	return r
}

// needed returns how many items of an order of n find a mistake that says which item comes next; math.MaxInt64 if so
// many as were read do not.
func (a *Order) needed(n, read int, mistake func(r *rand.Rand) func() int) int64 {
	var needed []int64
	for seed := range uint64(simulatedOrders) {
		next := mistake(rand.New(rand.NewPCG(seed, 43)))
		g := inside.New(n)
		g.Limit = 1 / a.options.Alpha
		for i := 0; i < read && g.Reached == 0; i++ {
			g.Add(next())
			if i%256 == 255 || i == read-1 {
				g.Settle()
			}
		}
		if g.Reached == 0 {
			return math.MaxInt64
		}
		needed = append(needed, g.Reached)
	}
	return slices.Max(needed)
}

// buffered returns what a buffer of some items gives: any of them, and takes the next of n in its place.
func buffered(n, size int, r *rand.Rand) func() int {
	held := make([]int, size)
	for i := range held {
		held[i] = i
	}
	next := size
	return func() int {
		i := r.IntN(len(held))
		x := held[i]
		if held[i] = next; next == n {
			held[i] = held[len(held)-1]
			held = held[:len(held)-1]
		} else {
			next++
		}
		return x
	}
}

// sharded returns the items of shards in random order, each shuffled. What is left over is the last shard.
func sharded(n, size int, r *rand.Rand) func() int {
	var shard []int
	shards := r.Perm((n + size - 1) / size)
	return func() int {
		if len(shard) == 0 {
			first := shards[0] * size
			for x := first; x < min(first+size, n); x++ {
				shard = append(shard, x)
			}
			r.Shuffle(len(shard), func(i, j int) { shard[i], shard[j] = shard[j], shard[i] })
			shards = shards[1:]
		}
		x := shard[len(shard)-1]
		shard = shard[:len(shard)-1]
		return x
	}
}
