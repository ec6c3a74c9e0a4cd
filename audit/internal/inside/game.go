// Package inside bets inside one order. Read from the front, the rank of the next item among the m that remain is
// uniform in a fair order, and independent of all that came before. So each item is a fair game, and an order of a
// million items is a million of them: players who learn from the items so far bet on the next.
//
// Each player's factor is q(x)/p(x), where p is the law of what it bets on, exactly, and q what it thinks; a player
// who cannot bet, because some outcomes have become impossible, has the factor 1. Tests add up the factors over
// all items that can come next.
package inside

import (
	"cmp"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// A Game is the bets on the items of one order. It is not safe for concurrent use.
type Game struct {
	Remaining *undo.Remaining
	Players   []*Player
	Items     int64   // that are settled, with those on which nobody bet
	Best      float64 // the logarithm of the most that the fortune ever was, as far as it is settled

	last, before int           // the last items; −1 if there are none
	front        int           // the rank of the next larger one that remains after the last, around the end
	cell         int           // where the last was
	left         [residues]int // items of each class that remain
	allClasses   bool          // some of each
	full         int           // on which players bet in any case: allBet
	bets         int64         // items that they bet on
	steps        []step        // not settled yet
	factors      [][]float64   // of each player for these
	kept         fortune.Wager // the fortune when shares were last moved
	shares       []float64     // of it, with what players have won since
	sum          float64       // of the shares
	peak         float64       // the most that it was
}

// A Player is a learner with what would have become of 1 if it had bet by itself.
type Player struct {
	Name  string  // what it bets on
	Means string  // what an order is like in which it wins most, as in the kinds of audit.Likeness
	Share float64 // that it begins with
	Alone fortune.Wager
	Alarm float64 // the logarithm of Alone with the alarm
	bets  bettor
}

// A bettor bets on the steps, one after the other, and learns from each. It sets the factors.
type bettor interface {
	bet(steps []step, factors []float64)
}

// A step is an item as it came, with what was known before.
type step struct {
	left     int // items that remained, with this one
	rank     int // among them
	away     int // from the last: 0 is the next larger one that remains, left−1 the next smaller one; −1 at first
	cell     int // in which of 4,096 parts of them it is
	lastCell int // and the last one was

	class, lastClass int  // remainders of this item and the last by residues
	inClass          int  // items of the class that remained
	allClasses       bool // some items of each class remained
	guesses          [guesses]guess
}

// What comes next may be guessed.
const (
	again   = iota // as far from the last item as that was from the one before, around the end
	unmoved        // the item of this place
	guesses
)

// A guess was possible, as the item remained, and was right.
type guess struct{ can, did bool }

const (
	mostSteps = 64 // that are settled at one time, in the fastest cache
	fine      = 12 // bits of the cells of a step

	// After so many items, players sit out three of four batches of steps, which makes it three times as fast. What
	// nobody has found by then needs most of the items, and is found with a quarter of those.
	allBet = 4 << 20
)

// New returns the game of n items.
func New(n int) *Game {
	g := &Game{Remaining: undo.NewRemaining(n), Players: players(), kept: fortune.Begin, sum: 1,
		full: allBet, last: -1, before: -1, allClasses: n >= residues}
	for r := range g.left {
		g.left[r] = (n + residues - 1 - r) / residues
	}
	for _, p := range g.Players {
		g.shares = append(g.shares, p.Share)
		g.factors = append(g.factors, make([]float64, mostSteps))
	}
	return g
}

// Add adds the next item, which must remain, and returns its rank among those that do.
func (g *Game) Add(x int) (rank int) {
	m, class := g.Remaining.Left(), x%residues
	number := g.Remaining.Items() - m // of this item
	rank = g.Remaining.Take(x)
	bet, end := number < g.full || number/mostSteps%4 == 0, number%mostSteps == mostSteps-1
	cell := 0
	if bet || end { // nobody looks at the others
		cell = part(rank, m)
	}
	if bet {
		g.bets++
		g.steps = append(g.steps, g.step(x, rank, m, cell))
	} else {
		g.Items++ // the steps before it are settled
	}
	if end {
		g.Settle()
	}
	g.left[class]--
	g.allClasses = g.allClasses && g.left[class] > 0
	g.before, g.last, g.front, g.cell = g.last, x, rank, cell
	if rank == m-1 {
		g.front = 0
	}
	return rank
}

// part returns in which of 4,096 equal parts of m items one is.
func part(rank, m int) int { return int(uint64(rank) << fine / uint64(m)) }

// step returns the step to x, the item with that rank among m that remained, with what was known before.
func (g *Game) step(x, rank, m, cell int) step {
	class := x % residues
	s := step{left: m, rank: rank, cell: cell, away: -1, lastCell: g.cell,
		class: class, inClass: g.left[class], allClasses: g.allClasses}
	if g.before >= 0 {
		n := g.Remaining.Items()
		guess := 2*int64(g.last) - int64(g.before)
		if guess < 0 {
			guess += int64(n)
		} else if guess >= int64(n) {
			guess -= int64(n)
		}
		s.guesses[again] = g.guess(int(guess), x)
	}
	s.guesses[unmoved] = g.guess(g.Remaining.Items()-m, x)
	if g.last >= 0 {
		if s.away = rank - g.front; s.away < 0 {
			s.away += m
		}
		s.lastClass = g.last % residues
	}
	return s
}

// guess tells what becomes of the guess that an item comes, once it is known that x did and that is taken.
func (g *Game) guess(item, x int) guess {
	did := item == x
	return guess{did || g.Remaining.Has(item), did}
}

// Settle settles the bets on the items that were added.
//
// The fortune is that of a player who splits it among all, and after every eighth item moves a little of it, ever
// less, so that all have some. So one who is right only from some item on, after losing much, is heard (Herbster and
// Warmuth, Tracking the best expert, Machine Learning 32, 1998).
func (g *Game) Settle() {
	for i, p := range g.Players {
		p.bets.bet(g.steps, g.factors[i][:len(g.steps)])
	}
	for at := 0; at < len(g.steps); {
		end := min(at+together-int(g.Items%together), len(g.steps))
		sums := [together]float64{}
		for i, share := range g.shares {
			own := 1.0 // what becomes of 1: so few factors are far from the ends of the range of a float64
			for t, f := range g.factors[i][at:end] {
				own *= f
				sums[t] += share * own
			}
			g.shares[i] = share * own
			g.Players[i].Alone.Times(own)
		}
		for _, g.sum = range sums[:end-at] {
			g.Items++
			g.peak = max(g.peak, g.kept.Value()*g.sum)
		}
		if at = end; g.Items%together != 0 {
			break
		}
		g.kept.Times(g.sum)
		moved := 0.2 * together / float64(g.Items+16)
		keep, each := (1-moved)/g.sum, moved/float64(len(g.shares))
		for i := range g.shares {
			g.shares[i] = g.shares[i]*keep + each
		}
		g.sum = 1
	}
	g.steps = g.steps[:0]
	g.Best = max(g.Best, g.Ln())
	if !math.IsInf(g.peak, 1) {
		g.Best = max(g.Best, math.Log(g.peak))
	}
}

// Fix remembers what each player has with the alarm.
func (g *Game) Fix() {
	for _, p := range g.Players {
		p.Alarm = p.Alone.Ln()
	}
}

// Ln returns the logarithm of the fortune of all players together after the items that are settled.
func (g *Game) Ln() float64 { return g.kept.Ln() + math.Log(g.sum) }

// Whole returns what Ln would be if players bet on all items, as far as one can tell.
func (g *Game) Whole() float64 { return g.Ln() * float64(g.Items) / float64(max(1, g.bets)) }

// together is how many items there are between the moves of shares.
const together = 8

// Won returns the logarithm of what 1 has become, or had become with the alarm.
func (p *Player) Won() float64 { return max(p.Alone.Ln(), p.Alarm) }

// Leader returns the player who has won most, of those who bet.
func (g *Game) Leader() *Player {
	return slices.MaxFunc(g.Players[1:], func(p, q *Player) int { return cmp.Compare(p.Won(), q.Won()) })
}
