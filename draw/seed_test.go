package draw

import (
	"iter"
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
		all := 0
		orders(n, func(order iter.Seq[uint64]) {
			all++
			for _, place := range c.places(order, out) {
				if place.Skipped != out[place.Entry] {
					t.Fatalf("entry %d is skipped for %q", place.Entry, place.Skipped)
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
					want = all * count / eligible
				}
				if got := wins[[2]uint64{entry, uint64(prize)}]; got != want {
					t.Errorf("%v: entry %d wins prize %d in %d of %d orders, not %d", out, entry, prize, got, all,
						want)
				}
			}
		}
	}
}
