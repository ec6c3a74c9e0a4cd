package generators

import (
	"math"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// A fractionBet looks for the state that makes the choices of the first deal or, of few
// items, the first choices of several deals. The states s_i of these choices, without what
// c adds, are a point of a lattice; in successive ones it is spanned by (1, a, a², …) and m
// in each dimension. The choices say near which point it is (Frieze, Håstad, Kannan, Lagarias
// and Shamir, Reconstructing Truncated Integer Variables Satisfying Linear Congruences, SIAM
// Journal on Computing 17, 1988). If the state is not found though there is one, the bet is
// lost; that is fair as well. Until the deal with which it is looked for, the fortune is not
// known, and taken for nothing.
//
// If it is found, it foretells the next deal, if the generator goes on. Half of the fortune
// is bet on that, until it is wrong.
//
// Two players expect n−1 or n numbers a deal.
type fractionBet struct {
	*fortune.Group
	fraction
	form undo.Form
	n    int
	key  latticeKey
	ways [2]way
}

type way struct {
	choices []int32 // of the deals so far, until the state is looked for
	deals   int
	found   bool
	state   uint64 // of the next choice, if it was found
	over    bool
}

// leastSingle is the least among which a choice of one deal tells enough of a state.
const leastSingle = 8

// newKey returns the choices that tell the state: the first ones of one deal, or of several.
// For 8 items and more that finds nearly every state of the generators above; for 6, most.
func newKey(n int, m uint64) latticeKey {
	key := latticeKey{among: n, deals: 1}
	for states := 1.0; states < float64(m)*(1<<16); key.each++ {
		switch {
		case n-key.each >= leastSingle:
			states *= float64(n - key.each)
		case n >= 10:
			return latticeKey{among: n, each: 2, deals: 9}
		default:
			return latticeKey{among: n, each: 2, deals: 12}
		}
	}
	return key
}

func newFractionBet(n int, f undo.Form, g fraction, weight float64) *fractionBet {
	return &fractionBet{Group: fortune.NewGroup("generator", aboutGenerator(g.scaled(), f), weight, 1, 2), fraction: g,
		form: f, n: n, key: newKey(n, g.m)}
}

func (b *fractionBet) Reset() {
	b.Group.Reset()
	b.ways = [2]way{}
}

func (b *fractionBet) playing() bool { return !b.ways[0].over || !b.ways[1].over }

func (b *fractionBet) Bet(choices []int32) {
	for more := range b.ways {
		if w := &b.ways[more]; !w.over {
			b.betOn(w, &b.Wagers[more], choices, more)
		}
	}
}

func (b *fractionBet) betOn(w *way, purse *fortune.Wager, choices []int32, more int) {
	if w.found {
		gain, right := b.follow(w, choices, more)
		if w.over = !right; right {
			purse.Add(fortune.LogSum(0, gain) - math.Ln2)
		} else {
			purse.Times(0.5)
		}
		return
	}
	w.choices = append(w.choices, choices...)
	if w.deals++; w.deals < b.key.deals {
		*purse = fortune.Nothing
		return
	}
	*purse = fortune.Begin
	b.find(w, more)
	gain := 0.0
	for deal := range w.deals {
		ln, right := b.follow(w, w.choices[deal*(b.n-1):][:b.n-1], more)
		if !right {
			purse.Times(0)
			w.over = true
			break
		}
		gain += ln
	}
	w.choices, w.found = nil, !w.over
	if w.found {
		purse.Add(gain - math.Log(float64(b.m)))
	}
}

// find sets the state to the one that would make the choices, if there is one.
func (b *fractionBet) find(w *way, more int) {
	key := b.key
	if key.deals > 1 {
		key.period = b.n - 1 + more
	}
	basis := latticeOf(b.fraction, key)
	near := make([]float64, len(basis.rows))
	at, plus := 0, uint64(0)
	for i, number := range key.numbers() {
		for ; at < number.at; at++ {
			plus = b.next(plus)
		}
		c := w.choices[i/key.each*(b.n-1)+i%key.each]
		near[i] = (float64(c)+0.5)*float64(b.m) - float64(plus)*float64(number.among)
	}
	m := int64(b.m)
	w.state = uint64((basis.nearest(near)/int64(b.n)%m + m) % m)
}

// follow reports whether the choices are those from the state on, and how unlikely that is
// under a fair shuffle.
func (b *fractionBet) follow(w *way, choices []int32, more int) (gain float64, right bool) {
	for step, c := range choices {
		if b.choice(w.state, b.n-step) != c {
			return 0, false
		}
		gain += math.Log(float64(b.n - step))
		w.state = b.next(w.state)
	}
	for range more {
		w.state = b.next(w.state)
	}
	return gain, true
}

func (b *fractionBet) from() undo.Form { return b.form }
