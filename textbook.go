package yates

import "fmt"

// FisherYates shuffles s in place by the textbook algorithm, with your own
// randomness: dice, a hardware generator, a lottery machine, or another program
// whose order you reproduce. Otherwise use [Shuffle]. random(k) must return a
// uniform integer between 1 and k; it is called with k = n, n−1, …, 2.
//
// The order is uniform if the answers are uniform and independent; no shuffle can
// correct answers that are not. Beware of random()%k: see the package
// documentation.
//
// This is the backward form, which most programs use: it settles the last place
// first. (Fisher and Yates 1938; Durstenfeld, Algorithm 235, 1964; Knuth, The Art
// of Computer Programming, 3.4.2, Algorithm P.) The forward form, which [Shuffle]
// has, settles place 0 first, by a choice among all places, then place 1 by one among
// those from 1 on, and so on. It is as fair and as fast, but gives another order for
// the same answers.
//
// It panics if random is nil or returns an integer outside [1, k]. It takes O(n)
// time, calls random n−1 times and allocates nothing.
func FisherYates[S ~[]E, E any](s S, random func(k int) int) {
	// Step k gives one of the k elements that are not settled yet to place k,
	// all with probability 1/k. An order fixes the choice of each step, so it
	// has probability 1/n · 1/(n−1) · … · 1/2 = 1/n!, whichever it is.
	if random == nil {
		panic("yates: random is nil")
	}
	for k := len(s); k > 1; k-- {
		c := random(k)
		if c < 1 || c > k {
			panic(fmt.Sprintf("yates: random(%d) returned %d, outside [1, %d]", k, c, k))
		}
		i, j := k-1, c-1
		s[i], s[j] = s[j], s[i]
	}
}
