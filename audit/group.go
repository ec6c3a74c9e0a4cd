package audit

import "math"

// A group is wagers of one kind, which share a weight equally. The sum of the
// weights of all groups is 1, so their weighted mean is a fortune, too: that of a
// player who split the 1 among them (Vovk and Wang, E-values: Calibration,
// combination and applications, Annals of Statistics 49, 2021: the mean is the
// best symmetric way of merging e-values that may depend on each other).
type group struct {
	kind   string
	about  about
	weight float64
	wagers []wager
	each   int // wagers of each row: one finding has so many

	tallied bool  // its fortune is that of a [tally]
	late    *late // of suspects; else nil
}

func newGroup(kind string, about about, weight float64, rows, each int) *group {
	g := &group{kind: kind, about: about, weight: weight, wagers: make([]wager, rows*each), each: each}
	g.reset()
	return g
}

func (g *group) reset() {
	for i := range g.wagers {
		g.wagers[i] = begin
	}
	if g.late != nil {
		*g.late = late{every: g.late.every, kept: kept(0)}
		g.wagers[1] = wager{scale: 1}
	}
}

// value returns the share of the group in the mean.
func (g *group) value() float64 {
	sum := 0.0
	for i := range g.wagers {
		sum += g.wagers[i].m * g.wagers[i].scale
	}
	if g.late != nil {
		sum += g.late.kept
	}
	return sum * g.weight / float64(len(g.wagers))
}

// ln returns the logarithm of the mean of the wagers of a row.
func (g *group) ln(row int) float64 {
	sum := math.Inf(-1)
	for i := range g.each {
		sum = logSum(sum, g.wagers[row*g.each+i].ln())
	}
	if g.late != nil {
		sum = logSum(sum, math.Log(g.late.kept))
	}
	return sum - math.Log(float64(g.each))
}

// mean returns the logarithm of the mean of the group's wagers.
func (g *group) mean() float64 {
	ln := math.Inf(-1)
	for row := range g.rows() {
		ln = logSum(ln, g.ln(row))
	}
	return ln - math.Log(float64(g.rows()))
}

func (g *group) rows() int { return len(g.wagers) / g.each }

// fortunes returns those of the players, with what they keep.
func (g *group) fortunes() []float64 {
	var all []float64
	for i := range g.wagers {
		all = append(all, g.wagers[i].value())
	}
	if g.late != nil {
		all[1] += g.late.kept
	}
	return all
}
