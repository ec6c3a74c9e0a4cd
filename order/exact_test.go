package order

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestScaleExact counts, for many n, the words that make each integer in [0, n),
// all of them where n is small. The words that share a product's upper half are
// an interval, and as their lower halves rise by n, scale can reject the first
// of the interval at most; so three looks at an interval count it exactly. (For
// n = 1 see TestBelow.)
func TestScaleExact(t *testing.T) {
	two64 := new(big.Int).Lsh(big.NewInt(1), 64)
	// first returns the smallest word that gives at least hi, and 2⁶⁴ for hi = n.
	first := func(hi, n uint64) *big.Int {
		x := new(big.Int).Lsh(new(big.Int).SetUint64(hi), 64)
		x.Add(x, new(big.Int).SetUint64(n-1))
		return x.Div(x, new(big.Int).SetUint64(n))
	}
	ns := []uint64{1 << 32, 1<<32 + 1, 1<<63 - 1, 1 << 63, 1<<63 + 1, 3<<62 + 1, math.MaxUint64 - 1, math.MaxUint64}
	for n := uint64(2); n <= 600; n++ {
		ns = append(ns, n)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		ns = append(ns, rng.Uint64()>>rng.IntN(62)|3)
	}
	for _, n := range ns {
		want := new(big.Int).Div(two64, new(big.Int).SetUint64(n)).Uint64()
		var his []uint64
		if n <= 600 {
			for hi := range n {
				his = append(his, hi)
			}
		} else {
			his = append(his, 0, 1, n/2, n-2, n-1)
			for range 50 {
				his = append(his, rng.Uint64N(n))
			}
		}
		for _, hi := range his {
			lo, end := first(hi, n), first(hi+1, n)
			accepted := new(big.Int).Sub(end, lo).Uint64()
			last := end.Sub(end, big.NewInt(1)).Uint64()
			for i, x := range []uint64{lo.Uint64(), lo.Uint64() + 1, last} {
				if i > 0 && accepted == 1 {
					break // the interval is of one word
				}
				got, ok := scale(x, n)
				if ok && got != hi {
					t.Fatalf("scale(%d, %d) = %d, want %d", x, n, got, hi)
				}
				if !ok && i > 0 {
					t.Fatalf("scale(%d, %d) rejects a word that is not the first of its interval", x, n)
				}
			}
			if _, ok := scale(lo.Uint64(), n); !ok {
				accepted--
			}
			if accepted != want {
				t.Fatalf("n = %d: %d words make %d, want %d", n, accepted, hi, want)
			}
		}
	}
}

// TestBelow compares below with its definition in big integers on the same words.
// For n just over a half of 2⁶⁴, nearly every second word is rejected.
func TestBelow(t *testing.T) {
	two64 := new(big.Int).Lsh(big.NewInt(1), 64)
	for _, n := range []uint64{1, 2, 3, 52, 1 << 32, 1<<63 - 1, 1 << 63, 1<<63 + 1, 3<<62 + 1, math.MaxUint64} {
		var s, twin stream
		s.reset(Seed{}, "test", n)
		twin.reset(Seed{}, "test", n)
		N := new(big.Int).SetUint64(n)
		threshold := new(big.Int).Mod(new(big.Int).Sub(two64, N), N)
		rejected := 0
		for range 1000 {
			hi, lo := new(big.Int), new(big.Int)
			for {
				hi.Mul(N, new(big.Int).SetUint64(twin.rng.Uint64()))
				hi.DivMod(hi, two64, lo)
				if lo.Cmp(threshold) >= 0 {
					break
				}
				rejected++
			}
			if got := s.below(n); got != hi.Uint64() {
				t.Fatalf("below(%d) = %d, want %d", n, got, hi)
			}
		}
		if n == 1<<63+1 && rejected < 500 {
			t.Errorf("below(%d) rejected only %d words: the rejection is not tested", n, rejected)
		}
	}
}

// choices returns the indices j that the stream of the bucket chooses when m
// records are shuffled, coded as one number below m!.
func choices(bucket, m int) int {
	var s stream
	s.reset(Seed{}, "shuffle", uint64(bucket))
	code := 0
	for i := range m - 1 {
		code = code*(m-i) + int(s.below(uint64(m-i)))
	}
	return code
}

// everyChoice returns, for each m ≤ maxM, the numbers of m! buckets whose streams
// choose in each of the m! possible ways, so that a test can lead ShuffleBucket
// itself, and not a model of it, through all its paths.
func everyChoice(maxM int) [][]int {
	every := make([][]int, maxM+1)
	for m, ways := 0, 1; m <= maxM; m++ {
		ways *= max(m, 1)
		buckets := make(map[int]int, ways)
		for b := 0; len(buckets) < ways; b++ {
			if c := choices(b, m); buckets[c] == 0 {
				buckets[c] = b + 1
			}
		}
		for c := range ways {
			every[m] = append(every[m], buckets[c]-1)
		}
	}
	return every
}

// TestShuffleBucketExact: the m! ways to choose give the m! orders, once each.
func TestShuffleBucketExact(t *testing.T) {
	var sh Shuffler
	for m, buckets := range everyChoice(6) {
		seen := make(map[string]bool)
		for _, b := range buckets {
			seen[fmt.Sprint(shuffled(&sh, b, m))] = true
		}
		if len(seen) != len(buckets) {
			t.Errorf("%d records: %d ways to choose give %d orders", m, len(buckets), len(seen))
		}
	}
}

func shuffled(sh *Shuffler, bucket, m int) []int {
	records := make([]int, m)
	for i := range records {
		records[i] = i
	}
	ShuffleBucket(sh, Seed{}, bucket, records)
	return records
}

type arranger func(n, buckets int, digit func(i int) int, shuffle func(b int, records []int)) []int

// uneven goes through all digits of n records for a number of buckets, and
// through all choices in each bucket, and returns an order that does not come
// out with probability 1/n! exactly, or nil if there is none.
func uneven(n, buckets int, arrange arranger, shuffle func(way int, records []int)) []int {
	fact := make([]int64, n+1)
	fact[0] = 1
	for i := range n {
		fact[i+1] = fact[i] * int64(i+1)
	}
	// The probability of a path, in units that make it a whole number: each way
	// through the digits has the same, divided by m! for each bucket of m.
	unit := int64(1)
	for range buckets {
		unit *= fact[n]
	}
	total := int64(0)
	weight := make(map[string]int64)
	orders := make(map[string][]int)

	digits := make([]int, n)
	for {
		size := make([]int, buckets)
		for _, d := range digits {
			size[d]++
		}
		ways, share := int64(1), unit
		for _, m := range size {
			ways *= fact[m]
			share /= fact[m]
		}
		for way := range ways {
			order := arrange(n, buckets,
				func(i int) int { return digits[i] },
				func(_ int, records []int) {
					shuffle(int(way%fact[len(records)]), records)
					way /= fact[len(records)]
				})
			key := fmt.Sprint(order)
			weight[key] += share
			orders[key] = order
			total += share
		}
		i := 0 // the next digits
		for ; i < n; i++ {
			if digits[i]++; digits[i] < buckets {
				break
			}
			digits[i] = 0
		}
		if i == n {
			break
		}
	}
	for key, w := range weight {
		if w*fact[n] != total {
			return orders[key]
		}
	}
	if int64(len(weight)) != fact[n] {
		return []int{}
	}
	return nil
}

// TestUniformExact: scattered to a few buckets, shuffled in them and laid end to
// end, n records are in each of their n! orders with probability 1/n!, exactly.
// Two wrong twins show that the test would notice.
func TestUniformExact(t *testing.T) {
	const maxN = 5
	every := everyChoice(maxN)
	var sh Shuffler
	right := func(way int, records []int) {
		ShuffleBucket(&sh, Seed{}, every[len(records)][way], records)
	}
	for n := range maxN + 1 {
		for buckets := 2; buckets <= 4; buckets++ {
			if order := uneven(n, buckets, arrange, right); order != nil {
				t.Errorf("%d records in %d buckets: order %v is not of probability 1/%d!", n, buckets, order, n)
			}
		}
	}

	// A bucket's records go back to the places that they came from.
	inPlace := func(n, buckets int, digit func(i int) int, shuffle func(b int, records []int)) []int {
		order := make([]int, n)
		for b := range buckets {
			var places []int
			for i := range n {
				if digit(i) == b {
					places = append(places, i)
				}
			}
			records := slices.Clone(places)
			shuffle(b, records)
			for i, p := range places {
				order[p] = records[i]
			}
		}
		return order
	}
	if uneven(3, 2, inPlace, right) == nil {
		t.Error("buckets that are not laid end to end pass for uniform")
	}
	// Sattolo's choice, which never leaves a record where it is.
	cycle := func(way int, records []int) {
		for i := range len(records) - 1 {
			j := i + 1 + way%(len(records)-i-1)
			way /= len(records) - i
			records[i], records[j] = records[j], records[i]
		}
	}
	if uneven(3, 2, arrange, cycle) == nil {
		t.Error("buckets shuffled by Sattolo's algorithm pass for uniform")
	}
}
