package bets

import (
	"fmt"
	"math"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// Relations bet on how an item depends on the one before, where each item is a deal of its own: rolls of dice, spins of
// a wheel. Each sees the item before as one of some classes, the row, and the item as an outcome whose law under a fair
// shuffle is the same in all rows. A row learns that law as the row of a [table] does, and bets only on the deals after
// its class. So all rows are one player, whose fortune is their product.
type relations struct {
	*fortune.Group
	all    []*relation
	before int   // item; −1 before the first deal
	past   []int // items of the last deals, in turn
	gaps   []int // deals since an item came, or since the first
	deals  int
}

type relation struct {
	text  fortune.Phrase
	of    func(before, x int) (row, outcome int) // row is −1 for no bet
	law   []float64
	times [][]float64 // an outcome came after a class
	deals []float64   // after a class
}

// add adds a relation of so many classes, to outcomes with that law.
func (r *relations) add(rows int, law []float64, text fortune.Phrase, of func(before, x int) (row, outcome int)) {
	l := &relation{text: text, of: of, law: law, deals: make([]float64, rows)}
	for range rows {
		l.times = append(l.times, make([]float64, len(law)))
	}
	r.all = append(r.all, l)
}

// newRelations returns the bets on deals of one of n items, given the one before.
func newRelations(n int, weight float64) *relations {
	r := &relations{before: -1}
	add := r.add
	classes := func(law []float64, text string, class func(x int) int) {
		add(len(law), law, fortune.Phrase{Before: text}, func(before, x int) (row, outcome int) {
			return class(before), class(x)
		})
	}
	all := float64(n)
	if n <= mostRelated {
		law := make([]float64, n)
		for x := range law {
			law[x] = 1 / all
		}
		classes(law, "which item comes depends on the item before", func(x int) int { return x })
	}
	if n > 2 {
		even := float64((n+1)/2) / all
		classes([]float64{even, 1 - even}, "whether an item's number is odd or even depends on the item before",
			func(x int) int { return x % 2 })
		low := float64(n/2) / all
		classes([]float64{low, 1 - low}, "whether an item is of the first half depends on the item before",
			func(x int) int { return min(x/(n/2), 1) })
		add(1, []float64{1 - 1/all, 1 / all}, fortune.TooOften("the same item comes again at once"),
			func(before, x int) (row, outcome int) {
				if x == before {
					return 0, 1
				}
				return 0, 0
			})
		add(1, undo.CoarseLaw(n), fortune.Phrase{Before: "items come at favourite distances from the item before"},
			func(before, x int) (row, outcome int) { return 0, undo.Coarse((x-before+n)%n, n) })
	}
	if n > undo.CoarseChoices {
		classes(undo.CoarseLaw(n), "which part of the items comes depends on the item before", func(x int) int {
			return undo.Coarse(x, n)
		})
	}
	return r.bet(weight)
}

// mostBefore is how many deals before an item may be copied from.
const mostBefore = 64

// newCopied returns the bets that the item of some deals before comes again. That of the deal before is a relation.
func newCopied(n int, weight float64) *relations {
	r := &relations{before: -1, past: make([]int, mostBefore)}
	for lag := 2; lag <= mostBefore; lag++ {
		text := fortune.TooOften(fmt.Sprintf("the item of %d draws before comes again", lag))
		r.add(1, []float64{1 - 1/float64(n), 1 / float64(n)}, text, func(_, x int) (row, outcome int) {
			switch {
			case r.deals < lag:
				return -1, 0
			case r.past[(r.deals-lag)%mostBefore] == x:
				return 0, 1
			}
			return 0, 0
		})
	}
	return r.bet(weight)
}

// newGaps returns the bets that it depends on how long an item has not come whether it comes: the gaps of a fair game
// follow the geometric law, whatever they were.
func newGaps(n int, weight float64, item func(number int) string) *relations {
	const rows, each = 64, 4 // classes, and of these for n deals
	r := &relations{before: -1, gaps: make([]int, n)}
	for i := range n {
		text := fortune.Phrase{Before: fmt.Sprintf("whether %s comes depends on how long it has not come", item(i))}
		r.add(rows, []float64{1 - 1/float64(n), 1 / float64(n)}, text, func(_, x int) (row, outcome int) {
			if row = min(r.gaps[i]*each/n, rows-1); x == i {
				return row, 1
			}
			return row, 0
		})
	}
	return r.bet(weight)
}

// bet makes the bets of the relations.
func (r *relations) bet(weight float64) *relations {
	size := func(row int) *fortune.Told {
		l := r.all[row]
		if len(l.deals) > 1 || len(l.law) != 2 {
			return nil
		}
		return shareOf(l.times[0][1], l.deals[0], l.deals[0]*l.law[1], len(r.all))
	}
	found := func(row int) string {
		if size(row) == nil {
			return r.About.Words(row)
		}
		return r.About.Toward(row, r.excess(row)) + ":"
	}
	r.Group = fortune.NewGroup(fortune.Learned, fortune.About{From: fortune.Change, Found: found, Size: size,
		Text: func(row int) fortune.Phrase { return r.all[row].text }}, weight, len(r.all), learners)
	return r
}

// mostRelated is the most items each of which is a class.
const mostRelated = 64

func (r *relations) Bet(_ int64, deal []int32) {
	x := int(deal[0])
	if r.before >= 0 {
		for i, l := range r.all {
			row, outcome := l.of(r.before, x)
			if row < 0 {
				continue
			}
			c, deals := l.times[row][outcome]/l.law[outcome], l.deals[row]
			for j, strength := range strengths(len(l.law)) {
				r.Wagers[i*learners+j].Times((c + strength) / (deals + strength))
			}
			l.times[row][outcome]++
			l.deals[row]++
		}
	}
	r.before = x
	if r.past != nil {
		r.past[r.deals%mostBefore] = x
	}
	for i := range r.gaps {
		r.gaps[i]++
	}
	if r.gaps != nil {
		r.gaps[x] = 0
	}
	r.deals++
}

// excess returns by how many standard errors the second outcome of two came more often than is fair.
func (r *relations) excess(row int) float64 {
	l := r.all[row]
	fair := l.deals[0] * l.law[1]
	return (l.times[0][1] - fair) / math.Sqrt(fair*l.law[0])
}

func (r *relations) Reset() {
	r.Group.Reset()
	for _, l := range r.all {
		clear(l.deals)
		for _, row := range l.times {
			clear(row)
		}
	}
	clear(r.gaps)
	r.before, r.deals = -1, 0
}
