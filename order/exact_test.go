package order

import (
	"testing"

	"github.com/yates-shuffle/yates/audit/exact"
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

// lawOf goes through all digits of n records for a number of buckets, and through all choices in each bucket, by
// the number of the way there.
func lawOf(t *testing.T, n, buckets int, arrange arranger, shuffle func(way int, records []int)) *exact.Law {
	t.Helper()
	law, err := exact.Enumerate(n, func(s []int, intn func(k int) int) {
		digits := make([]int, n)
		for i := range digits {
			digits[i] = intn(buckets)
		}
		copy(s, arrange(n, buckets, func(i int) int { return digits[i] }, func(_ int, records []int) {
			ways := 1
			for m := range records {
				ways *= m + 1
			}
			shuffle(intn(ways), records)
		}))
	}, exact.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return law
}

// TestUniformExact: scattered to a few buckets, shuffled in them by one Shuffler, which must
// keep nothing, and laid end to end, n records are in each of their n! orders with
// probability 1/n!, exactly.
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
				if law := lawOf(t, n, buckets, arrange, right); !law.Uniform() {
					t.Errorf("%d records in %d buckets: %v", n, buckets, law)
				}
			}
		}
	}
}
