package order

import (
	"fmt"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/internal/stream"
)

// choices returns the indices j that the stream of the bucket chooses when m
// records are shuffled, coded as one number below m!.
func choices(bucket, m int) int {
	var s stream.Stream
	s.Reset(Seed{}, "shuffle", uint64(bucket))
	code := 0
	for i := range m - 1 {
		code = code*(m-i) + int(s.Below(uint64(m-i)))
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

// TestUniformExact: scattered to a few buckets, shuffled in them by one Shuffler, which must
// keep nothing, and laid end to end, n records are in each of their n! orders with
// probability 1/n!, exactly. Two wrong twins show that the test would notice.
func TestUniformExact(t *testing.T) {
	const maxN = 5
	every := everyChoice(maxN)
	var sh Shuffler
	right := func(way int, records []int) {
		ShuffleBucket(&sh, Seed{}, every[len(records)][way], records)
	}
	few := func(n, _ int, digit func(i int) int, shuffle func(b int, records []int)) []int {
		return arrangeFew(n, digit, shuffle)
	}
	for n := range maxN + 1 {
		for buckets := 2; buckets <= 4; buckets++ {
			for _, arrange := range []arranger{arrange, few} {
				if order := uneven(n, buckets, arrange, right); order != nil {
					t.Errorf("%d records in %d buckets: order %v is not of probability 1/%d!", n, buckets, order, n)
				}
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
