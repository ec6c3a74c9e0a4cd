package audit

import (
	"fmt"
	"math"

	"github.com/yates-shuffle/yates/internal/label"
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
	*group
	outcomes []int32            // of the deal, row by row, filled by the bank
	outcome  func(x int) string // in words; nil if they are bins

	start []int     // of the row in cells
	cells []float64 // c(x)/p(x)
	gain  []float64 // 1/p(x)
	same  []float64 // 1/p of each row if p is uniform, and gain is nil
}

// newUniformTable returns a table of rows with that many equally likely outcomes.
func newUniformTable(kind string, about about, weight float64, outcomes []int) *table {
	t := &table{group: newGroup(kind, about, weight, len(outcomes), len(strengths))}
	size := 0
	for _, k := range outcomes {
		t.start = append(t.start, size)
		t.same = append(t.same, float64(k))
		size += k
	}
	t.cells = make([]float64, size)
	return t
}

// newTable returns a table of rows whose outcomes have the laws given.
func newTable(kind string, about about, weight float64, laws [][]float64) *table {
	t := &table{group: newGroup(kind, about, weight, len(laws), len(strengths))}
	for _, law := range laws {
		t.start = append(t.start, len(t.gain))
		for _, p := range law {
			t.gain = append(t.gain, 1/p)
		}
	}
	t.cells = make([]float64, len(t.gain))
	return t
}

// take settles the bets on the outcomes of the deal after the deals so far, and
// learns from them.
func (t *table) take(deals float64) {
	r0, r1 := 1/(deals+strengths[0]), 1/(deals+strengths[1])
	for row, x := range t.outcomes {
		cell := t.start[row] + int(x)
		c := t.cells[cell]
		if t.gain == nil {
			t.cells[cell] = c + t.same[row]
		} else {
			t.cells[cell] = c + t.gain[cell]
		}
		w := t.wagers[2*row : 2*row+2]
		w[0].times((c + strengths[0]) * r0)
		w[1].times((c + strengths[1]) * r1)
	}
}

// bet settles the bets on that many deals with the same outcomes.
func (t *table) bet(deals float64, times int) {
	r0, r1 := 1/(deals+strengths[0]), 1/(deals+strengths[1])
	for row, x := range t.outcomes {
		c := t.cells[t.start[row]+int(x)]
		t.wagers[2*row].power((c+strengths[0])*r0, times)
		t.wagers[2*row+1].power((c+strengths[1])*r1, times)
	}
}

// learn learns from that many deals with the same outcomes.
func (t *table) learn(times int) {
	for row, x := range t.outcomes {
		cell := t.start[row] + int(x)
		t.cells[cell] += float64(times) * t.gainOf(row, cell)
	}
}

// gainOf returns 1/p of a row's cell.
func (t *table) gainOf(row, cell int) float64 {
	if t.gain == nil {
		return t.same[row]
	}
	return t.gain[cell]
}

// count returns how often the row had the outcome.
func (t *table) count(row, outcome int) int64 {
	cell := t.start[row] + outcome
	return int64(math.Round(t.cells[cell] / t.gainOf(row, cell)))
}

// span returns the row's cells, from first to before end, and the deals in them.
func (t *table) span(row int) (first, end int, deals float64) {
	first, end = t.start[row], len(t.cells)
	if row+1 < len(t.start) {
		end = t.start[row+1]
	}
	for x := range end - first {
		deals += float64(t.count(row, x))
	}
	return first, end, deals
}

// excess returns by how many standard errors the mean of the outcomes is above the fair
// one: for bins, which are in order.
func (t *table) excess(row int) float64 {
	first, end, deals := t.span(row)
	var m moments
	sum := 0.0
	for x := range end - first {
		m.add(float64(x), 1/t.gainOf(row, first+x))
		sum += float64(x) * float64(t.count(row, x))
	}
	return (sum - deals*m.mean) / math.Sqrt(deals*m.variance())
}

// favourite returns the outcome that differs most from its expectation.
func (t *table) favourite(row int) string {
	if t.outcome == nil {
		return ""
	}
	first, end, deals := t.span(row)
	best, count, expected := 0.0, int64(0), 0.0
	outcome := 0
	for x := range end - first {
		c, e := t.count(row, x), deals/t.gainOf(row, first+x)
		if z := math.Abs(float64(c)-e) / math.Sqrt(e); z > best {
			best, outcome, count, expected = z, x, c, e
		}
	}
	times := label.Times(count)
	if float64(count) < expected {
		times = "only " + times
	}
	return fmt.Sprintf(": above all, %s %s (fair: %s)", times, t.outcome(outcome), label.Few(expected))
}
