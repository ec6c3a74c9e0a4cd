package bets

import (
	"fmt"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
)

// A sets bets on which items a deal has, where their order means nothing: lotteries that
// print their numbers in ascending order, hands that a player sorts. Under a fair shuffle
// each of the C(n, k) sets has the same probability, whatever came before.
type sets struct {
	deals    float64
	member   *membership
	bets     []bet
	came     []int64 // how often each item has come
	paired   []int64 // and each pair; nil if there are too many
	present  []int32 // 1 for the items of the deal
	previous []int32 // the same of the deal before
	numbers  *table  // of statistics
	again    *table  // how many items are of the deal before
}

// The parts of the bets on sets.
const (
	weightMembers  = 0.28
	weightPresent  = 0.39
	weightTogether = 0.17
	weightCounts   = 0.11
	weightAgain    = 0.05

	mostPaired = 128 // items whose pairs are counted
)

// newSets returns the bets on sets of k of n items, at most MostPresent.
func newSets(n, k int, weight float64, item func(number int) string) *sets {
	s := &sets{present: make([]int32, n), previous: make([]int32, n),
		member: newMembership(n, k, weight*weightMembers, item)}
	in := float64(k) / float64(n)
	spots := func(text func(row int) fortune.Phrase, weight float64, rows int, p float64, times *[]int64) *table {
		*times = make([]int64, rows)
		return newSpots(fortune.Item, fortune.About{From: fortune.Deal, Text: text}, weight, rows, p,
			func() float64 { return s.deals }, func(row int) int64 { return (*times)[row] })
	}
	items := spots(itComes(item), weight*weightPresent, n, in, &s.came)
	var together []bet // if there are few pairs
	if n <= mostPaired && k > 1 && k < n-1 {
		together = append(together, spots(func(row int) fortune.Phrase {
			x := 1
			for x*(x+1)/2 <= row {
				x++
			}
			pair := item(row-x*(x-1)/2) + " and " + item(x)
			return fortune.TooOften(pair + " come together")
		}, weight*weightTogether, n*(n-1)/2, in*float64(k-1)/float64(n-1), &s.paired))
	}
	all := statistics{
		newStatistic(fortune.TooMany(fmt.Sprintf("items of the first half, %s to %s", item(0), item(n/2-1))),
			laws.Hypergeometric(n, n/2, k), leastBin,
			func(v *view) int { return numberOf(v.items, func(x int32) bool { return int(x) < n/2 }) }),
		newStatistic(fortune.TooMany("items next to each other"), laws.Hypergeometric(n, k-1, k), leastBin,
			func(v *view) int {
				return numberOf(v.items, func(x int32) bool { return x > 0 && s.present[x-1] == 1 })
			}),
	}
	if n == deckItems {
		all = append(all, newClasses(k, item)...)
	}
	s.numbers = all.table(fortune.Deal, weight*weightCounts)
	s.again = statistics{newStatistic(fortune.TooMany("items of the deal before"), laws.Hypergeometric(n, k, k),
		leastBin, func(v *view) int { return numberOf(v.items, func(x int32) bool { return s.previous[x] == 1 }) }),
	}.table(fortune.Change, weight*weightAgain)
	s.bets = slices.Concat([]bet{s.member, s.again, items}, together, []bet{s.numbers})
	return s
}

// Bet bets on a set, in ascending order, and learns from it.
func (s *sets) Bet(_ int64, deal []int32) {
	clear(s.present)
	for i, x := range deal {
		s.present[x] = 1
		s.came[x]++
		if s.paired != nil {
			for _, y := range deal[:i] {
				s.paired[x*(x-1)/2+y]++
			}
		}
	}
	v := &view{items: deal}
	s.numbers.see(v)
	s.numbers.note()
	if s.deals > 0 {
		s.again.see(v)
		s.again.note()
	}
	s.member.take(s.present, s.deals)
	copy(s.previous, s.present)
	s.deals++
}

func (s *sets) Reset() {
	s.numbers.Reset()
	s.again.Reset()
	clear(s.came)
	clear(s.paired)
	clear(s.member.counts)
	clear(s.previous)
	s.deals = 0
}

// A membership bets on all items of a set at once, one after the other: with s of the
// items before it in the set, item x of n is in it with the probability
// p = (k − s)/(n − x) under a fair shuffle. A player who believes that it comes r times
// as often as fair bets q = r·p/(r·p + 1 − p) on it; the factor is q/p or (1−q)/(1−p), so
// the fortune is an e-process for any r that is known before the deal.
type membership struct {
	*fortune.Group
	k      int
	counts []float64 // of the items so far
}

// memberPriors are the strengths of the priors, in expected appearances of an item.
var memberPriors = [3]float64{4, 32, 256}

func newMembership(n, k int, weight float64, item func(number int) string) *membership {
	m := &membership{k: k, counts: make([]float64, n)}
	about := fortune.About{From: fortune.Deal, Text: fortune.Plainly("some items come too often")}
	sum := 0.0
	most := func() int {
		most := 0
		sum = 0
		for x, count := range m.counts {
			if sum += count; count > m.counts[most] {
				most = x
			}
		}
		return most
	}
	about.Found = func(int) string { return "some items come too often: above all, " + item(most()) + " comes" }
	about.Size = func(int) *fortune.Told {
		x := most()
		return shareOf(m.counts[x], sum/float64(k), sum/float64(n), n)
	}
	m.Group = fortune.NewGroup(fortune.Learned, about, weight, 1, len(memberPriors))
	return m
}

func (m *membership) take(present []int32, deals float64) {
	n := len(present)
	fair := deals * float64(m.k) / float64(n)
	for i, prior := range memberPriors {
		product, in := 1.0, 0
		for x, is := range present {
			p := float64(m.k-in) / float64(n-x)
			r := (m.counts[x] + prior) / (fair + prior)
			all := r*p + 1 - p
			if is == 1 {
				product *= r / all
				in++
			} else {
				product /= all
			}
			if x&31 == 31 {
				m.Wagers[i].Times(product)
				product = 1
			}
		}
		m.Wagers[i].Times(product)
	}
	for x, is := range present {
		m.counts[x] += float64(is)
	}
}
