package bets

import (
	"math"
	"strings"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
)

// strengths are the priors of the learners of so many outcomes, in deals: a learner that has a
// prior of so many deals believes the fair law until about as many deals speak against
// it. The first, half a deal for each outcome at most, is quick to see strong biases, the second
// loses little while a weak one shows. (Tables of equally likely outcomes have one for many: of two, such as the
// choices of the last step, a quick one would soon have as much as who knows the mistake.)
func strengths(outcomes int) [learners]float64 {
	return [...]float64{min(float64(outcomes)/2, 16), 512}
}

const (
	learners     = 2
	manyOutcomes = 32
)

// A table learns the laws of several outcomes of a deal, one a row, while it bets
// on them. Each row has two wagers, one for each of the strengths.
//
// A row's outcome x has the probability p(x) under a fair shuffle, whatever came before. The bet on the next deal is
// the mean of a Dirichlet posterior: with c(x) of t deals so far, and a prior of a deals,
//
//	q(x) = (c(x) + a·p(x)) / (t + a),   q(x)/p(x) = (c(x)/p(x) + a) / (t + a),
//
// which is a law, and known before the deal. So each wager is an e-process. (The product of the factors is the ratio of
// a Dirichlet-multinomial likelihood to a multinomial one: Lindon and Malek, Anytime-Valid Inference for Multinomial
// Count Data, NeurIPS 2022; with a·p = ½ it is the estimate of Krichevsky and Trofimov, 1981.) The rows of a deal may
// depend on each other, so their fortunes are averaged, never multiplied.
//
// The product is Π r(a·p(x), c(x)) / r(a, t) over x, with r(b, c) = b·(b+1)⋯(b+c−1) / bᶜ,
// whatever the order of the deals. So a table only counts, and is a [tally].
type table struct {
	*fortune.Group
	outcomes []int32                 // of the deal, row by row, filled by the bank
	outcome  func(row, x int) string // in words; nil if there are only two, and one is that it happens
	numbers  []*statistic            // whose values are the outcomes of each row; nil if they have none
	own      []int                   // of steps: see ownChoices
	unmoved  func(row int) string    // of steps: that a place is never swapped

	start  []int    // of each row in cells, and the end
	cells  []uint32 // c(x); a cell that is full counts no more, which is never too much
	chance []chance // that outcomes have: each row's if it is uniform, else in any order
	of     []int32  // which of these a cell has; nil if the rows are uniform
	spots  *spots   // which fill the cells before they are looked at; else nil

	deals float64 // that are counted
}

// A chance is what there is to know of outcomes with the same p.
type chance struct {
	gain   float64              // 1/p
	priors [learners]float64    // a
	rise   [learners]laws.Riser // of a·p
}

func newChance(p float64, strengths [learners]float64) chance {
	c := chance{gain: 1 / p, priors: strengths}
	for i, strength := range strengths {
		c.rise[i] = laws.NewRiser(strength * p)
	}
	return c
}

// newTableOf returns a table without cells.
func newTableOf(kind fortune.Kind, about fortune.About, weight float64, rows int) *table {
	t := &table{}
	about.Found, about.Size = t.found, t.size
	t.Group = fortune.NewGroup(kind, about, weight, rows, learners)
	return t
}

// newUniformTable returns a table of rows with that many equally likely outcomes.
func newUniformTable(kind fortune.Kind, about fortune.About, weight float64, outcomes []int) *table {
	t := newTableOf(kind, about, weight, len(outcomes))
	size := 0
	for _, k := range outcomes {
		t.start, t.chance = append(t.start, size), append(t.chance, newChance(1/float64(k), strengths(manyOutcomes)))
		size += k
	}
	t.start, t.cells = append(t.start, size), make([]uint32, size)
	return t
}

// newTable returns a table of rows whose outcomes have the laws given.
func newTable(kind fortune.Kind, about fortune.About, weight float64, laws [][]float64) *table {
	t := newTableOf(kind, about, weight, len(laws))
	type of struct {
		p        float64
		outcomes int
	}
	known := make(map[of]int32)
	for _, law := range laws {
		t.start = append(t.start, len(t.of))
		for _, p := range law {
			which, ok := known[of{p, len(law)}]
			if !ok {
				which = int32(len(t.chance))
				known[of{p, len(law)}], t.chance = which, append(t.chance, newChance(p, strengths(len(law))))
			}
			t.of = append(t.of, which)
		}
	}
	t.start, t.cells = append(t.start, len(t.of)), make([]uint32, len(t.of))
	return t
}

// note counts the outcomes of the deal.
func (t *table) note() {
	for row, x := range t.outcomes {
		if c := &t.cells[t.start[row]+int(x)]; *c < math.MaxUint32 {
			*c++
		}
	}
	for _, s := range t.numbers {
		s.seen.Add(s.value, 1)
	}
	t.deals++
}

func (t *table) count() {
	if t.spots != nil {
		t.spots.fill(t)
	}
	all := make([][learners]float64, t.Rows())
	var last [learners]float64 // strengths, which are mostly those of the row before
	for row := range all {
		if s := t.chanceOf(row, 0).priors; s != last {
			for i, strength := range s {
				all[row][i] = -laws.Rise(strength, t.deals)
			}
			last = s
			continue
		}
		all[row] = all[row-1]
	}
	var known [1 << 8]struct { // by the count, as far as there is room
		count uint32
		of    *chance
		a, b  float64
	}
	for row := range all {
		of := &all[row]
		for x, count := range t.row(row) {
			if count == 0 {
				continue
			}
			k, chance := &known[count%uint32(len(known))], t.chanceOf(row, x)
			if k.count != count || k.of != chance && (t.of != nil || k.of.gain != chance.gain) {
				k.count, k.of = count, chance
				k.a, k.b = chance.rise[0].Rise(float64(count)), chance.rise[1].Rise(float64(count))
			}
			of[0] += k.a
			of[1] += k.b
		}
	}
	for row, lns := range all {
		for i, ln := range lns {
			w := &t.Wagers[row*learners+i]
			*w = fortune.Begin
			w.Add(ln)
		}
	}
}

// row returns how often the outcomes of a row came.
func (t *table) row(row int) []uint32 { return t.cells[t.start[row]:t.start[row+1]] }

func (t *table) Reset() {
	t.Group.Reset()
	clear(t.cells)
	t.deals = 0
	for _, s := range t.numbers {
		s.seen = laws.Moments{}
	}
}

// times returns how often the row had the outcome.
func (t *table) times(row, outcome int) int64 {
	return int64(t.row(row)[outcome])
}

// fair returns 1/p of an outcome.
func (t *table) fair(row, outcome int) float64 { return t.chanceOf(row, outcome).gain }

func (t *table) chanceOf(row, outcome int) *chance {
	if t.of == nil {
		return &t.chance[row]
	}
	return &t.chance[t.of[t.start[row]+outcome]]
}

// outcomesOf returns the number of the row's outcomes.
func (t *table) outcomesOf(row int) int { return t.start[row+1] - t.start[row] }

// LeastTold is how many deals it takes at least to tell what always happens.
const LeastTold = 16

// stays reports whether a step never swapped its place with another.
func (t *table) stays(row int) bool {
	return t.own != nil && t.own[row] >= 0 && t.deals >= LeastTold && float64(t.times(row, t.own[row])) == t.deals
}

// found says what is wrong in a row, in which direction if that is clear, and what came most or
// least. How often follows.
func (t *table) found(row int) string {
	if t.stays(row) {
		return t.About.Since + t.unmoved(row)
	}
	_, _, z := t.moments(row)
	text := t.About.Toward(row, z)
	switch {
	case t.binary(row) || t.numbers != nil && fortune.Clear(z):
		return text + ":"
	case t.outcome == nil:
		return text
	}
	x, more := t.favourite(row)
	if !more {
		return strings.Replace(text, "favourite", "avoided", 1) + ": above all, " + t.outcome(row, x) + " only"
	}
	return text + ": above all, " + t.outcome(row, x)
}

// size is how often what found says happened.
func (t *table) size(row int) *fortune.Told {
	seen, fair, z := t.moments(row)
	x, of := 1, t.Rows()
	switch {
	case t.stays(row), t.outcome == nil && !t.binary(row):
		return nil
	case t.numbers != nil && !t.binary(row) && fortune.Clear(z):
		return averageOf(&seen, &fair, float64(len(t.numbers[row].law)-1), of)
	case !t.binary(row):
		x, _ = t.favourite(row)
		of *= t.outcomesOf(row)
	}
	return shareOf(float64(t.times(row, x)), t.deals, t.deals/t.fair(row, x), of)
}

// binary reports whether the row's outcomes are that something happens or not.
func (t *table) binary(row int) bool {
	return t.outcomesOf(row) == 2 && (t.outcome == nil || t.numbers != nil)
}

// moments returns the moments of the outcomes, and under a fair shuffle, and how many standard errors they are apart.
func (t *table) moments(row int) (seen, fair laws.Moments, z float64) {
	for x := range t.outcomesOf(row) {
		seen.Add(t.value(row, x), float64(t.times(row, x)))
		fair.Add(t.value(row, x), 1/t.fair(row, x))
	}
	if t.numbers != nil {
		seen = t.numbers[row].seen
	}
	return seen, fair, (seen.Mean - fair.Mean) * math.Sqrt(seen.Weight/fair.Variance())
}

// value returns the value of an outcome, or its number.
func (t *table) value(row, x int) float64 {
	if t.numbers == nil {
		return float64(x)
	}
	return t.numbers[row].means[x]
}

// favourite returns the outcome that differs most from its expectation, and whether it came more often.
func (t *table) favourite(row int) (outcome int, more bool) {
	most := 0.0
	for x := range t.outcomesOf(row) {
		c, e := float64(t.times(row, x)), t.deals/t.fair(row, x)
		if z := math.Abs(c-e) / math.Sqrt(e); z > most {
			most, outcome, more = z, x, c > e
		}
	}
	return outcome, more
}
