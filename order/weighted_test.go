package order

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

func bigOf(w Weight) *big.Int {
	n := new(big.Int).SetUint64(w.Hi)
	return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(w.Lo))
}

// drawn is the slow, obvious form of Weighted: it looks for the ticket from the front.
func drawn(seed Seed, weights []Weight, replace bool) (order []int) {
	label := "weighted"
	if replace {
		label += " repeat"
	}
	var s stream
	s.reset(seed, label, 0)
	unit, total, left := new(big.Int), new(big.Int), make([]*big.Int, len(weights))
	for _, w := range weights {
		unit.GCD(nil, nil, unit, bigOf(w))
	}
	for i, w := range weights {
		left[i] = bigOf(w)
		if unit.Sign() > 0 {
			left[i].Quo(left[i], unit)
		}
		total.Add(total, left[i])
	}
	for total.Sign() > 0 && len(order) < 20 {
		ticket := new(big.Int)
		if total.IsUint64() {
			ticket.SetUint64(s.below(total.Uint64()))
		} else {
			for ticket.Set(total); ticket.Cmp(total) >= 0; {
				ticket.SetUint64(s.rng.Uint64())
				ticket.Lsh(ticket, 64).Add(ticket, new(big.Int).SetUint64(s.rng.Uint64()))
				for bit := total.BitLen(); bit < 128; bit++ {
					ticket.SetBit(ticket, bit, 0)
				}
			}
		}
		i := 0
		for ; ticket.Cmp(left[i]) >= 0; i++ {
			ticket.Sub(ticket, left[i])
		}
		order = append(order, i)
		if !replace {
			total.Sub(total, left[i])
			left[i] = new(big.Int)
		}
	}
	return order
}

// TestWeighted: the tree finds the record that the twin finds, whatever the weights.
func TestWeighted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 3000 {
		weights := make([]Weight, rng.IntN(40))
		size, unit := rng.IntN(3), 1+rng.Uint64N(9)
		for i := range weights {
			switch w := &weights[i]; {
			case rng.IntN(4) == 0:
			case size == 0:
				w.Lo = rng.Uint64N(5) * unit
			case size == 1:
				w.Lo = rng.Uint64()
			default:
				w.Hi, w.Lo = rng.Uint64()>>(6+rng.IntN(58)), rng.Uint64()&^(1<<rng.IntN(64)-1)
			}
		}
		seed := Seed{byte(round), byte(round >> 8)}
		at := func(i int) Weight { return weights[i] }
		for replace, w := range map[bool]*Weighted{false: NewWeighted(seed, len(weights), at),
			true: NewWeightedRepeat(seed, len(weights), at)} {
			var got []int
			for len(got) < 20 {
				i, ok := w.Next()
				if !ok {
					break
				}
				got = append(got, i)
			}
			if want := drawn(seed, weights, replace); !slices.Equal(got, want) {
				t.Fatalf("round %d, %v, replace %t: got %v, want %v", round, weights, replace, got, want)
			}
		}
	}
}

// TestWeightedLaw: the tickets of all records are equally many, so an order has the
// probability that successive sampling gives it: here each ticket is drawn once.
func TestWeightedLaw(t *testing.T) {
	weights := []uint64{3, 0, 1, 2}
	for ticket, want := range []int{0, 0, 0, 2, 3, 3} {
		w := NewWeighted(Seed{}, len(weights), func(i int) Weight { return Weight{Lo: weights[i]} })
		i := w.find(Weight{Lo: uint64(ticket)})
		if i != want {
			t.Errorf("ticket %d is that of record %d, not %d", ticket, i, want)
		}
	}
}

func TestWeightArithmetic(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	word := func() uint64 { return rng.Uint64() >> rng.IntN(64) << rng.IntN(64) }
	mod := new(big.Int).Lsh(big.NewInt(1), 128)
	for range 20_000 {
		a, b, n := Weight{word(), word()}, Weight{word(), word()}, word()
		check := func(what string, got Weight, ok bool, want *big.Int) {
			t.Helper()
			if ok != (want.Cmp(mod) < 0) || bigOf(got).Cmp(new(big.Int).Mod(want, mod)) != 0 {
				t.Fatalf("%v %s %v or %d: %v, %t", a, what, b, n, got, ok)
			}
		}
		sum, ok := a.Add(b)
		check("+", sum, ok, new(big.Int).Add(bigOf(a), bigOf(b)))
		product, ok := a.Times(n)
		check("·", product, ok, new(big.Int).Mul(bigOf(a), new(big.Int).SetUint64(n)))
		if a.isZero() {
			continue
		}
		common := gcd(a, b)
		check("gcd", common, true, new(big.Int).GCD(nil, nil, bigOf(a), bigOf(b)))
		check("/ gcd", a.over(common), true, new(big.Int).Quo(bigOf(a), bigOf(common)))
		check("/ itself", a.over(a), true, big.NewInt(1))
	}
}

// TestNoWeights: of nothing, and of what has no weight, nothing is drawn; weights that
// are too large panic.
func TestNoWeights(t *testing.T) {
	for n := range 5 {
		w := NewWeighted(Seed{}, n, func(int) Weight { return Weight{} })
		if i, ok := w.Next(); ok {
			t.Errorf("of %d records of weight 0, number %d is drawn", n, i)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("weights of 2¹²⁸ do not panic")
		}
	}()
	NewWeighted(Seed{}, 2, func(int) Weight { return Weight{Hi: 1 << 63} })
}
