package suspects

import "fmt"

// Draw puts k of the items of deal to its front, as a program does that draws only
// so many of them and makes this mistake. Where the suspect has Choose, that is
// Fisher and Yates' shuffle from the first place on, which ends after k places: it
// takes O(k) time. The others shuffle all, and the first k places count.
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
