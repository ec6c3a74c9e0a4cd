package suspects

import (
	"math"
	"math/bits"
)

// This file has the shuffles that sort with a comparison that flips a coin.

const coinStory = "In 2010 the browser ballot that Microsoft had to show in Europe was to list browsers in random order. It sorted " +
	"them by a comparison that returned 0.5 − Math.random(), and Internet Explorer came last half of the time. What comes " +
	"out depends on the sorting algorithm, and on none is it fair: with m comparisons each order has a multiple of 2⁻ᵐ, " +
	"which 1/n! is not for three items or more. "

var coinSources = []string{
	"https://www.robweir.com/blog/2010/02/microsoft-random-browser-ballot.html",
	"https://bost.ocks.org/mike/shuffle/compare.html",
	"https://github.com/Chalarangelo/30-seconds-of-code/issues/357",
}

// InsertionSort sorts by insertion with coins for comparisons.
func InsertionSort() Suspect {
	return Suspect{
		Name:    "sort-insertion",
		Title:   "insertion sort with a random comparison",
		Story:   coinStory + "Insertion moves each item forward until a coin stops it, which is one place on average.",
		Sources: coinSources,
		Code:    "for i := 1; i < len(s); i++ {\n\tfor j := i; j > 0 && coin(); j-- {\n\t\ts[j], s[j-1] = s[j-1], s[j]\n\t}\n}",
		Shuffle: func(s []int, intn func(k int) int) {
			for i := 1; i < len(s); i++ {
				for j := i; j > 0 && intn(2) == 1; j-- {
					s[j], s[j-1] = s[j-1], s[j]
				}
			}
		},
		// Item i passes d of those before it with probability 2^−(d+1), or 2^−i if
		// it passes all.
		Ratio: func(n int) func(deal []int) float64 {
			seen := make([]uint64, (n+63)/64)
			return func(deal []int) float64 {
				clear(seen)
				coins := 0
				for _, x := range deal {
					before := bits.OnesCount64(seen[x/64] & (1<<(x%64) - 1))
					for _, w := range seen[:x/64] {
						before += bits.OnesCount64(w)
					}
					seen[x/64] |= 1 << (x % 64)
					// x passed the earlier items that come after it in the deal.
					coins += min(x-before+1, x)
				}
				f, _ := math.Lgamma(float64(n) + 1)
				return f - float64(coins)*math.Ln2
			}
		},
	}
}

// MergeSort sorts by merging, from the top, with coins for comparisons.
func MergeSort() Suspect {
	return Suspect{
		Name:    "sort-merge",
		Title:   "merge sort with a random comparison",
		Story:   coinStory + "Merging takes from either half by a coin, until one is used up; the rest of the other stays together.",
		Sources: coinSources,
		Code:    "left, right := mergeSort(s[:n/2]), mergeSort(s[n/2:])\nfor len(left) > 0 && len(right) > 0 {\n\ttake(coin(), &left, &right)\n}",
		Shuffle: func(s []int, intn func(k int) int) { mergeSort(s, make([]int, len(s)), intn) },
		Ratio: func(n int) func(deal []int) float64 {
			place, buffer := make([]int, n), make([]int, n)
			return func(deal []int) float64 {
				for i, x := range deal {
					place[x] = i
				}
				f, _ := math.Lgamma(float64(n) + 1)
				return f - float64(mergeCoins(place, buffer))*math.Ln2
			}
		},
	}
}

func mergeSort(s, buffer []int, intn func(k int) int) {
	if len(s) < 2 {
		return
	}
	half := len(s) / 2
	mergeSort(s[:half], buffer, intn)
	mergeSort(s[half:], buffer, intn)
	left, right := buffer[:half], buffer[half:len(s)]
	copy(buffer, s)
	for i := range s {
		from := &left
		if len(left) == 0 || len(right) > 0 && intn(2) == 1 {
			from = &right
		}
		s[i] = (*from)[0]
		*from = (*from)[1:]
	}
}

// mergeCoins returns the number of coins that led to an order, in which the items
// are at the given places. It sorts place: which items came from which half tells
// how each merge went.
func mergeCoins(place, buffer []int) int {
	if len(place) < 2 {
		return 0
	}
	half := len(place) / 2
	coins := mergeCoins(place[:half], buffer) + mergeCoins(place[half:], buffer)
	copy(buffer, place)
	left, right := buffer[:half], buffer[half:len(place)]
	for i := range place {
		from := &left
		if len(left) > 0 && len(right) > 0 {
			coins++
		}
		if len(left) == 0 || len(right) > 0 && right[0] < left[0] {
			from = &right
		}
		place[i] = (*from)[0]
		*from = (*from)[1:]
	}
	return coins
}

// BubbleSort passes over the items n−1 times with coins for comparisons.
func BubbleSort() Suspect {
	return Suspect{
		Name:    "sort-bubble",
		Title:   "bubble sort with a random comparison",
		Story:   coinStory + "Bubbles carry an item far to the back now and then, and all others one place to the front.",
		Sources: coinSources,
		Code:    "for end := len(s) - 1; end > 0; end-- {\n\tfor i := range end {\n\t\tif coin() {\n\t\t\ts[i], s[i+1] = s[i+1], s[i]\n\t\t}\n\t}\n}",
		Shuffle: func(s []int, intn func(k int) int) {
			for end := len(s) - 1; end > 0; end-- {
				for i := range end {
					if intn(2) == 1 {
						s[i], s[i+1] = s[i+1], s[i]
					}
				}
			}
		},
	}
}

// QuickSort partitions around the first item with coins for comparisons.
func QuickSort() Suspect {
	return Suspect{
		Name:    "sort-quick",
		Title:   "quicksort with a random comparison",
		Story:   coinStory + "A partition by coins puts the pivot, the first item, near the middle.",
		Sources: coinSources,
		Code:    "pivot := 0\nfor i := 1; i < len(s); i++ {\n\tif coin() {\n\t\tpivot++\n\t\ts[pivot], s[i] = s[i], s[pivot]\n\t}\n}\ns[0], s[pivot] = s[pivot], s[0]\nquickSort(s[:pivot])\nquickSort(s[pivot+1:])",
		Shuffle: quickSort,
	}
}

func quickSort(s []int, intn func(k int) int) {
	if len(s) < 2 {
		return
	}
	pivot := 0
	for i := 1; i < len(s); i++ {
		if intn(2) == 1 {
			pivot++
			s[pivot], s[i] = s[i], s[pivot]
		}
	}
	s[0], s[pivot] = s[pivot], s[0]
	quickSort(s[:pivot], intn)
	quickSort(s[pivot+1:], intn)
}
