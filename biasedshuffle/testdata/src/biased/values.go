package biased

import "math/rand"

// Copies that nobody gets, and other shapes of code that was not seen before.

//corpus:run
func shuffleFive(a *[5]int) { shuffleArray(*a) }

func shuffleArray(a [5]int) {
	rand.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
}

type pile52 struct{ cards [52]int }

//corpus:norun 52 cards are too many to enumerate
func (p pile52) shuffleAll() {
	for i := len(p.cards) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		p.cards[i], p.cards[j] = p.cards[j], p.cards[i]
	}
}

type heap struct{ cards []int }

//corpus:run
func shuffleHeap(a []int) { heap{a}.shuffle() }

func (h heap) shuffle() {
	out := make([]int, len(h.cards))
	for i, j := range rand.Perm(len(h.cards)) {
		out[i] = h.cards[j]
	}
	h.cards = out
}

//corpus:run
func shuffleToParameter(a []int) {
	var out []int
	for _, i := range rand.Perm(len(a)) {
		out = append(out, a[i])
	}
	a = out
}

//corpus:run
func shuffledOriginal(a []int) []int {
	out := append([]int(nil), a...)
	rand.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return a
}

//corpus:run
func fromOne(n int) []int {
	p := make([]int, n+1)
	for i := 1; i <= n; i++ {
		p[i] = i - 1
	}
	for i := 1; i <= n; i++ {
		j := rand.Intn(n) + 1 // want `a naive shuffle`
		p[i], p[j] = p[j], p[i]
	}
	return p[1:]
}

//corpus:run
func nextFree(a []int) []int {
	shuffled := make([]int, len(a))
	used := make([]bool, len(a))
	for i := range a {
		r := rand.Intn(len(a)) // want `a naive shuffle`
		for used[r] {
			r = (r + 1) % len(a)
		}
		used[r] = true
		shuffled[i] = a[r]
	}
	return shuffled
}

//corpus:norun strings
func shuffleToFreePlaces(words []string) []string {
	out := make([]string, len(words))
	for _, word := range words {
		p := rand.Intn(len(words))
		for out[p] != "" {
			if p++; p == len(words) {
				p = 0
			}
		}
		out[p] = word
	}
	return out
}

//corpus:norun its own generator
func shuffleWithSeed(a []int, seed int) {
	for i := len(a) - 1; i > 0; i-- {
		seed = (seed*9301 + 49297) % 233280
		j := seed % i
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun draws of numbers
func fisherYatesOfNothing(a []int) (out []int) {
	for i := 0; i < 10; i++ {
		out = append(out, rand.Intn(10)) // want `items are lost, and others are there twice`
	}
	return out
}
