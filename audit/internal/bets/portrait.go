package bets

import (
	"iter"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// A Painter counts what happens in deals: what the bets look at, and more, so that the deals of an audit can be
// compared with those of a suspect. Whoever explains deals must explain all of it.
type Painter struct {
	bank    *bank
	rises   []int32 // of each place but the last, 1 if a higher item follows
	follows []int32 // of each item but the last, 1 if the next higher one comes later; nil if deals are a part
	apart   []int32 // of each place but the last, the distance to the item at the next
}

// A Portrait is how often each outcome came, table by table.
type Portrait struct {
	Deals  float64
	counts [][]float64
}

// NewPainter returns one for the deals of a game.
func NewPainter(g Game) *Painter {
	n, k := g.Items, g.Take
	b := newBank(n, k, ofDeal, g.item)
	b.newPlaces(1)
	b.newOrders(1)
	if k > 1 {
		b.newChoices(1)
	}
	b.newNumbers(1)
	add := func(rows, outcomes int) []int32 {
		t := newUniformTable(fortune.Learned, fortune.About{}, 1, slices.Repeat([]int{outcomes}, rows))
		b.addTable(t, make([]int32, rows), nil)
		return t.outcomes
	}
	p := &Painter{bank: b, rises: add(k-1, 2)}
	if b.full() {
		p.follows = add(n-1, 2)
	}
	p.apart = add(k-1, min(n, undo.CoarseChoices))
	return p
}

// Paint returns the portrait of deals.
func (p *Painter) Paint(deals iter.Seq[[]int32]) *Portrait {
	all := &Portrait{}
	for _, t := range p.bank.tables {
		all.counts = append(all.counts, make([]float64, len(t.cells)))
	}
	for deal := range deals {
		p.look(deal)
		all.Deals++
		for i, t := range p.bank.tables {
			for row, x := range t.outcomes {
				all.counts[i][t.start[row]+int(x)]++
			}
		}
	}
	return all
}

func (p *Painter) look(deal []int32) {
	p.bank.look(deal)
	n := int32(p.bank.n)
	rise := func(a, b int32) int32 { return int32(uint32(a-b) >> 31) }
	from := func(a, b int32) int32 { return int32(undo.Coarse(int((b-a+n)%n), int(n))) }
	for i := range p.rises {
		p.rises[i], p.apart[i] = rise(deal[i], deal[i+1]), from(deal[i], deal[i+1])
	}
	for x := range p.follows {
		p.follows[x] = rise(p.bank.inverse[x], p.bank.inverse[x+1])
	}
}

const (
	// mostUnlike is the probability, for each way of comparing a table, with which a suspect that dealt is taken for
	// another.
	mostUnlike = 1e-4
	// mostErrors is how many standard errors a table may be from what it is on average if the suspect deals.
	mostErrors = 4
	// mostTogether is the same for the sum over all tables.
	mostTogether = 2.5
)

// Unlike reports whether the portrait is not like those of as many deals of a suspect, of which there are several: in a
// way of comparing a table, or in all of them together, as one that is somewhat alike is somewhat off in many.
func (p *Painter) Unlike(seen *Portrait, simulated []*Portrait) (clearly, together bool) {
	off, usually := 0.0, make([]float64, len(simulated)) // errors of all tables together
	for i, t := range p.bank.tables {
		due := make([]float64, len(t.cells))
		views := make([][][]float64, len(simulated))
		for j, s := range simulated {
			for cell, count := range s.counts[i] {
				due[cell] += count
			}
			views[j] = t.views(s.counts[i])
		}
		if t.unlikeRow(seen.counts[i], due, seen.Deals, seen.Deals*float64(len(simulated))) {
			return true, false
		}
		share, all := 1/float64(len(simulated)), t.views(due) // that a simulation is of what it is compared with
		for v, view := range t.views(seen.counts[i]) {
			var usual laws.Moments
			apart := make([]float64, len(simulated))
			for j := range simulated {
				apart[j] = unlike(views[j][v], all[v], share) / math.Cbrt(1-share)
				usual.Add(apart[j], 1)
			}
			spread := math.Sqrt(usual.Variance() / (1 - share))
			if spread == 0 {
				spread = math.Inf(1)
			}
			errors := (unlike(view, all[v], share)/math.Cbrt(1+share) - usual.Mean) / spread
			if errors > student(mostErrors, len(simulated)) {
				return true, false
			}
			off += errors
			for j := range apart {
				usually[j] += (apart[j] - usual.Mean) / spread
			}
		}
	}
	var usual laws.Moments
	for _, sum := range usually {
		usual.Add(sum, 1)
	}
	return false, off > student(mostTogether, len(simulated))*math.Sqrt(usual.Variance()*(1+1/usual.Weight))
}

// student returns how many standard errors, told by so many simulations, are as rare as that many that are known: by
// Student's law, nearly.
func student(errors float64, simulations int) float64 {
	return errors + (errors*errors*errors+errors)/4/float64(simulations-1)
}

// views returns the counts of a table, those by outcome in all rows, from the first and from the last on, and those of
// each statistic.
func (t *table) views(counts []float64) [][]float64 {
	all := [][]float64{counts, make([]float64, len(counts)), make([]float64, len(counts))}
	for row := range t.Rows() {
		of := counts[t.start[row]:t.start[row+1]]
		for x, count := range of {
			all[1][x] += count
			all[2][len(of)-1-x] += count
		}
		if t.numbers != nil {
			all = append(all, of)
		}
	}
	return all
}

// unlike returns how far counts are from a share of others: the cube root of a sum of squares, which is nearly normal
// (Wilson and Hilferty 1931).
func unlike(counts, others []float64, share float64) float64 {
	sum := 0.0
	for x, m := range others {
		if m > 0 {
			e := m * share
			sum += (counts[x] - e) * (counts[x] - e) / (e + 1)
		}
	}
	return math.Cbrt(sum)
}

// unlikeRow compares the counts of outcomes, and the mean outcomes of the rows, and reports whether one is off.
func (t *table) unlikeRow(seen, due []float64, deals, trials float64) bool {
	const errors = 4 // standard ones, of a simulated count
	limit := math.Log(float64(len(t.cells)) / mostUnlike)
	for row := range t.Rows() {
		var mean, usual laws.Moments
		for cell := t.start[row]; cell < t.start[row+1]; cell++ {
			c, m := seen[cell], due[cell]
			mean.Add(float64(cell), c)
			usual.Add(float64(cell), m)
			spread := errors * math.Sqrt(m+errors*errors)
			low, high := math.Max(m-spread, 0)/trials, math.Min((m+spread)/trials, 1)
			f := c / deals
			if deals*laws.Coins(f, math.Min(math.Max(f, low), high)) > limit {
				return true
			}
		}
		spread, apart := usual.Variance()*(1/deals+1/trials), mean.Mean-usual.Mean
		if apart*apart > 2*spread*math.Log(2*float64(t.Rows())/mostUnlike) {
			return true
		}
	}
	return false
}
