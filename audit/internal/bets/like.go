package bets

import (
	"math"

	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// Like reports whether the deals that the book has seen are like those of another book, of a simulated mistake: whether
// items came to their places, and the statistics had their values, as often, and their means agree. If the same
// mistake dealt both, it reports so but with the probability unlike, or a little more, as tails are near to normal
// ones.
func (b *Book) Like(simulated *Book, unlike float64) bool {
	b.Settle()
	if len(b.banks) == 0 {
		return true
	}
	mine, other := b.banks[0], simulated.banks[0]
	return mine.places.like(other.places, unlike/3, false) && (mine.numbers == nil ||
		mine.numbers.like(other.numbers, unlike/3, false) && mine.numbers.like(other.numbers, unlike/3, true))
}

// NewCount returns a book that only sees deals, for Like.
func NewCount(g Game) *Book {
	b := &Book{Game: g}
	seeing := &bank{n: b.Items, k: b.Take, item: b.item, inverse: make([]int32, b.Items), undo: undo.New(b.Items)}
	seeing.newTables(1)
	seeing.newNumbers(1)
	b.banks = []*bank{seeing}
	return b
}

// See counts what happens in a deal, and bets on nothing else.
func (b *Book) See(deal []int32) {
	bank := b.banks[0]
	bank.look(deal)
	bank.places.note()
	if bank.numbers != nil {
		bank.numbers.note()
	}
}

// like compares the counts of two tables, or only the means of the rows.
func (t *table) like(of *table, unlike float64, means bool) bool {
	const errors = 4 // standard ones, of a simulated count
	limit := math.Log(float64(len(t.cells)) / unlike)
	for row := range t.Rows() {
		deals, trials := t.counted(), of.counted()
		var seen, due laws.Moments
		for x := range t.outcomesOf(row) {
			count, c := float64(t.times(row, x)), float64(of.times(row, x))
			seen.Add(float64(x), count)
			due.Add(float64(x), c)
			spread := errors * math.Sqrt(c+errors*errors)
			low, high := math.Max(c-spread, 0)/trials, math.Min((c+spread)/trials, 1)
			f := count / deals
			if !means && deals*laws.Coins(f, math.Min(math.Max(f, low), high)) > limit {
				return false
			}
		}
		spread := due.Variance() * (1/deals + 1/trials)
		apart := seen.Mean - due.Mean
		if means && apart*apart > 2*spread*math.Log(2*float64(t.Rows())/unlike) {
			return false
		}
	}
	return true
}
