package fair

import "math/rand"

// Copies that somebody gets, and near misses of other shapes.

//corpus:run
func shuffleFive(a *[5]int) { *a = shuffledArray(*a) }

func shuffledArray(a [5]int) [5]int {
	rand.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
	return a
}

type heap struct{ cards []int }

//corpus:run
func shuffleHeap(a []int) { heap{a}.shuffle() }

// The receiver is a copy, and its slice has the items of the caller.
func (h heap) shuffle() {
	for i := len(h.cards) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		h.cards[i], h.cards[j] = h.cards[j], h.cards[i]
	}
}

//corpus:run
func shuffleOver(a []int) {
	out := make([]int, len(a))
	for i, j := range rand.Perm(len(a)) {
		out[i] = a[j]
	}
	copy(a, out)
}

//corpus:run
func fromOne(n int) []int {
	p := make([]int, n+1)
	for i := 1; i <= n; i++ {
		p[i] = i - 1
	}
	for i := n; i > 1; i-- {
		j := rand.Intn(i) + 1
		p[i], p[j] = p[j], p[i]
	}
	return p[1:]
}

//corpus:norun its own generator
func shuffleWithSeed(a []int, seed int) {
	for i := len(a) - 1; i > 0; i-- {
		seed = (seed*9301 + 49297) % 233280
		j := seed % (i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a hash of what is there
func byHash(a []string) {
	for i := len(a) - 1; i > 0; i-- {
		h := 0
		for _, c := range a[i] {
			h = h*1009 + int(c)
		}
		j := h % i
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun one of two ways
func shuffleSomehow(a []int) {
	if rand.Intn(2) == 0 {
		shuffleOver(a)
		return
	}
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun parts keep their order
func nextOfAny(queues [][]int) (all []int) {
	for len(queues) > 0 {
		i := rand.Intn(len(queues))
		all = append(all, queues[i][0])
		if queues[i] = queues[i][1:]; len(queues[i]) == 0 {
			queues = append(queues[:i], queues[i+1:]...)
		}
	}
	return all
}
