package suspects

import (
	"math"
	"slices"
)

// This file has the shuffles that sort with a comparison that flips a coin.

const coinStory = "In 2010 the browser ballot that Microsoft had to show in Europe was to list browsers in random " +
	"order. It sorted them by a comparison that returned 0.5 − Math.random(), and Internet Explorer came last half " +
	"of the time. What comes out depends on the sorting algorithm, and on none is it fair: with m comparisons each " +
	"order has a multiple of 2⁻ᵐ, which 1/n! is not for three items or more. "

var coinSources = []string{
	"https://www.robweir.com/blog/2010/02/microsoft-random-browser-ballot.html",
	"https://bost.ocks.org/mike/shuffle/compare.html",
	"https://github.com/Chalarangelo/30-seconds-of-code/issues/357",
}

// A sorting algorithm puts s in order by asking before whether item a must come before item b.
type sorting func(s []int, before func(a, b int) bool)

// byCoins returns the suspect that sorts this way with a coin for each question. If each coin tells the truth about
// some order, that order comes out: so it has a probability of at least 2^−q, where q is how many questions it takes to
// sort the items into it. An algorithm that never asks what it could know from the answers before has no other way to
// that order, and then this is the law itself.
func byCoins(name, title, story, code string, sort sorting) Suspect {
	return Suspect{
		Name: name, Title: title, Story: coinStory + story, Sources: coinSources, Code: code,
		Shuffle: func(s []int, intn func(k int) int) {
			sort(s, func(int, int) bool { return intn(2) == 1 })
		},
		Ratio: func(n int) func(deal []int) float64 {
			logFactorial, _ := math.Lgamma(float64(n) + 1)
			place, s, asked := make([]int, n), make([]int, n), 0
			before := func(a, b int) bool {
				asked++
				return place[a] < place[b]
			}
			return func(deal []int) float64 {
				for i, x := range deal {
					place[x], s[i] = i, i
				}
				asked = 0
				sort(s, before)
				return logFactorial - float64(asked)*math.Ln2
			}
		},
	}
}

// sortInsertion sorts by insertion with coins for comparisons.
func sortInsertion() Suspect {
	return byCoins("sort-insertion", "insertion sort with a random comparison",
		"Insertion moves each item forward until a coin stops it, which is one place on average.",
		"for i := 1; i < len(s); i++ {\n\tfor j := i; j > 0 && coin(); j-- {\n\t\ts[j], s[j-1] = s[j-1], s[j]\n\t}\n}",
		func(s []int, before func(a, b int) bool) {
			for i := 1; i < len(s); i++ {
				for j := i; j > 0 && before(s[j], s[j-1]); j-- {
					s[j], s[j-1] = s[j-1], s[j]
				}
			}
		})
}

// sortTim sorts as Python and JavaScript engines do fewer than 64 items, with coins for comparisons.
func sortTim() Suspect {
	return byCoins("sort-tim", "timsort with a random comparison",
		"What array.sort(() => Math.random() - 0.5) does in today's browsers with fewer than 64 items: what is "+
			"in order at the beginning is left (or, if in reverse order, reversed), and each other item is inserted "+
			"by bisection.",
		"run := countRun(s)\nfor i := run; i < len(s); i++ {\n\tbinaryInsert(s[:i+1])\n}",
		func(s []int, before func(a, b int) bool) {
			if len(s) < 2 {
				return
			}
			run := 2
			falls := before(s[1], s[0])
			for run < len(s) && before(s[run], s[run-1]) == falls {
				run++
			}
			if falls {
				slices.Reverse(s[:run])
			}
			// Bisection may ask again what ended the run.
			for i := run; i < len(s); i++ {
				low, high, x := 0, i, s[i]
				for low < high {
					if middle := (low + high) / 2; before(x, s[middle]) {
						high = middle
					} else {
						low = middle + 1
					}
				}
				copy(s[low+1:i+1], s[low:i])
				s[low] = x
			}
		})
}

// sortMerge sorts by merging, from the top, with coins for comparisons.
func sortMerge() Suspect {
	return byCoins("sort-merge", "merge sort with a random comparison",
		"Merging takes from either half by a coin, until one is used up; the rest of the other stays together.",
		"left, right := mergeSort(s[:n/2]), mergeSort(s[n/2:])\nfor len(left) > 0 && len(right) > 0 "+
			"{\n\ttake(coin(), &left, &right)\n}",
		func(s []int, before func(a, b int) bool) { mergeSort(s, make([]int, len(s)), before) })
}

func mergeSort(s, buffer []int, before func(a, b int) bool) {
	if len(s) < 2 {
		return
	}
	half := len(s) / 2
	mergeSort(s[:half], buffer, before)
	mergeSort(s[half:], buffer, before)
	copy(buffer, s)
	left, right := buffer[:half], buffer[half:len(s)]
	for i := range s {
		from := &left
		if len(left) == 0 || len(right) > 0 && before(right[0], left[0]) {
			from = &right
		}
		s[i] = (*from)[0]
		*from = (*from)[1:]
	}
}
