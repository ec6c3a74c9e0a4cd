package audit

import (
	"math"
	"math/bits"
)

// A repeats bets on whether a deal, or a part of it, repeats an earlier one: a shuffle
// with few seeds repeats deals, as people share birthdays.
//
// Under a fair shuffle a window of m places shows each of N = n·(n−1)⋯(n−m+1)
// arrangements with the probability 1/N, so one of the D distinct ones remembered
// with p = D/N. A shuffle with S seeds repeats with about q = D/S. The factor is
// q/p for a repeat and (1−q)/(1−p) for a new one, so the fortune is an e-process;
// each S has a wager of its own. When all N have been seen there is nothing to bet
// on.
//
// Arrangements are remembered by 128 bits that are mixed from their items. Of d
// deals, two different ones agree in them with a probability of about d²/2¹²⁹,
// 10⁻²⁷ for a million, which the promise about false alarms leaves out.
type repeats struct {
	*group
	from, to int     // the window
	orders   float64 // N, +Inf if it is too large
	seeds    []float64
	seen     map[[2]uint64]struct{}
	most     int
	repeated int64
	first    int64 // deal that was the first repeat, from 1
}

// seedCounts are the numbers of seeds that are bet on: one deal for ever, bits of
// various words, and the milliseconds of a day.
var seedCounts = []float64{1, 1 << 4, 1 << 8, 1 << 12, 1 << 15, 1 << 16, 1 << 20, 1 << 24, 86400000, 1 << 31, 1 << 32, 1 << 36, 1 << 40, 1 << 48}

// windowOrders is how many arrangements a window has at least, if it is not the
// whole deal: by chance, 10⁵ of them have a repeat once in 3,000 audits.
const windowOrders = 1 << 44

func newRepeats(n, from, to int, plain string, most int, weight float64) *repeats {
	r := &repeats{from: from, to: to, orders: 1, most: most, seen: make(map[[2]uint64]struct{})}
	for i := range to - from {
		r.orders *= float64(n - i)
	}
	for _, s := range seedCounts {
		if s <= r.orders/2 {
			r.seeds = append(r.seeds, s)
		}
	}
	if len(r.seeds) == 0 {
		return nil
	}
	r.group = newGroup("repeats", about{from: "deal", text: plainly(plain)}, weight, 1, len(r.seeds))
	return r
}

// newWindows returns the bets on whole deals and on their first and last places.
func newWindows(n, k, most int, weight float64) []*repeats {
	m, orders := 0, 1.0
	for m < k && orders < windowOrders {
		orders *= float64(n - m)
		m++
	}
	var all []*repeats
	add := func(from, to int, plain string) {
		if r := newRepeats(n, from, to, plain, most, weight/3); r != nil {
			all = append(all, r)
		}
	}
	add(0, k, "deals repeat, as from few seeds")
	if m < k {
		add(0, m, "the first places repeat, as from few seeds")
		add(k-m, k, "the last places repeat, as from few seeds")
	}
	return all
}

func (r *repeats) bet(deals int64, deal []int32) {
	if float64(len(r.seen)) == r.orders {
		r.count(deals)
		return
	}
	key := mix(deal[r.from:r.to])
	_, again := r.seen[key]
	if d := float64(len(r.seen)); d > 0 {
		p := d / r.orders
		for i, s := range r.seeds {
			q := math.Min(d/s, 0.99)
			if again {
				// Less than the fair payment is as valid.
				r.wagers[i].times(math.Min(q/p, 1e60))
			} else {
				r.wagers[i].times((1 - q) / (1 - p))
			}
		}
	}
	if again {
		r.count(deals)
	} else if len(r.seen) < r.most {
		r.seen[key] = struct{}{}
	}
}

// count counts a repeat after that many deals.
func (r *repeats) count(deals int64) {
	if r.repeated++; r.repeated == 1 {
		r.first = deals + 1
	}
}

// mix returns 128 bits from the items, by folded products (as in wyhash), two
// items a word.
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
