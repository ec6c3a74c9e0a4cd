package draw

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// TestOrder compares the order with that of package order, where the buckets are
// collected in one step and in several.
func TestOrder(t *testing.T) {
	sizes := []int{0, 1, 2, 3, 100, 4095, 4096, 4097, 50_000, 300_000}
	if !testing.Short() {
		sizes = append(sizes, 40_000_000/8)
	}
	for _, n := range sizes {
		seed := order.SeedFromText("order")
		want := order.Of(seed, n)
		i := 0
		for entry := range numbers(seed, uint64(n)) {
			if entry != uint64(want[i])+1 {
				t.Fatalf("%d entries: place %d is %d, want %d", n, i, entry, want[i]+1)
			}
			i++
		}
		if i != n {
			t.Errorf("%d entries: %d places", n, i)
		}
		for entry := range numbers(seed, uint64(n)) {
			if entry != uint64(want[0])+1 {
				t.Errorf("%d entries: the first is %d", n, entry)
			}
			break
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("an order of too many entries")
		}
	}()
	numbers(order.Seed{}, MaxEntries+1)
}

// TestEachPrizeEqually goes through all orders of a list: each entry wins each prize
// equally often, and so does each that is not disqualified.
func TestEachPrizeEqually(t *testing.T) {
	const n = 6
	c := &Commitment{Entries: Entries{Count: n}, Prizes: []Prize{{1, "first"}, {2, "second"}, {1, "alternate"}}}
	for _, out := range []map[uint64]string{nil, {2: "late"}, {2: "late", 5: "twice"},
		{1: "a", 2: "b", 3: "c", 4: "d"}} {
		wins := make(map[[2]uint64]int) // of entry and prize
		orders := 0
		permutations(n, func(p []uint64) {
			orders++
			for _, place := range c.places(slices.Values(p), out) {
				if place.Skipped != out[place.Entry] {
					t.Fatalf("%v: entry %d is skipped for %q", p, place.Entry, place.Skipped)
				}
				if place.Skipped == "" {
					wins[[2]uint64{place.Entry, uint64(place.Prize)}]++
				}
			}
		})
		eligible, places := n-len(out), 0
		for prize := range c.Prizes {
			count := max(0, min(int(c.Prizes[prize].Count), eligible-places))
			places += count
			for entry := uint64(1); entry <= n; entry++ {
				want := 0
				if out[entry] == "" {
					want = orders * count / eligible
				}
				if got := wins[[2]uint64{entry, uint64(prize)}]; got != want {
					t.Errorf("%v: entry %d wins prize %d in %d of %d orders, not %d", out, entry, prize, got, orders,
						want)
				}
			}
		}
	}
}

func permutations(n int, do func([]uint64)) {
	p := make([]uint64, 0, n)
	var extend func()
	extend = func() {
		if len(p) == n {
			do(p)
			return
		}
		for e := uint64(1); e <= uint64(n); e++ {
			if !slices.Contains(p, e) {
				p = append(p, e)
				extend()
				p = p[:len(p)-1]
			}
		}
	}
	extend()
}

// TestSeedsEqually draws first prizes with many signatures. They are the same in each
// run, so the test has no false alarms; of fair draws with signatures of their own,
// one in 10⁹ would be refused: chi-squared with 4 degrees of freedom is above 48.4
// with that probability.
func TestSeedsEqually(t *testing.T) {
	const n, draws = 5, 4000
	name := raffle(t).Name()
	var wins [n + 1]float64
	r := rand.New(rand.NewPCG(1, 2))
	for range draws {
		var s Signature
		for i := range s {
			s[i] = byte(r.Uint32())
		}
		for entry := range numbers(seedOf(1, name, s[:]), n) {
			wins[entry]++
			break
		}
	}
	chi := 0.0
	for _, w := range wins[1:] {
		chi += (w - draws/n) * (w - draws/n) / (draws / n)
	}
	if chi > 48.4 {
		t.Errorf("wins %v: chi-squared is %.1f", wins[1:], chi)
	}
}

// slowWinners is the definition once more, without the package: the seed, and the
// first entries of Order 1.
func slowWinners(commitment string, random []byte, entries, places int) []uint64 {
	name := sha256.Sum256([]byte(commitment))
	hash := sha256.New()
	hash.Write([]byte("yates draw 1"))
	hash.Write([]byte{0})
	hash.Write(name[:])
	hash.Write(random)
	seed := hash.Sum(nil)
	stream := func(label string, k int) *rand.ChaCha8 {
		hash := sha256.New()
		hash.Write([]byte("yates order 1\x00" + label + "\x00"))
		hash.Write(seed)
		var number [8]byte
		binary.BigEndian.PutUint64(number[:], uint64(k))
		hash.Write(number[:])
		return rand.NewChaCha8([32]byte(hash.Sum(nil)))
	}
	buckets := make([][]uint64, 4096)
	var digits *rand.ChaCha8
	var word uint64
	for i := range entries {
		if i%4096 == 0 {
			digits = stream("scatter", i/4096)
		}
		if i%4096%5 == 0 {
			word = digits.Uint64()
		}
		buckets[word%4096] = append(buckets[word%4096], uint64(i+1))
		word /= 4096
	}
	var winners []uint64
	for b, bucket := range buckets {
		words := stream("shuffle", b)
		for len(bucket) > 1 {
			n := uint64(len(bucket))
			x := words.Uint64()
			for x*n < -n%n {
				x = words.Uint64()
			}
			// ⌊x·n / 2⁶⁴⌋, in two halves
			j := (x>>32*n + (x&(1<<32-1))*n>>32) >> 32
			bucket[0], bucket[j] = bucket[j], bucket[0]
			winners, bucket = append(winners, bucket[0]), bucket[1:]
		}
		winners = append(winners, bucket...)
	}
	return winners[:places]
}

// TestSlowTwin compares draws with their definition.
func TestSlowTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 30 {
		n := 1 + r.IntN(20_000)
		c := &Commitment{Title: fmt.Sprint("Twin ", i), Entries: Entries{Count: uint64(n)},
			Prizes: []Prize{{1 + uint64(r.IntN(min(n, 200))), "one"}},
			Beacon: raffle(t).Beacon, Time: raffle(t).Time}
		b := beaconOf(t, 1000)
		tr, err := Draw(c, signed(b), nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := c.Text()
		if err != nil {
			t.Fatal(err)
		}
		want := slowWinners(string(text), b.Signature[:], n, int(c.Places()))
		var got []uint64
		for _, p := range tr.Places {
			got = append(got, p.Entry)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s: got %v, want %v", text, got, want)
		}
	}
}

func BenchmarkOrder(b *testing.B) {
	for b.Loop() {
		for range numbers(order.SeedFromText("benchmark"), 10_000_000) {
			break
		}
	}
}
