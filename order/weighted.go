package order

import "math/bits"

// A Weight is an integer in [0, 2¹²⁸): Hi·2⁶⁴ + Lo.
type Weight struct{ Hi, Lo uint64 }

func (w Weight) isZero() bool { return w.Hi|w.Lo == 0 }

func (w Weight) less(v Weight) bool { return w.Hi < v.Hi || w.Hi == v.Hi && w.Lo < v.Lo }

// Add returns w + v modulo 2¹²⁸, and whether the sum is less than 2¹²⁸.
func (w Weight) Add(v Weight) (sum Weight, ok bool) {
	lo, carry := bits.Add64(w.Lo, v.Lo, 0)
	hi, carry := bits.Add64(w.Hi, v.Hi, carry)
	return Weight{hi, lo}, carry == 0
}

// Sub returns w − v modulo 2¹²⁸.
func (w Weight) Sub(v Weight) Weight {
	lo, borrow := bits.Sub64(w.Lo, v.Lo, 0)
	return Weight{w.Hi - v.Hi - borrow, lo}
}

// Times returns w·n modulo 2¹²⁸, and whether the product is less than 2¹²⁸.
func (w Weight) Times(n uint64) (product Weight, ok bool) {
	carry, lo := bits.Mul64(w.Lo, n)
	over, hi := bits.Mul64(w.Hi, n)
	hi, more := bits.Add64(hi, carry, 0)
	return Weight{hi, lo}, over|more == 0
}

// shift returns ⌊w/2ⁿ⌋, for 0 ≤ n < 128.
func (w Weight) shift(n int) Weight {
	if n >= 64 {
		return Weight{0, w.Hi >> (n - 64)}
	}
	return Weight{w.Hi >> n, w.Lo>>n | w.Hi<<(64-n)}
}

// trailingZeros returns the number of trailing zero bits of w, which is not 0.
func (w Weight) trailingZeros() int {
	if w.Lo == 0 {
		return 64 + bits.TrailingZeros64(w.Hi)
	}
	return bits.TrailingZeros64(w.Lo)
}

// gcd returns the greatest common divisor, by Stein's algorithm, which needs no 128-bit
// division.
func gcd(a, b Weight) Weight {
	if a.isZero() {
		return b
	}
	if b.isZero() {
		return a
	}
	twos := min(a.trailingZeros(), b.trailingZeros())
	a = a.shift(a.trailingZeros())
	for !b.isZero() {
		b = b.shift(b.trailingZeros())
		if b.less(a) {
			a, b = b, a
		}
		b = b.Sub(a)
	}
	for range twos {
		a, _ = a.Add(a)
	}
	return a
}

// over returns w/d, for a d that divides w.
func (w Weight) over(d Weight) Weight {
	if d == (Weight{0, 1}) || w.isZero() {
		return w
	}
	if d.Hi == 0 {
		hi, rest := bits.Div64(0, w.Hi, d.Lo)
		lo, _ := bits.Div64(rest, w.Lo, d.Lo)
		return Weight{hi, lo}
	}
	// The quotient is less than 2⁶⁴, and modulo 2⁶⁴ it is w/d without the twos that
	// they have in common, where d has an inverse. (Hensel lifting: each step doubles
	// the number of bits that are right.)
	twos := d.trailingZeros()
	w, d = w.shift(twos), d.shift(twos)
	inverse := d.Lo
	for range 6 {
		inverse *= 2 - d.Lo*inverse
	}
	return Weight{0, w.Lo * inverse}
}

// Weighted draws from weighted records. Without replacement, each draw takes one of the
// remaining records, with a probability proportional to its weight (successive
// sampling), as if each record had as many tickets as its weight, one ticket were drawn,
// and all tickets of that record were removed. With replacement, nothing is removed.
// Records of weight 0 are never drawn. SPEC.md defines the draws; only the ratios of the
// weights matter.
//
// It takes 8 bytes for each record, or 16 if the weights add up to 2⁶⁴ or more after
// division by their greatest common divisor. A Weighted is not safe for concurrent use.
type Weighted struct {
	stream  stream
	replace bool
	total   Weight // of the records that are left

	// Fenwick's tree of the weights: node i, from 1 on, holds the sum of those of the
	// records i − (i & −i), …, i − 1. (Fenwick, A New Data Structure for Cumulative
	// Frequency Tables, Software: Practice and Experience 24(3), 1994.)
	lo []uint64
	hi []uint64 // nil if all sums fit into 64 bits
}

// NewWeighted returns the draws without replacement from n records that the seed gives.
// It calls weight more than once for each record. It panics if n is negative or if the
// weights add up to 2¹²⁸ or more. It takes O(n) time.
func NewWeighted(seed Seed, n int, weight func(i int) Weight) *Weighted {
	return newWeighted(seed, "weighted", n, weight)
}

// NewWeightedRepeat is NewWeighted for draws with replacement.
func NewWeightedRepeat(seed Seed, n int, weight func(i int) Weight) *Weighted {
	w := newWeighted(seed, "weighted repeat", n, weight)
	w.replace = true
	return w
}

func newWeighted(seed Seed, label string, n int, weight func(i int) Weight) *Weighted {
	unit, total := Weight{}, Weight{}
	for i := range n {
		one, ok := weight(i), true
		unit = gcd(unit, one)
		if total, ok = total.Add(one); !ok {
			panic("order: weights that come to 2¹²⁸ or more")
		}
	}
	w := &Weighted{lo: make([]uint64, n+1)}
	w.stream.reset(seed, label, 0)
	if total.isZero() {
		return w
	}
	w.total = total.over(unit)
	if w.total.Hi > 0 {
		w.hi = make([]uint64, n+1)
	}
	for i := 1; i <= n; i++ {
		sum, _ := w.node(i).Add(weight(i - 1).over(unit))
		w.set(i, sum)
		if up := i + i&-i; up <= n {
			sum, _ = w.node(up).Add(sum)
			w.set(up, sum)
		}
	}
	return w
}

func (w *Weighted) node(i int) Weight {
	if w.hi == nil {
		return Weight{0, w.lo[i]}
	}
	return Weight{w.hi[i], w.lo[i]}
}

func (w *Weighted) set(i int, sum Weight) {
	w.lo[i] = sum.Lo
	if w.hi != nil {
		w.hi[i] = sum.Hi
	}
}

// Next returns the number, counted from 0, of the next record drawn, or false if no
// record with a positive weight is left. It takes O(log n) time.
func (w *Weighted) Next() (i int, ok bool) {
	if w.total.isZero() {
		return 0, false
	}
	i = w.find(w.stream.belowWeight(w.total))
	if !w.replace {
		w.remove(i)
	}
	return i, true
}

// find returns the record that has a ticket: the last one with at most that many tickets
// before it.
func (w *Weighted) find(ticket Weight) (i int) {
	n := len(w.lo) - 1
	for step := 1 << (bits.Len(uint(n)) - 1); step > 0; step >>= 1 {
		if i+step <= n && !ticket.less(w.node(i+step)) {
			i += step
			ticket = ticket.Sub(w.node(i))
		}
	}
	return i
}

// remove makes the weight of record i 0.
func (w *Weighted) remove(i int) {
	weight := w.node(i + 1)
	for j, below := i, (i+1)&i; j > below; j &= j - 1 {
		weight = weight.Sub(w.node(j))
	}
	for j := i + 1; j < len(w.lo); j += j & -j {
		w.set(j, w.node(j).Sub(weight))
	}
	w.total = w.total.Sub(weight)
}

// belowWeight returns a uniform integer in [0, n), for n > 0.
func (s *stream) belowWeight(n Weight) Weight {
	if n.Hi == 0 {
		return Weight{0, s.below(n.Lo)}
	}
	mask := uint64(1)<<bits.Len64(n.Hi) - 1 // of 64 bits: all ones
	for {
		x := Weight{Hi: s.rng.Uint64() & mask}
		x.Lo = s.rng.Uint64()
		if x.less(n) {
			return x
		}
	}
}
