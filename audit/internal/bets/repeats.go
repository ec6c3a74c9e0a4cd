package bets

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/internal/label"
)

// A Repeats bets on which of the earlier deals, or parts of them, a deal repeats: a
// shuffle with few seeds repeats deals, as people share birthdays.
//
// Under a fair shuffle a window of m places shows each of N = n·(n−1)⋯(n−m+1) arrangements with the probability 1/N. A
// shuffle with S seeds favours those that it dealt: after t deals, c of which had the arrangement x, the bet on x is
//
//	q(x) = (c + S/N)/(t + S),   q(x)/p(x) = (c·N + S)/(t + S),
//
// the urn of Pólya (the Dirichlet posterior for S seeds at random). It is a law, so the fortune is an e-process; each S
// has a wager of its own. The same bet finds the single repeats of a large N, and the uneven counts of a small one.
//
// Arrangements are remembered by 128 bits that are mixed from their items. Of d deals, two different ones agree in them
// with a probability of about d²/2¹²⁹, 10⁻²⁷ for a million, which the promise about false alarms leaves out. Deals that
// are not remembered are not counted; so are those that share 64 bits with another.
type Repeats struct {
	*fortune.Group
	from, to int     // the window
	ln       float64 // of N
	orders   float64 // N, +Inf if it is too large
	seeds    []float64
	seen     map[uint64]uint32 // where an arrangement is in places, by half of its bits
	places   []remembered
	most     int
	counted  float64 // deals
	Repeated int64
	Examples []Repeat // the first ones
	copies   *copies  // of whole deals; nil if orders are few
	spread   spread
	game     *Game
	Edited   bool // other deals are nearly earlier ones, so that neither seeds nor copies explain all; set from outside

	// Where orders differs from deal to deal: the probability that a fair deal repeats one of
	// those seen, and the sum of these, which is how many are due.
	varied    bool
	mass, due float64
}

// A remembered is the other half of the bits of an arrangement, how often it came, and first and last in which deal,
// from 1; 0 if that is not among the first 2³² − 1.
type remembered struct {
	bits               uint64
	times, first, last uint32
}

// A Repeat is a deal, or a part of it, that repeats an earlier one: see Repeat in package audit.
type Repeat struct {
	Deal, Earlier int64 // from 1; Earlier is 0 if it is not known
	From, To      int   // places
	Items         []int // at these places, at most the first 64
}

// mostTimes is the most that a fortune is multiplied by at once and stays a float64; more is added to its logarithm.
const mostTimes = 1e200

const (
	MostRepeats  = 8  // that are kept
	mostRepeated = 64 // items of each
)

// seedCounts are the numbers of seeds that are bet on: one deal for ever, bits of
// various words, and the milliseconds of a day.
var seedCounts = []float64{1, 1 << 4, 1 << 8, 1 << 12, 1 << 15, 1 << 16, 1 << 20, 1 << 24, 86400000, 1 << 31, 1 << 32,
	1 << 36, 1 << 40, 1 << 48}

const (
	// windowOrders is how many arrangements a window has at least, if it is not the
	// whole deal: by chance, 10⁵ of them have a repeat once in 3,000 audits.
	windowOrders = 1 << 44

	// mostSeeds is how many seeds an arrangement may have so that a bet shows that they are not evenly spread.
	mostSeeds = 1 << 10
)

// newRepeats returns the bet on the places [from, to), which have exp(ln) arrangements.
func newRepeats(g *Game, from, to int, ln, weight float64, what string) *Repeats {
	r := &Repeats{from: from, to: to, ln: ln, orders: math.Exp(ln), most: g.Remember, game: g,
		seen: make(map[uint64]uint32)}
	for _, s := range seedCounts {
		if s <= r.orders*mostSeeds {
			r.seeds = append(r.seeds, s)
		}
	}
	r.Group = fortune.NewGroup(fortune.Repeats, fortune.About{From: fortune.Deal, Found: r.found, Size: r.size,
		Reason: r.reason, Text: fortune.Plainly(what + " repeat, as from few seeds")}, weight, 1, len(r.seeds))
	return r
}

// newWindows returns the bets on whole deals and on their first and last places.
func newWindows(g *Game, weight float64) []*Repeats {
	n, k := g.Items, g.Take
	m, orders := 0, 1.0
	for m < k && orders < windowOrders {
		orders *= float64(n - m)
		m++
	}
	of := func(from, to int, weight float64, what string) *Repeats {
		return newRepeats(g, from, to, lnOrders(n, to-from), weight, what)
	}
	if m == k {
		return []*Repeats{of(0, k, weight, "deals")}
	}
	return []*Repeats{of(0, k, weight/3, "deals"), of(0, m, weight/3, "the first places"),
		of(k-m, k, weight/3, "the last places")}
}

// lnOrders returns the logarithm of how many orders there are of k of n items.
func lnOrders(n, k int) (ln float64) {
	for i := range k {
		ln += math.Log(float64(n - i))
	}
	return ln
}

// Bet bets on a deal after that many, and remembers it.
func (r *Repeats) Bet(deals int64, deal []int32) {
	key := mix(deal[r.from:r.to])
	at, known := r.seen[key[0]]
	count := uint32(0)
	if known && r.places[at].bits == key[1] {
		count = r.places[at].times
	}
	if r.copies != nil {
		if among := r.copies.bet(deals, key, float64(count), r.counted); count > 0 {
			r.spread.copies += among
		}
		r.spread.see(float64(len(r.places)), r.mass, count > 0)
	}
	r.due += r.mass
	if r.counted > 0 {
		c := 0.0
		if count > 0 {
			c = float64(count) * r.orders
		}
		for i, s := range r.seeds {
			factor := (c + s) / (r.counted + s)
			if factor > mostTimes {
				r.Wagers[i].Add(math.Log(float64(count)/(r.counted+s)) + r.ln)
			} else {
				r.Wagers[i].Times(factor)
			}
		}
	}
	switch {
	case count > 0:
		p := &r.places[at]
		r.spread.add(float64(len(r.places)), float64(count), deals+1-int64(p.last), int64(len(r.places)-1)-int64(at))
		p.last = uint32(min(deals+1, math.MaxUint32))
		if r.Repeated++; len(r.Examples) < MostRepeats {
			e := Repeat{Deal: deals + 1, Earlier: int64(p.first), From: r.from, To: r.to}
			for _, x := range deal[r.from:min(r.to, r.from+mostRepeated)] {
				e.Items = append(e.Items, int(x))
			}
			r.Examples = append(r.Examples, e)
		}
		if count < math.MaxUint32 {
			p.times++
		}
		r.counted++
	case !known && len(r.places) < r.most:
		r.seen[key[0]] = uint32(len(r.places))
		first := uint32(deals + 1)
		if deals >= math.MaxUint32 {
			first = 0
		}
		r.places = append(r.places, remembered{key[1], 1, first, first})
		r.counted++
		r.mass += 1 / r.orders
	}
}

// Same reports whether that many deals were all the same.
func (r *Repeats) Same(deals int64) bool { return len(r.places) == 1 && r.counted == float64(deals) }

// Distinct returns how many different deals are remembered.
func (r *Repeats) Distinct() int { return len(r.places) }

// expected returns how many of the deals counted would repeat an earlier one in a fair
// shuffle, on average: all but N·(1 − (1 − 1/N)ᵗ) of t.
func (r *Repeats) expected() float64 {
	switch {
	case r.varied:
		return r.due
	case r.counted*r.counted < 1e-9*r.orders:
		return r.counted * r.counted / 2 / r.orders
	}
	new := -r.orders * math.Expm1(r.counted*math.Log1p(-1/r.orders))
	return math.Max(r.counted-new, 0)
}

// surprises reports whether there are more repeats than the number of deals explains.
func (r *Repeats) surprises() bool { return 2*r.expected() <= float64(r.Repeated) }

func (r *Repeats) reason(int) fortune.Reason {
	if r.Repeated > 0 && !r.surprises() {
		return fortune.Uneven
	}
	return ""
}

// found says which deal repeated which first, where, and what, so that it can be
// searched for; or, if repeats are no surprise, how often one came.
func (r *Repeats) found(row int) string {
	text := r.About.Words(row)
	if r.Repeated == 0 {
		return text
	}
	if !r.surprises() {
		most := slices.MaxFunc(r.places, func(p, q remembered) int { return cmp.Compare(p.times, q.times) })
		text = fmt.Sprintf("some deals come too often: one came %s in %s", label.Plural(int64(most.times), "time"),
			label.Plural(int64(r.counted), "deal"))
		if !r.varied {
			text += fmt.Sprintf(" (fair: %s)", label.Few(r.counted/r.orders))
		}
		return text
	}
	all, fair := label.Plural(r.Repeated, "repeat"), "none"
	if e := r.expected(); e >= 0.5 {
		fair = "about " + label.Number(int64(math.Round(e)))
	} else if e >= 1e-3 {
		fair = label.Few(e)
	}
	all += " in all (fair: " + fair + ")"
	if r.size(row) != nil {
		all += ","
	} else {
		text = strings.TrimSuffix(text, ", as from few seeds")
	}
	const most = 12 // items
	e := r.Examples[0]
	var names []string
	for _, x := range e.Items[:min(most, len(e.Items))] {
		names = append(names, r.game.name(x))
	}
	if e.To-e.From > most {
		names = append(names, "…")
	}
	where, which := "", "an earlier one"
	if e.To-e.From < r.game.Take {
		where = fmt.Sprintf(" at places %d to %d", e.From+1, e.To)
	}
	if e.Earlier > 0 {
		which = "deal " + label.Number(e.Earlier)
	}
	if period := r.Period(); period > 0 {
		text += fmt.Sprintf(", each after %s: a short period", label.Plural(period, "deal"))
	}
	return fmt.Sprintf("%s: deal %s was the first to repeat one, %s%s (%s); %s",
		text, label.Number(e.Deal), which, where, strings.Join(names, " "), all)
}

// size is how many seeds there are, where repeats are a surprise; those of deals as likely as each other.
func (r *Repeats) size(int) *fortune.Told {
	if r.Repeated == 0 || r.varied || r.Edited || !r.surprises() || !r.spread.asSeeds() || r.Period() > 0 {
		return nil
	}
	told := seedsOf(r.counted, float64(len(r.places)))
	if told.Seen > r.orders/10 {
		return nil // as several deal the same order
	}
	return told
}

// Likely returns the logarithm of how much likelier the deals are if there are few seeds, all as likely. Copies must be
// likelier than any number of seeds: so where they are likelier than by what was learned, it is the most that seeds
// give.
func (r *Repeats) Likely() float64 {
	if r.copies == nil {
		return r.Mean()
	}
	likely := max(r.Mean(), r.spread.growing+r.spread.seeds+r.Certain()-r.unequal(r.orders))
	if copies := r.copies.Mean(); copies > likely {
		likely = max(likely, min(copies, r.seedsAtMost()))
	}
	return likely
}

// unequal returns the logarithm of s(s−1)⋯(s−d+1)/sᵈ: how likely it is that d deals of s orders are all different.
func (r *Repeats) unequal(s float64) float64 {
	different := float64(len(r.places))
	left := s - different + 1
	if s > 1e15*different {
		return 0
	}
	return laws.Rise(left, different) + different*math.Log(left/s)
}

// seedsAtMost returns the logarithm of how much likelier the deals are at most if they come from seeds, some of which
// may come more often than others, by the symmetrical law of Dirichlet: of s orders with the parameter a, the
// probability of deals of which d are different is s(s−1)⋯(s−d+1) Π a(a+1)⋯(a+times−1) / sa(sa+1)⋯(sa+deals−1). With
// all N orders it is nearly that of Na seeds, some of which deal the same order.
func (r *Repeats) seedsAtMost() float64 {
	times := make(map[uint32]float64)
	for _, p := range r.places {
		times[p.times]++
	}
	most, different := math.Inf(-1), float64(len(r.places))
	limit, least := 1<<30*different, 0.5
	if r.orders < limit { // the fewer seeds, the less even
		limit, least = r.orders, 1./64
	}
	for a := least; a <= 1<<20; a *= 2 {
		for s := different; s < limit; s *= 1.1 {
			ln := r.unequal(s) - laws.Rise(s*a, r.counted) - (r.counted-different)*math.Log(s)
			for t, orders := range times {
				ln += orders * laws.Rise(a, float64(t))
			}
			most = max(most, ln)
		}
	}
	return most + r.Certain() - r.unequal(r.orders)
}

// Certain returns the logarithm of how much likelier the repeats are if each was certain.
func (r *Repeats) Certain() float64 { return float64(r.Repeated) * r.ln }

// Period returns after how many deals all come again, from then on each that can, and enough to know: 0 if some do not.
func (r *Repeats) Period() int64 {
	const enough = 64
	first := int64(len(r.places))
	if r.spread.gap != first || r.Repeated < min(max(first, 2), enough) || !r.surprises() {
		return 0
	}
	return first
}

// mostSame is how many different deals are called few, if there are many more deals.
const mostSame = 16

// Few returns how many different deals there are, if they are few of those that a fair shuffle
// gives, and have come again and again after others; else 0.
func (r *Repeats) Few() int {
	const (
		often = 4  // deals for each
		share = 16 // orders for each; a cycle of 4 items has 4
	)
	d := float64(len(r.places))
	if d > mostSame || r.spread.returns-r.expected() < often*d || r.orders < share*d {
		return 0
	}
	return len(r.places)
}

// Reset forgets all deals.
func (r *Repeats) Reset() {
	if r.Group.Reset(); r.copies != nil {
		r.copies.reset()
	}
	clear(r.seen)
	r.places = r.places[:0]
	r.counted, r.Repeated, r.Examples, r.spread, r.mass, r.due, r.Edited = 0, 0, nil, spread{}, 0, 0, false
}

// mix returns 128 bits from the items, by folded products (as in wyhash), two items a word.
func mix(items []int32) [2]uint64 {
	a, b := uint64(0x9e3779b97f4a7c15), uint64(0xbf58476d1ce4e5b9)
	for len(items) > 0 {
		w := uint64(items[0])
		if len(items) > 1 {
			w |= uint64(items[1]) << 32
			items = items[2:]
		} else {
			w |= 0xffffffff << 32
			items = nil
		}
		hi, lo := bits.Mul64(a^w, 0xa0761d6478bd642f)
		a = hi ^ lo ^ w
		hi, lo = bits.Mul64(b^bits.RotateLeft64(w, 29), 0xe7037ed1a0b428db)
		b = hi ^ lo ^ bits.RotateLeft64(w, 17)
	}
	return [2]uint64{a, b}
}
