package fortune

import "math"

// A late is what a group has with two players of the same bets on a suspect: one who bets all of the coin on each deal
// from the first on, and one who keeps some of it for a bias that begins later. Before each deal the second puts
// another part into play, so the fortune is the mean of players who begin at any deal, whose shares add up to 1, and of
// what is kept; a fair game again. (It is an e-detector: Shin, Ramdas and Rinaldo, A Nonparametric Framework for
// Sequential Change Detection, New England Journal of Statistics in Data Science 2, 2024.)
//
// Bets on a whole law take time. So the first player stops for good when too little is left to matter. From then on the
// second one looks at one deal in a few, and at those after it for as long as it wins. These are rules about the past,
// because they are applied before the bets on a deal.
type late struct {
	every   int     // turns until it looks again, a power of 2; 0 if the group has no late player
	kept    float64 // the part that is not in play
	over    bool    // the first player has stopped
	resting bool    // and the second one does not look now
	enough  float64 // its fortune when it looked last
	lead    float64 // the share of that fortune that is due to
	since   float64 // those who began after so many deals
}

// Split gives the group the two players, the second of whom looks again after so many turns.
func (g *Group) Split(every int) {
	g.late.every = every
	g.Reset()
}

// Kept is what a late player keeps after so many deals.
func Kept(deals float64) float64 { return 1 / math.Log2(2+deals) }

// Rests reports whether nobody bets. Turn is when they are asked, one after the other.
func (g *Group) Rests(turn int) bool { return g.late.resting && turn&(g.late.every-1) != 0 }

// Enter readies the players, who do not rest, for the bets after so many deals, so that the rest is kept.
func (g *Group) Enter(turn int, deals, rest float64) {
	l, w := &g.late, &g.Wagers[1]
	looks := turn&(l.every-1) == 0
	l.over = l.over || g.Wagers[0].Value() < 1e-20
	if l.resting = l.over && !looks && w.Value() < l.enough; l.resting {
		return
	}
	stake := l.kept - rest
	l.kept = rest
	before := w.Value()
	w.put(stake)
	if share := stake / (before + stake); share > l.lead*(1-share) {
		l.lead, l.since = share, deals
	} else {
		l.lead *= 1 - share
	}
	if looks {
		l.enough = w.Value()
	}
}

// Playing returns the players who bet.
func (g *Group) Playing() []Wager {
	switch {
	case !g.late.over:
		return g.Wagers
	case g.late.resting:
		return nil
	}
	return g.Wagers[1:]
}

// put adds a stake to a fortune.
func (w *Wager) put(stake float64) {
	if w.Value() < 1e-30*stake {
		*w = Wager{m: stake, scale: 1}
	} else {
		w.m += stake / w.scale
	}
}

// leastDate is how many deals there are at least before a change that is told: earlier, it
// is as well to say that the bias was there from the start.
const leastDate = 16

// Date returns the number of the deal since which there is a bias, or 0 if that is not
// clearly likelier than from the start.
func (g *Group) Date() int64 {
	if g.late.since < leastDate || g.Wagers[1].Ln() < g.Wagers[0].Ln()+math.Log(ClearOdds) {
		return 0
	}
	return int64(g.late.since) + 1
}

// ClearOdds are the odds from which on one explanation is told and another is not.
const ClearOdds = 1000
