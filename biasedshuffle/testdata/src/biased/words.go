package biased

import "math/rand"

// Words that only look like those of code that means what it does.

// unbiasedShuffle returns an unbiased permutation: it is not biased.
//
//corpus:run
func unbiasedShuffle(a []int) {
	for i := range a {
		j := rand.Intn(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

// notNaive shuffles. The naive way, to swap with any index, would be wrong; this is Fisher–Yates.
//
//corpus:run
func notNaive(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i) // want `a single cycle`
		a[i], a[j] = a[j], a[i]
	}
}

// shuffleRecyclers shuffles the list of recyclers itself.
//
//corpus:run
func shuffleRecyclers(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i) // want `a single cycle`
		a[i], a[j] = a[j], a[i]
	}
}

// fromTheLast shuffles from the last item down to the first, in place but fast: a
// detail of the mapping is that each is exchanged with one of the rest.
//
//corpus:run
func fromTheLast(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i) + 1 // want `the first item never moves`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func markedWithoutAReason(a []int) {
	for i := range a {
		//biasedshuffle:ok
		j := rand.Intn(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func markedElsewhere(a []int) {
	n := len(a)        //biasedshuffle:ok as long as it is
	for i := range a { //biasedshuffle:ok what stands at the end of a line speaks of that line
		j := rand.Intn(n) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

// naiveShuffle is biased, and a name does not excuse it: only a directive does.
//
//corpus:run
func naiveShuffle(a []int) {
	for i := range a {
		j := rand.Intn(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}
