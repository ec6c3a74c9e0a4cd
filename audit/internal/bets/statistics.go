package bets

import (
	"fmt"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// This file has statistics of a deal, and their exact laws under a fair shuffle.

// A statistic is a number from a deal, with its law.
type statistic struct {
	about fortune.Phrase
	of    func(v *view) int
	law   []float64 // of the values from 0
	bin   []int32   // of a value
	laws  []float64 // of the bins
	means []float64 // of the values in each bin

	reason fortune.Reason

	value float64      // of the deal
	seen  laws.Moments // of the values, which bins at the ends do not tell
}

type statistics []*statistic

// table returns the table that bets on the statistics.
func (all statistics) table(from fortune.From, weight float64) *table {
	var laws [][]float64
	for _, s := range all {
		laws = append(laws, s.laws)
	}
	t := newTable(fortune.Statistics, fortune.About{From: from,
		Text:   func(row int) fortune.Phrase { return all[row].about },
		Reason: func(row int) fortune.Reason { return all[row].reason }}, weight, laws)
	t.outcomes, t.outcome, t.numbers = make([]int32, len(all)), all.outcome, all
	return t
}

// outcome says which values are in a bin.
func (all statistics) outcome(row, x int) string {
	bins := all[row].bin
	first := slices.Index(bins, int32(x))
	last := first
	for last+1 < len(bins) && bins[last+1] == int32(x) {
		last++
	}
	switch {
	case first == last:
		return fmt.Sprintf("the number is %d", first)
	case first == 0:
		return fmt.Sprintf("the number is %d or less", last)
	case last == len(bins)-1:
		return fmt.Sprintf("the number is %d or more", first)
	}
	return fmt.Sprintf("the number is %d to %d", first, last)
}

// see sets the outcomes to the numbers of a deal.
func (t *table) see(v *view) {
	for i, s := range t.numbers {
		value := s.of(v)
		s.value, t.outcomes[i] = float64(value), s.bin[value]
	}
}

// A view is an undone deal, for the statistics.
type view struct {
	items         []int32 // of the deal
	deal, inverse []int32 // or, of a part, the order of its items among themselves
	choices       []int32 // of the backward form
	inversions    int
	falls         int // descents of the inverse
}

// newStatistics returns the statistics of a deal of k items or, where the deal is a
// part, of the order of its items among themselves, which is as uniform.
func newStatistics(k int, full bool) statistics {
	if k < 2 {
		return nil
	}
	var all statistics
	least := leastBin
	add := func(about fortune.Phrase, law []float64, of func(v *view) int) {
		all = append(all, newStatistic(about, law, least, of))
	}
	add(fortune.TooOften("the number of swaps that would sort a deal is odd"), []float64{0.5, 0.5},
		func(v *view) int { return v.inversions & 1 })
	if full {
		add(fortune.TooMany("items stay in place"), laws.OfFixedPoints(k),
			func(v *view) int { return laws.FixedPoints(v.deal) })
	}
	if full && k <= laws.MostDescents {
		add(fortune.Phrase{Before: "there are ", Scale: fortune.Many,
			After: " chains of items in each other's places"}, laws.OfCycles(k),
			func(v *view) int { return laws.Cycles(len(v.deal), v.choices) })
	}
	if k == 2 {
		return all
	}
	if k <= laws.MostDescents {
		law := laws.OfDescents(k)
		add(fortune.TooMany("items are followed by a lower one"), law,
			func(v *view) int { return laws.Descents(v.deal) })
		add(fortune.TooMany("items come after the next higher one"), law, func(v *view) int { return v.falls })
	}
	if k > 16 {
		least = 1. / 64 // many values of a smooth law
	}
	if half := k / 2; full && k > 3 && k <= laws.MostDescents {
		add(fortune.TooMany("items of the first half come in the first half"), laws.Hypergeometric(k, half, half),
			func(v *view) int { return numberOf(v.deal[:half], func(x int32) bool { return int(x) < half }) })
	}
	if k <= laws.MostInversions {
		add(fortune.TooMany("pairs of items are in reverse order"), laws.OfInversions(k),
			func(v *view) int { return v.inversions })
	}
	least = leastBin
	if k <= laws.MostRising {
		add(fortune.Phrase{
			Before: "the longest ascending series of items, with others between them, is ", Scale: fortune.Long},
			laws.OfRising(k), func(v *view) int { return laws.Rising(v.deal) })
	}
	return all
}

// A pattern computes the relative order of the items in a part of a deal.
type pattern struct {
	undo                *undo.Undoer
	sorted              []int64 // item and place
	deal, inverse, left []int32
}

func newPattern(k int) *pattern {
	return &pattern{undo.New(k), make([]int64, k), make([]int32, k), make([]int32, k), make([]int32, k)}
}

// of replaces the deal of v.
func (p *pattern) of(v *view) {
	for i, x := range v.deal {
		p.sorted[i] = int64(x)<<32 | int64(i)
	}
	slices.Sort(p.sorted)
	for rank, s := range p.sorted {
		place := int32(s) // the low half
		p.deal[place], p.inverse[rank] = int32(rank), place
	}
	p.undo.Lehmer(p.deal, p.left)
	for _, c := range p.left {
		v.inversions += int(c)
	}
	v.deal, v.inverse = p.deal, p.inverse
}

// leastBin is the least probability of a bin, but for those at the ends of a law: the values beyond fall into bins
// each of which is so much rarer than the one before, down to the rarest. What is rarer still shares one, as laws are
// not known to more digits. (A learner pays for a rare outcome that comes again, not for the first time: no single
// deal decides.)
const (
	leastBin = 1e-5
	rarer    = 1e-3
	rarest   = 1e-12
)

// newStatistic puts neighbours into bins that are likely enough.
func newStatistic(about fortune.Phrase, law []float64, least float64, of func(v *view) int) *statistic {
	s := &statistic{about: about, of: of, law: law, bin: make([]int32, len(law))}
	rest := 1.0
	var bin laws.Moments
	for v, p := range law {
		s.bin[v] = int32(len(s.laws))
		bin.Add(float64(v), p)
		rest -= p
		last := v == len(law)-1
		if last || bin.Weight >= rarest && rest >= rarest && (bin.Weight >= least && rest >= least ||
			bin.Weight < rarer*law[v+1] || rest < rarer*bin.Weight) {
			s.laws, s.means = append(s.laws, bin.Weight), append(s.means, bin.Mean)
			bin = laws.Moments{}
		}
	}
	return s
}

// deckItems is the number of items that may be cards: 13 to a suit, suit after suit.
const deckItems = 52

// newClasses returns the statistics of suits and ranks in deals of k cards: how many neighbours share them, or how many
// pairs if the deal is a hand. Items that have only numbers may be no cards.
func newClasses(k int, item func(number int) string) statistics {
	var all statistics
	suit, rank := "suit", "rank"
	if item(0) == "item 1" {
		suit, rank = "quarter (1 to 13, 14 to 26, 27 to 39, 40 to 52)", "remainder by 13"
	}
	for _, c := range []struct {
		name    string
		classes int
		of      func(x int32) int32
	}{
		{suit, 4, func(x int32) int32 { return x / 13 }},
		{rank, 13, func(x int32) int32 { return x % 13 }},
	} {
		if k == deckItems {
			about := fortune.TooOften("neighbours have the same " + c.name)
			all = append(all, newStatistic(about,
				laws.OfNeighbours(c.classes, deckItems/c.classes), leastBin, func(v *view) int {
					same := 0
					for i := 1; i < k; i++ {
						if c.of(v.items[i]) == c.of(v.items[i-1]) {
							same++
						}
					}
					return same
				}))
		} else if k > 1 {
			all = append(all, newStatistic(fortune.TooMany("pairs of one "+c.name+" in a hand"),
				laws.OfHands(k, c.classes, deckItems/c.classes), leastBin, func(v *view) int {
					same := 0
					var count [13]int
					for _, x := range v.items {
						same += count[c.of(x)]
						count[c.of(x)]++
					}
					return same
				}))
		}
	}
	for _, s := range all {
		s.reason = fortune.Classes
	}
	return all
}

// numberOf returns how many of the items are such.
func numberOf(items []int32, such func(x int32) bool) int {
	number := 0
	for _, x := range items {
		if such(x) {
			number++
		}
	}
	return number
}
