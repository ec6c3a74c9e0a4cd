package yates

import (
	"fmt"
	"math/big"
	"math/bits"
)

// Rank returns the number, in [0, n!), of permutations that come before p in
// lexicographic order. p must hold each of the integers in [0, n) once, and n
// must be at most 20, as 20! < 2⁶⁴ < 21!; for more see [RankBig].
//
// A rank names an order in few digits, and counts it in a table: a fair shuffle of
// [0, n) gives each rank with probability 1/n!.
//
// It panics if p is not such a permutation. It takes O(n) time and allocates
// nothing. It is the inverse of [Unrank].
func Rank(p []int) uint64 {
	// Digit i is how many integers less than p[i] are left when p[i] is taken.
	// The permutations that agree with p before i and are less at i are
	// digit·(n−1−i)!; Horner's rule adds that up (Lehmer 1960).
	n := len(p)
	if n > 20 {
		panic(fmt.Sprintf("yates: Rank of %d integers: more than 20 need RankBig", n))
	}
	left := uint32(1)<<n - 1
	rank := uint64(0)
	for i, x := range p {
		if x < 0 || x >= n || left>>x&1 == 0 {
			panicNotPermutation("Rank", p, i)
		}
		less := left & (1<<x - 1)
		rank = rank*uint64(n-i) + uint64(bits.OnesCount32(less))
		left &^= 1 << x
	}
	return rank
}

// Unrank returns the permutation of the integers in [0, n) that has the given
// rank in lexicographic order. With a uniform rank in [0, n!) the permutation is
// uniform.
//
// It panics if n is negative or more than 20, or rank is not less than n!; for
// more see [UnrankBig]. It takes O(n²) time. It is the inverse of [Rank].
func Unrank(n int, rank uint64) []int {
	if n < 0 || n > 20 {
		panic(fmt.Sprintf("yates: Unrank to %d integers, outside [0, 20]", n))
	}
	given := rank
	p := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		// The digits before i stand for the integers that are left for i and
		// those behind it: make room for p[i] among those behind.
		radix := uint64(n - i)
		p[i] = int(rank % radix)
		rank /= radix
		for j := i + 1; j < n; j++ {
			if p[j] >= p[i] {
				p[j]++
			}
		}
	}
	if rank > 0 {
		panic(fmt.Sprintf("yates: Unrank of %d: %d integers have fewer orders", given, n))
	}
	return p
}

// RankBig is [Rank] for any n. It takes O(n log n) time besides the arithmetic
// of integers of n·log₂ n bits: in all, a fraction of a second for 10⁵ integers
// and some seconds for 10⁶. It is the inverse of [UnrankBig].
func RankBig(p []int) *big.Int {
	n := len(p)
	left := newTally(n)
	digits := make([]int, n)
	taken := make([]bool, n)
	for i, x := range p {
		if x < 0 || x >= n || taken[x] {
			panicNotPermutation("RankBig", p, i)
		}
		taken[x] = true
		digits[i] = left.take(x)
	}
	rank, _ := compose(digits, n)
	return rank
}

// UnrankBig is [Unrank] for any n. It panics if n is negative or rank is nil or
// outside [0, n!). It takes O(n log n) time besides the arithmetic of integers of
// n·log₂ n bits: in all, a fraction of a second for 10⁵ integers and about ten
// seconds for 10⁶. It does not change rank. It is the inverse of [RankBig].
func UnrankBig(n int, rank *big.Int) []int {
	if n < 0 {
		panic(fmt.Sprintf("yates: UnrankBig to %d integers", n))
	}
	if rank == nil || rank.Sign() < 0 {
		panic(fmt.Sprintf("yates: UnrankBig of %v", rank))
	}
	p := make([]int, n)
	if !decompose(p, rank, newRadices(n, n)) {
		panic(fmt.Sprintf("yates: UnrankBig: %d integers have fewer orders than the rank", n))
	}
	left := newTally(n)
	for i, digit := range p {
		p[i] = left.takeNth(digit)
	}
	return p
}

// compose returns the value of mixed-radix digits, the first of radix n, the next
// of n−1 and so on, and the product of their radices. Halves of equal length let
// big.Int multiply fast.
func compose(digits []int, n int) (value, product *big.Int) {
	switch len(digits) {
	case 0:
		return big.NewInt(0), big.NewInt(1)
	case 1:
		return big.NewInt(int64(digits[0])), big.NewInt(int64(n))
	}
	half := len(digits) / 2
	value, product = compose(digits[:half], n)
	low, lowProduct := compose(digits[half:], n-half)
	value.Mul(value, lowProduct).Add(value, low)
	return value, product.Mul(product, lowProduct)
}

// radices holds the product of consecutive radices and, in halves, of its parts.
type radices struct {
	product   *big.Int
	high, low *radices
}

// newRadices returns the radices n, n−1, …, n−count+1.
func newRadices(n, count int) *radices {
	switch count {
	case 0:
		return &radices{product: big.NewInt(1)}
	case 1:
		return &radices{product: big.NewInt(int64(n))}
	}
	half := count / 2
	high, low := newRadices(n, half), newRadices(n-half, count-half)
	return &radices{new(big.Int).Mul(high.product, low.product), high, low}
}

// decompose sets digits to those of value, as in compose, and reports whether
// value is less than the product of the radices.
func decompose(digits []int, value *big.Int, r *radices) bool {
	if value.Cmp(r.product) >= 0 {
		return false
	}
	switch len(digits) {
	case 0:
	case 1:
		digits[0] = int(value.Int64())
	default:
		half := len(digits) / 2
		high, low := new(big.Int).QuoRem(value, r.low.product, new(big.Int))
		decompose(digits[:half], high, r.high)
		decompose(digits[half:], low, r.low)
	}
	return true
}

// A tally is the set of the integers in [0, n) that are not taken, as a Fenwick
// tree (1994): node i, from 1, counts those of the i&−i integers that end at i−1.
type tally []int

func newTally(n int) tally {
	t := make(tally, n+1)
	for i := 1; i <= n; i++ {
		t[i] = i & -i
	}
	return t
}

// take takes x, and returns how many less than x are left.
func (t tally) take(x int) (less int) {
	for i := x; i > 0; i &= i - 1 {
		less += t[i]
	}
	for i := x + 1; i < len(t); i += i & -i {
		t[i]--
	}
	return less
}

// takeNth takes and returns the integer than which exactly nth less are left.
func (t tally) takeNth(nth int) int {
	x := 0
	for step := 1 << bits.Len(uint(len(t)-1)) >> 1; step > 0; step >>= 1 {
		if i := x + step; i < len(t) {
			if t[i] <= nth {
				nth -= t[i]
				x = i
			} else {
				t[i]-- // x is among those that node i counts
			}
		}
	}
	return x
}

func panicNotPermutation(name string, p []int, i int) {
	panic(fmt.Sprintf("yates: %s of no permutation: %d at place %d is outside [0, %d) or a repetition", name, p[i], i,
		len(p)))
}
