package fortune

import "math"

// A Group is wagers of one kind, which share a weight equally. The sum of the
// weights of all groups is 1, so their weighted mean is a fortune, too: that of a
// player who split the 1 among them (Vovk and Wang, E-values: Calibration,
// combination and applications, Annals of Statistics 49, 2021: the mean is the
// best symmetric way of merging e-values that may depend on each other).
type Group struct {
	Kind   Kind
	About  About
	Weight float64
	Wagers []Wager
	Each   int  // wagers of each row: one finding has so many
	late   late // of suspects
}

// NewGroup returns a group of rows with so many wagers each, which begin with 1.
func NewGroup(kind Kind, about About, weight float64, rows, each int) *Group {
	g := &Group{Kind: kind, About: about, Weight: weight, Wagers: make([]Wager, rows*each), Each: each}
	g.Reset()
	return g
}

// Own returns the group: it is how whoever embeds one shows it.
func (g *Group) Own() *Group { return g }

// Reset takes all wagers back to the beginning.
func (g *Group) Reset() {
	for i := range g.Wagers {
		g.Wagers[i] = Begin
	}
	if g.late.every > 0 {
		g.late = late{every: g.late.every, kept: Kept(0)}
		g.Wagers[1] = Nothing
	}
}

// Value returns the share of the group in the mean.
func (g *Group) Value() float64 {
	sum := 0.0
	for i := range g.Wagers {
		sum += g.Wagers[i].m * g.Wagers[i].scale
	}
	return (sum + g.late.kept) * g.Weight / float64(len(g.Wagers))
}

// Ln returns the logarithm of the mean of the wagers of a row.
func (g *Group) Ln(row int) float64 {
	sum := math.Inf(-1)
	for i := range g.Each {
		sum = LogSum(sum, g.Wagers[row*g.Each+i].Ln())
	}
	return LogSum(sum, math.Log(g.late.kept)) - math.Log(float64(g.Each))
}

// Mean returns the logarithm of the mean of the group's wagers.
func (g *Group) Mean() float64 {
	ln := math.Inf(-1)
	for row := range g.Rows() {
		ln = LogSum(ln, g.Ln(row))
	}
	return ln - math.Log(float64(g.Rows()))
}

// Rows returns the number of rows.
func (g *Group) Rows() int { return len(g.Wagers) / g.Each }
