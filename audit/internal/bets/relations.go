package bets

import (
	"math"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// Relations bet on how an item depends on the one before, where each item is a deal of
// its own: rolls of dice, spins of a wheel. Each sees the item before as one of some
// classes, the row, and the item as an outcome whose law under a fair shuffle is the same
// in all rows. A row learns that law as the row of a [table] does, and bets only on the
// deals after its class. So all rows are one player, whose fortune is their product.
type relations struct {
	*fortune.Group
	all    []*relation
	before int // item; −1 before the first deal
}

type relation struct {
	text  fortune.Phrase
	of    func(before, x int) (row, outcome int)
	law   []float64
	times [][]float64 // an outcome came after a class
	deals []float64   // after a class
}

// newRelations returns the bets on deals of one of n items.
func newRelations(n int, weight float64) *relations {
	r := &relations{before: -1}
	add := func(rows int, law []float64, text fortune.Phrase, of func(before, x int) (row, outcome int)) {
		l := &relation{text: text, of: of, law: law, deals: make([]float64, rows)}
		for range rows {
			l.times = append(l.times, make([]float64, len(law)))
		}
		r.all = append(r.all, l)
	}
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
			func(x int) int {
				if x < n/2 {
					return 0
				}
				return 1
			})
		add(1, []float64{1 - 1/all, 1 / all}, often("the same item comes again at once"),
			func(before, x int) (row, outcome int) {
				if x == before {
					return 0, 1
				}
				return 0, 0
			})
		add(1, undo.CoarseLaw(n), fortune.Phrase{Before: "items come at favourite distances from the item before"},
			func(before, x int) (row, outcome int) {
				return 0, undo.Coarse((x-before+n)%n, n)
			})
	}
	if n > undo.CoarseChoices {
		classes(undo.CoarseLaw(n), "which part of the items comes depends on the item before", func(x int) int {
			return undo.Coarse(x, n)
		})
	}
	found := func(row int) string {
		l := r.all[row]
		if len(l.deals) > 1 || len(l.law) != 2 {
			return r.About.Words(row)
		}
		return r.About.Toward(row, r.excess(row)) + ":"
	}
	size := func(row int) *fortune.Size {
		l := r.all[row]
		if len(l.deals) > 1 || len(l.law) != 2 {
			return nil
		}
		return shareOf(l.times[0][1], l.deals[0], l.deals[0]*l.law[1], len(r.all))
	}
	r.Group = fortune.NewGroup(fortune.Learned, fortune.About{From: fortune.Change, Found: found, Size: size,
		Text: func(row int) fortune.Phrase { return r.all[row].text }}, weight, len(r.all),
		learners)
	return r
}

// mostRelated is the most items each of which is a class.
const mostRelated = 64

func (r *relations) Bet(_ int64, deal []int32) {
	x := int(deal[0])
	if r.before >= 0 {
		for i, l := range r.all {
			row, outcome := l.of(r.before, x)
			c, deals := l.times[row][outcome]/l.law[outcome], l.deals[row]
			for j, strength := range strengths(len(l.law)) {
				r.Wagers[i*learners+j].Times((c + strength) / (deals + strength))
			}
			l.times[row][outcome]++
			l.deals[row]++
		}
	}
	r.before = x
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
	r.before = -1
}
