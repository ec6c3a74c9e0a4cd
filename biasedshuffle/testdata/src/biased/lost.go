package biased

import "math/rand"

// Shuffles that lose items, repeat them, or leave all as they were.

//corpus:run
func shuffleByCopy(a []int) []int {
	out := make([]int, len(a))
	for i := range out {
		out[i] = a[rand.Intn(len(a))] // want `items are lost, and others are there twice: for 3 items with 7/9`
	}
	return out
}

//corpus:norun exact.Enumerate sees a deck of 52
func (p *pack) shuffleInto(cards []int) {
	p.cards = nil
	for i := 0; i < 52; i++ {
		k := rand.Intn(len(cards))
		p.cards = append(p.cards, cards[k])
	}
}

type pack struct{ cards []int }

func (p pack) count() int { return len(p.cards) }

//corpus:run
func shuffleByHalfASwap(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1) // want `items are lost`
		a[i] = a[j]
		a[j] = a[i]
	}
}

//corpus:run
func shuffleWithAWrongTemporary(a []int) {
	for i := range a {
		j := i + rand.Intn(len(a)-i)
		t := a[i]
		a[i] = a[j]
		a[i] = t
	}
}

//corpus:run
func mixPack(a []int) { (&pack{a}).shuffle() }

func (p *pack) shuffle() {
	rand.Shuffle(p.count(), func(i, j int) {
		t := p.cards[i]
		p.cards[i] = p.cards[j]
		p.cards[i] = t
	})
}

//corpus:run
func shuffleByBrokenSwap(a []int) {
	rand.Shuffle(len(a), func(i, j int) { // want `items are lost`
		a[i], a[j] = a[j], a[j]
	})
}

//corpus:run
func shuffleAllOfLess(a []int) {
	rand.Shuffle(len(a)-1, func(i, j int) { a[i], a[j] = a[j], a[i] }) // want `the last item never moves`
}

//corpus:run
func shuffleByWrongInsideOut(a []int) []int {
	out := make([]int, len(a))
	for i, x := range a {
		j := rand.Intn(len(a)) // want `items are lost`
		out[i] = out[j]
		out[j] = x
	}
	return out
}

//corpus:run
func reorder(a []int) {
	p := rand.Perm(len(a))
	for i, j := range p { // want `swaps by a permutation, one by one: for 3 items only 3 of the 6 orders`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun it panics
func shuffleFromZero(a []int) {
	for i := range a {
		j := rand.Intn(i)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun it panics
func shuffleBeyond(a []int) {
	for i := len(a); i > 0; i-- {
		j := rand.Intn(i)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a deck of 53
func shuffleAJoker(a *[53]int) {
	a[52], a[rand.Intn(52)] = a[rand.Intn(52)], a[52] // want `items are lost, and others are there twice: for 3 items with 1/2`
	rand.Shuffle(52, func(i, j int) { a[i], a[j] = a[j], a[i] })
}

//corpus:run
func shuffleByIndices(a []int) {
	out := make([]int, 0, len(a))
	for i := range rand.Perm(len(a)) { // want `the permutation is not used: take its values, with for _, i := range`
		out = append(out, a[i])
	}
	copy(a, out)
}

//corpus:norun the first that is idle
func anyIdle(workers []func() bool) int {
	for i := range rand.Perm(len(workers)) { // want `the permutation is not used`
		if workers[i]() {
			return i
		}
	}
	return -1
}

//corpus:run
func shuffleCleared(a []int) {
	b := make([]int, len(a))
	copy(a, b)
	for i := range b {
		j := rand.Intn(i + 1)
		b[i], b[j] = b[j], b[i]
	}
	copy(a, b)
}

//corpus:run
func shuffleFromCleared(a []int) {
	b := make([]int, len(a))
	copy(a, b)
	for i, j := range rand.Perm(len(a)) {
		a[i] = b[j]
	}
}
