package bets

import (
	"math"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
)

// strengths are the priors of the learners, in deals: a learner that has a prior
// of so many deals believes the fair law until about as many deals speak against
// it. The first is quick to see strong biases, the second loses little while a
// weak one shows.
var strengths = [2]float64{16, 512}

// A table learns the laws of several outcomes of a deal, one a row, while it bets
// on them. Each row has two wagers, one for each of the strengths.
//
// A row's outcome x has the probability p(x) under a fair shuffle, whatever came
// before. The bet on the next deal is the mean of a Dirichlet posterior: with c(x)
// of t deals so far, and a prior of a deals,
//
//	q(x) = (c(x) + a·p(x)) / (t + a),   q(x)/p(x) = (c(x)/p(x) + a) / (t + a),
//
// which is a law, and known before the deal. So each wager is an e-process. (The
// product of the factors is the ratio of a Dirichlet-multinomial likelihood to a
// multinomial one: Lindon and Malek, Anytime-Valid Inference for Multinomial Count
// Data, NeurIPS 2022; with a·p = ½ it is the estimate of Krichevsky and Trofimov,
// 1981.) The rows of a deal may depend on each other, so their fortunes are
// averaged, never multiplied.
type table struct {
	*fortune.Group
	outcomes []int32                 // of the deal, row by row, filled by the bank
	outcome  func(row, x int) string // in words; nil if there are only two, and one is that it happens
	seen     []*laws.Moments         // of the values of each row, if all deals are among them
	values   [][]float64             // of the outcomes of each row; nil if they have none
	own      []int                   // of steps: see ownChoices
	unmoved  func(row int) string    // of steps: that a place is never swapped

	start []int     // of each row in cells, and the end
	cells []uint32  // c(x); a cell that is full counts no more, which is never too much
	gain  []float64 // 1/p(x)
	same  []float64 // 1/p of each row if p is uniform, and gain is nil

	// A mirror is a table whose rows are this one's outcomes, and the other way round: the
	// place of each item, for the item of each place. It has the same counts.
	mirror *table
	of     *table // of which a mirror is one; else nil

	deals   float64 // that are settled
	waiting []int32 // outcomes of deals that are not, deal by deal
	times   []int32 // of each cell in the deals of a [batch] that wait
	noted   []int32 // and in those that are settled, but not learned
	behind  float64 // how many these are
}

// newTableOf returns a table without cells.
func newTableOf(kind fortune.Kind, about fortune.About, weight float64, rows int) *table {
	t := &table{}
	about.Found, about.Size = t.found, t.size
	if about.Reason == nil {
		about.Reason = func(row int) fortune.Reason {
			if t.stays(row) {
				return fortune.LeftOut
			}
			return ""
		}
	}
	t.Group = fortune.NewGroup(kind, about, weight, rows, len(strengths))
	return t
}

// newUniformTable returns a table of rows with that many equally likely outcomes.
func newUniformTable(kind fortune.Kind, about fortune.About, weight float64, outcomes []int) *table {
	t := newTableOf(kind, about, weight, len(outcomes))
	size := 0
	for _, k := range outcomes {
		t.start, t.same = append(t.start, size), append(t.same, float64(k))
		size += k
	}
	t.start, t.cells = append(t.start, size), make([]uint32, size)
	return t
}

// newMirror returns the mirror of a uniform table whose rows have as many outcomes as there
// are rows.
func (t *table) newMirror(kind fortune.Kind, about fortune.About, weight float64) *table {
	t.mirror = newTableOf(kind, about, weight, t.Rows())
	t.mirror.same, t.mirror.of = t.same, t
	return t.mirror
}

// newTable returns a table of rows whose outcomes have the laws given.
func newTable(kind fortune.Kind, about fortune.About, weight float64, laws [][]float64) *table {
	t := newTableOf(kind, about, weight, len(laws))
	for _, law := range laws {
		t.start = append(t.start, len(t.gain))
		for _, p := range law {
			t.gain = append(t.gain, 1/p)
		}
	}
	t.start, t.cells, t.same = append(t.start, len(t.gain)), make([]uint32, len(t.gain)), make([]float64, len(laws))
	return t
}

// note keeps the outcomes of the deal until settle.
func (t *table) note() { t.waiting = append(t.waiting, t.outcomes...) }

// Rows are settled in tiles whose cells stay in the processor's cache. A product of as many
// factors as in a chunk is a float64: each is from 10⁻⁹ to 10⁹ for up to 10¹⁰ deals.
const (
	tile  = 16
	chunk = 16
)

// settle settles the bets on the deals that wait, and learns from each before the next. It is
// what one deal after the other would be; but a large table is read once for all of them.
func (t *table) settle() {
	rows := t.Rows()
	for first := 0; first < rows; first += tile {
		rest, before := t.waiting, t.deals
		for len(rest) > 0 {
			now := rest[:min(chunk*rows, len(rest))]
			rest = rest[len(now):]
			t.settleTile(first, min(first+tile, rows), before, now)
			before += chunk
		}
	}
	t.deals += float64(len(t.waiting) / rows)
	t.waiting = t.waiting[:0]
}

func (t *table) settleTile(first, end int, deals float64, waiting []int32) {
	var all [tile][len(strengths)]float64
	for i := range all {
		all[i] = [...]float64{1, 1}
	}
	a0, a1 := strengths[0], strengths[1]
	rows, gains := t.Rows(), t.gain
	start, same, products, cells := t.start[first:end], t.same[first:end], all[:end-first], t.cells
	var mirrored []fortune.Wager
	if t.mirror != nil {
		mirrored = t.mirror.Wagers
	}
	for ; len(waiting) > 0; waiting = waiting[rows:] {
		r0, r1 := 1/(deals+a0), 1/(deals+a1)
		deals++
		outcomes := waiting[first:end]
		start, same, products := start[:len(outcomes)], same[:len(outcomes)], products[:len(outcomes)]
		for i, x := range outcomes {
			cell, gain := start[i]+int(x), same[i]
			if gains != nil {
				gain = gains[cell]
			}
			c := float64(cells[cell]) * gain
			cells[cell]++
			f0, f1 := (c+a0)*r0, (c+a1)*r1
			p := &products[i]
			p[0] *= f0
			p[1] *= f1
			if mirrored != nil {
				w := mirrored[2*x : 2*x+2]
				w[0].Times(f0)
				w[1].Times(f1)
			}
		}
	}
	for i, p := range products {
		w := t.Wagers[2*(first+i):][:2]
		w[0].Times(p[0])
		w[1].Times(p[1])
	}
}

// appendCells appends the cells of the deal's outcomes.
func (t *table) appendCells(all []int32) []int32 {
	for row, x := range t.outcomes {
		all = append(all, int32(t.start[row])+x)
	}
	return all
}

// gather counts cells that came that many times in a batch.
func (t *table) gather(cells []int32, times int32) {
	if t.times == nil {
		t.times, t.noted = make([]int32, len(t.cells)), make([]int32, len(t.cells))
	}
	for _, cell := range cells {
		t.times[cell] += times
	}
}

// settleBatch settles the bets on the outcomes that wait in a batch, of so many deals.
func (t *table) settleBatch(deals float64) {
	learned := t.deals - t.behind
	r0, r1 := 1/(learned+strengths[0]), 1/(learned+strengths[1])
	for row := range t.Rows() {
		first := t.start[row]
		for x, times := range t.times[first:][:t.outcomesOf(row)] {
			if times == 0 {
				continue
			}
			c := float64(t.cells[first+x]) * t.fair(row, x)
			f0, f1 := (c+strengths[0])*r0, (c+strengths[1])*r1
			t.Wagers[2*row].Power(f0, int(times))
			t.Wagers[2*row+1].Power(f1, int(times))
			if t.mirror != nil {
				t.mirror.Wagers[2*x].Power(f0, int(times))
				t.mirror.Wagers[2*x+1].Power(f1, int(times))
			}
			t.noted[first+x] += times
		}
	}
	clear(t.times)
	t.deals += deals
	t.behind += deals
}

// learnNoted learns from the outcomes of a batch.
func (t *table) learnNoted() {
	for cell, times := range t.noted {
		t.cells[cell] += min(uint32(times), math.MaxUint32-t.cells[cell])
	}
	clear(t.noted)
	t.behind = 0
}

func (t *table) Reset() {
	clear(t.cells)
	clear(t.times)
	clear(t.noted)
	t.deals, t.behind, t.waiting = 0, 0, t.waiting[:0]
	for _, seen := range t.seen {
		*seen = laws.Moments{}
	}
}

// count returns how often the row had the outcome, in the deals that are settled.
func (t *table) count(row, outcome int) int64 {
	if t.of != nil {
		return t.of.count(outcome, row)
	}
	cell := t.start[row] + outcome
	if t.noted != nil {
		return int64(t.cells[cell]) + int64(t.noted[cell])
	}
	return int64(t.cells[cell])
}

// fair returns 1/p of an outcome.
func (t *table) fair(row, outcome int) float64 {
	if t.gain == nil {
		return t.same[row]
	}
	return t.gain[t.start[row]+outcome]
}

// outcomesOf returns the number of the row's outcomes.
func (t *table) outcomesOf(row int) int {
	if t.of != nil {
		return t.of.Rows()
	}
	return t.start[row+1] - t.start[row]
}

// counted returns the deals that are counted.
func (t *table) counted() float64 {
	if t.of != nil {
		return t.of.deals
	}
	return t.deals
}

// LeastTold is how many deals it takes at least to tell what always happens.
const LeastTold = 16

// stays reports whether a step never swapped its place with another.
func (t *table) stays(row int) bool {
	return t.own != nil && t.own[row] >= 0 && t.deals >= LeastTold && float64(t.count(row, t.own[row])) == t.deals
}

// found says what is wrong in a row, in which direction if that is clear, and what came most or
// least. How often follows.
func (t *table) found(row int) string {
	if t.stays(row) {
		return t.About.Since + t.unmoved(row)
	}
	seen, fair := t.moments(row)
	z := (seen.Mean - fair.Mean) * math.Sqrt(seen.Weight/fair.Variance())
	text := t.About.Toward(row, z)
	switch {
	case t.binary(row) || t.values != nil && fortune.Clear(z):
		return text + ":"
	case t.outcome == nil:
		return text
	}
	x, more := t.favourite(row)
	if !more {
		return text + ": above all, " + t.outcome(row, x) + " only"
	}
	return text + ": above all, " + t.outcome(row, x)
}

// size is how often what found says happened.
func (t *table) size(row int) *fortune.Size {
	seen, fair := t.moments(row)
	z := (seen.Mean - fair.Mean) * math.Sqrt(seen.Weight/fair.Variance())
	x, of := 1, t.Rows()
	switch {
	case t.stays(row), t.outcome == nil && !t.binary(row):
		return nil
	case t.values != nil && !t.binary(row) && fortune.Clear(z):
		return averageOf(&seen, &fair, of)
	case !t.binary(row):
		x, _ = t.favourite(row)
		of *= t.outcomesOf(row)
	}
	return shareOf(float64(t.count(row, x)), t.counted(), t.counted()/t.fair(row, x), of)
}

// binary reports whether the row's outcomes are that something happens or not.
func (t *table) binary(row int) bool {
	return t.outcomesOf(row) == 2 && (t.outcome == nil || t.values != nil)
}

// moments returns the moments of the outcomes, and under a fair shuffle.
func (t *table) moments(row int) (seen, fair laws.Moments) {
	for x := range t.outcomesOf(row) {
		seen.Add(t.value(row, x), float64(t.count(row, x)))
		fair.Add(t.value(row, x), 1/t.fair(row, x))
	}
	if t.seen != nil && t.seen[row].Weight == seen.Weight {
		seen = *t.seen[row]
	}
	return seen, fair
}

// value returns the value of an outcome, or its number.
func (t *table) value(row, x int) float64 {
	if t.values == nil {
		return float64(x)
	}
	return t.values[row][x]
}

// favourite returns the outcome that differs most from its expectation, and whether it came more often.
func (t *table) favourite(row int) (outcome int, more bool) {
	most := 0.0
	for x := range t.outcomesOf(row) {
		c, e := float64(t.count(row, x)), t.counted()/t.fair(row, x)
		if z := math.Abs(c-e) / math.Sqrt(e); z > most {
			most, outcome, more = z, x, c > e
		}
	}
	return outcome, more
}
