package suspects

import "fmt"

// Draw moves k of the items of deal to its front, like a program with this mistake that
// draws only k items. If the suspect has Choose, Draw is the Fisher–Yates shuffle from
// the front, stopped after k places, and takes O(k) time. The others shuffle everything,
// and the first k places count.
//
// It panics if k is negative or more than the length of deal.
func (s Suspect) Draw(deal []int, k int, intn func(k int) int) {
	n := len(deal)
	if k < 0 || k > n {
		panic(fmt.Sprintf("suspects: Draw with k = %d from a deal of length %d", k, n))
	}
	if s.Choose == nil {
		s.Shuffle(deal, intn)
		return
	}
	for i := range min(k, n-1) {
		j := i + s.Choose(n, n-i, 0, intn)
		deal[i], deal[j] = deal[j], deal[i]
	}
}

// Deal deals k of n items, in their order before: it sets deal to 0, …, n−1 and shuffles it or,
// if k is less than n, draws k of them to its front.
func (s Suspect) Deal(deal []int, k int, intn func(k int) int) {
	for i := range deal {
		deal[i] = i
	}
	if k < len(deal) {
		s.Draw(deal, k, intn)
	} else {
		s.Shuffle(deal, intn)
	}
}
