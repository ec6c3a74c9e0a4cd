package fair

import (
	"fmt"
	"math/rand"
)

// What looks like a loss of items, and is none.

//corpus:run
func shuffleFromPool(a []int) (out []int) {
	pool := append([]int(nil), a...)
	for n := len(pool); n > 0; n-- {
		j := rand.Intn(n)
		out = append(out, pool[j])
		pool[j] = pool[n-1]
	}
	return out
}

//corpus:norun a hand of two
func shuffleAndDeal(deck []int) (hand []int) {
	for range 2 {
		j := rand.Intn(len(deck))
		hand = append(hand, deck[j])
		deck[j] = deck[len(deck)-1]
		deck = deck[:len(deck)-1]
	}
	return hand
}

//corpus:norun what is printed is not lost
func printShuffled(a []int) {
	for n := len(a); n > 0; n-- {
		j := rand.Intn(n)
		fmt.Println(a[j])
		a[j] = a[n-1]
	}
}

//corpus:norun a sample with replacement is what is asked for
func resample(a []int) []int {
	out := make([]int, len(a))
	for i := range out {
		out[i] = a[rand.Intn(len(a))]
	}
	return out
}

//corpus:norun noise
func shuffleWithReplacement(a []int) []int {
	out := make([]int, len(a))
	for i := range out {
		out[i] = a[rand.Intn(len(a))]
	}
	return out
}

//corpus:run
func byPermInVariable(a []int) []int {
	p := rand.Perm(len(a))
	out := make([]int, len(a))
	for i, j := range p {
		out[i] = a[j]
	}
	return out
}

//corpus:norun a sample by a permutation
func firstOfPerm(a []int, k int) []int {
	p := rand.Perm(len(a))[:k]
	out := make([]int, k)
	for i, j := range p {
		out[i] = a[j]
	}
	return out
}

//corpus:run
func standardWithTemporary(a []int) {
	rand.Shuffle(len(a), func(i, j int) {
		t := a[i]
		a[i] = a[j]
		a[j] = t
	})
}

//corpus:norun two slices in step
func standardTwins(x, y []int) {
	rand.Shuffle(len(x), func(i, j int) {
		x[i], x[j] = x[j], x[i]
		y[i], y[j] = y[j], y[i]
	})
}

//corpus:norun a part
func standardPart(a []int, from, to int) {
	rand.Shuffle(to-from, func(i, j int) { a[from+i], a[from+j] = a[from+j], a[from+i] })
}

//corpus:norun the first stays, as it says
func shuffleButFirst(a []int) {
	rand.Shuffle(len(a)-1, func(i, j int) { a[i+1], a[j+1] = a[j+1], a[i+1] })
}

//corpus:norun the length is what the caller makes sure of
func shuffleBlock(a []int, n int) {
	for i := n; i > 0; i-- {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun one of the others
func otherCard(cards []int, current int) int {
	next := rand.Intn(len(cards) - 1)
	if next >= current {
		next++
	}
	return cards[next]
}

//biasedshuffle:ok off-by-one a pivot need not be the last
//corpus:norun a pivot
func randomPivot(a []int) int { return a[rand.Intn(len(a)-1)] }

//corpus:norun the first is the name of the program
func randomArgument(args []string) string { return args[rand.Intn(len(args)-1)+1] }

//corpus:norun a place between two items
func cutAnywhere(a []int) ([]int, []int) {
	k := rand.Intn(len(a)-1) + 1
	return a[:k], a[k:]
}

//biasedshuffle:ok cycle one cycle through all of memory is what is asked for
//corpus:norun саттоло
func chase(next []uint32) {
	for i := len(next) - 1; i > 0; i-- {
		j := rand.Intn(i)
		next[i], next[j] = next[j], next[i]
	}
}

//corpus:norun a pivot, though it has no such name
func randomSmallest(a []int, k int) int {
	i := rand.Intn(len(a) - 1)
	p := a[i]
	below := 0
	for _, x := range a {
		if x < p {
			below++
		}
	}
	return below - k
}

//corpus:norun a bias of 2^-32, and nothing is drawn for value
func offset(nodes []string) string {
	return nodes[rand.Uint32()%uint32(len(nodes))]
}

var queue []int

//corpus:norun not where it was
func newShuffleQueue(n, last int) {
	queue = rand.Perm(n)
	if n > 1 && queue[0] == last {
		k := rand.Intn(n-1) + 1
		queue[0], queue[k] = queue[k], queue[0]
	}
}

type radio struct{ order []int }

//corpus:norun not where it was
func (r *radio) shuffle(n, last int) {
	r.order = rand.Perm(n)
	if n > 1 && r.order[0] == last {
		k := rand.Intn(n-1) + 1
		r.order[0], r.order[k] = r.order[k], r.order[0]
	}
}

//corpus:norun a deck of 53
func shuffleLastFirst(a *[53]int) {
	j := rand.Intn(53)
	a[52], a[j] = a[j], a[52]
	rand.Shuffle(52, func(i, j int) { a[i], a[j] = a[j], a[i] })
}

//corpus:run
func shuffleByValues(a []int) {
	out := make([]int, 0, len(a))
	for _, i := range rand.Perm(len(a)) {
		out = append(out, a[i])
	}
	copy(a, out)
}

type keyed struct {
	places []int
	key    int
}

//corpus:norun a key, and places that are those of a function of it
func (k *keyed) reshuffle() {
	for i := range k.places {
		k.places[i] = i
	}
	k.key = rand.Intn(5)
}

type dial struct {
	turns []int
	start int
}

//corpus:norun counters that begin anew, and a number
func (d *dial) reshuffle() {
	for i := range d.turns {
		d.turns[i] = 0
	}
	d.start = rand.Intn(5)
}
