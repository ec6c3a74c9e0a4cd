package order_test

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"sort"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/order"
)

func ExampleOf() {
	suits := []string{"clubs", "diamonds", "hearts", "spades"}
	for _, i := range order.Of(order.SeedFromText("yates"), len(suits)) {
		fmt.Println(suits[i])
	}
	// Output:
	// diamonds
	// spades
	// clubs
	// hearts
}

func ExampleShuffleBucket() {
	bucket := []string{"a", "b", "c", "d", "e"}
	var sh order.Shuffler
	order.ShuffleBucket(&sh, order.SeedFromText("yates"), 0, bucket)
	fmt.Println(bucket)
	// Output: [b c a d e]
}

// The two steps, as a program that drives them puts them together.
func Example() {
	seed := order.SeedFromText("yates")
	suits := []string{"clubs", "diamonds", "hearts", "spades"}

	var digits order.Digits
	digits.Seek(seed, 0)
	var buckets [order.Buckets][]string
	for _, s := range suits {
		b := digits.Next()
		buckets[b] = append(buckets[b], s)
	}

	var sh order.Shuffler
	for b, records := range buckets {
		order.ShuffleBucket(&sh, seed, b, records)
		for _, r := range records {
			fmt.Println(r)
		}
	}
	// Output:
	// diamonds
	// spades
	// clubs
	// hearts
}

func ExampleDigits_Next() {
	var d order.Digits
	d.Seek(order.SeedFromText("yates"), 0)
	fmt.Println(d.Next(), d.Next(), d.Next())
	// Output: 2386 774 3143
}

func ExampleDigits_Fill() {
	var d order.Digits
	d.Seek(order.SeedFromText("yates"), 0)
	buckets := make([]uint16, 6)
	d.Fill(buckets)
	fmt.Println(buckets)
	// Output: [2386 774 3143 1152 1385 590]
}

// A part of the input far from its start needs the number of its first record, and
// nothing else of what comes before it.
func ExampleDigits_Seek() {
	var d order.Digits
	d.Seek(order.SeedFromText("yates"), 5_000_000_000)
	fmt.Println(d.Next(), d.Next(), d.Next())
	// Output: 2088 4090 3137
}

func ExampleNewChoices() {
	die := order.NewChoices(order.SeedFromText("yates"), 6)
	fmt.Println(1+die.Next(), 1+die.Next(), 1+die.Next())
	// Output: 2 1 6
}

func ExampleChoices_Next() {
	suits := []string{"clubs", "diamonds", "hearts", "spades"}
	r := order.NewChoices(order.SeedFromText("yates"), uint64(len(suits)))
	for range 3 {
		fmt.Println(suits[r.Next()])
	}
	// Output:
	// clubs
	// clubs
	// spades
}

func ExampleSeedFromText() {
	fmt.Println(order.SeedFromText("yates"))
	// Output: 98c14afe7206e64d8d903f4d9f53dfccf912ee92f2ae239396c0db3a20c3c335
}

func ExampleParseSeed() {
	seed, err := order.ParseSeed("98c14afe7206e64d8d903f4d9f53dfccf912ee92f2ae239396c0db3a20c3c335")
	fmt.Println(seed == order.SeedFromText("yates"), err)
	_, err = order.ParseSeed("yates")
	fmt.Println(err)
	// Output:
	// true <nil>
	// a seed is 64 hexadecimal digits, not 5
}

// A seed that was not given can be kept, so that the order can be had again.
func ExampleNewSeed() {
	seed := order.NewSeed()
	again, err := order.ParseSeed(seed.String())
	fmt.Println(again == seed, err)
	// Output: true <nil>
}

func ExampleSeed_String() {
	fmt.Println(order.Seed{0xab})
	// Output: ab00000000000000000000000000000000000000000000000000000000000000
}

func ExampleChoices_Fill() {
	dice := make([]uint64, 8)
	order.NewChoices(order.SeedFromText("yates"), 6).Fill(dice)
	for _, d := range dice {
		fmt.Print(1+d, " ")
	}
	// Output: 2 1 6 2 4 3 1 4
}

// A seed for a function of package yates.
func ExampleNewSource() {
	s := []string{"a", "b", "c", "d"}
	yates.Shuffle(s, order.NewSource(order.SeedFromText("yates"), "example"))
	fmt.Println(s)
	// Output: [d c a b]
}

// A raffle in which Ann has five tickets, Bob one and Cleo two.
func ExampleNewWeighted() {
	names, tickets := []string{"Ann", "Bob", "Cleo"}, []uint64{5, 1, 2}
	w := order.NewWeighted(order.SeedFromText("raffle"), len(names), func(i int) uint64 { return tickets[i] })
	for i, ok := w.Next(); ok; i, ok = w.Next() {
		fmt.Println(names[i])
	}
	// Output:
	// Cleo
	// Ann
	// Bob
}

// Twelve draws in proportion to the tickets.
func ExampleNewWeightedChoices() {
	tickets := []uint64{5, 1, 2}
	w := order.NewWeightedChoices(order.SeedFromText("loot"), len(tickets), func(i int) uint64 { return tickets[i] })
	for range 12 {
		i, _ := w.Next()
		fmt.Print(i, " ")
	}
	// Output: 0 0 2 0 0 2 0 0 1 0 0 2
}

// Nothing is left after the records that have tickets.
func ExampleWeighted_Next() {
	w := order.NewWeighted(order.SeedFromText("raffle"), 2, func(i int) uint64 { return uint64(i) })
	fmt.Println(w.Next())
	fmt.Println(w.Next())
	// Output:
	// 1 true
	// 0 false
}

// Each of many machines takes its part of an order.
func ExampleWindow() {
	seed := order.SeedFromText("run 7")
	const records, machines = 100_000, 4
	for m := range machines {
		part := order.Window(seed, records, m*records/machines, (m+1)*records/machines)
		fmt.Println(part[:3])
	}
	// Output:
	// [18260 13727 52238]
	// [6669 53836 2872]
	// [13583 47892 80608]
	// [10013 74067 31237]
}

// The error of both packages is of one type, so that a program handles it once.
var _ *order.CrowdedError = (*yates.CrowdedError)(nil)

// At most two trials of a condition in a row.
func ExampleApart() {
	trials := []string{"go", "go", "go", "go", "stop", "stop", "wait"}
	places, err := order.Apart(order.SeedFromText("session 7"), trials, 2)
	for _, i := range places {
		fmt.Print(trials[i], " ")
	}
	fmt.Println(err)
	// Output: go go stop stop go wait go <nil>
}

// A user is in the same set for ever, whoever else is there.
func ExampleParts() {
	seed := order.SeedFromText("experiment 7")
	sets := order.NewParts(big.NewRat(8, 10), big.NewRat(2, 10))
	for _, user := range []string{"ann", "bob", "cleo", "dan", "eve"} {
		fmt.Println(user, []string{"train", "test"}[sets.Of(seed, []byte(user))])
	}
	// Output:
	// ann train
	// bob train
	// cleo train
	// dan test
	// eve train
}

// Folds of equal shares.
func ExampleNewParts() {
	folds := order.NewParts(slices.Repeat([]*big.Rat{big.NewRat(1, 5)}, 5)...)
	fmt.Println(folds.Of(order.SeedFromText("yates"), []byte("ann")))
	// Output: 3
}

func ExampleParts_Of() {
	half := order.NewParts(big.NewRat(1, 2)) // the others are in no part
	fmt.Println(half.Of(order.SeedFromText("yates"), []byte("ann")))
	// Output: 1
}

// The tests of a program run in an order that stays when some are added or removed.
func ExampleKeyHash() {
	seed := order.SeedFromText("run 7")
	sorted := func(names ...string) []string {
		slices.SortFunc(names, func(a, b string) int {
			x, y := order.KeyHash(seed, []byte(a)), order.KeyHash(seed, []byte(b))
			return bytes.Compare(x[:], y[:])
		})
		return names
	}
	fmt.Println(sorted("TestA", "TestB", "TestC", "TestD", "TestE"))
	fmt.Println(sorted("TestE", "TestNew", "TestC", "TestA"))
	// Output:
	// [TestC TestA TestB TestD TestE]
	// [TestC TestA TestE TestNew]
}

// More records than this are refused.
func ExampleApartLimit() {
	fmt.Println(order.ApartLimit(1), order.ApartLimit(2))
	// Output: 20000 1000
}

// The records of a patient stay together, wherever they are.
func ExampleGroupBucket() {
	seed := order.SeedFromText("yates")
	for _, patient := range []string{"ann", "bob", "ann"} {
		fmt.Println(patient, order.GroupBucket(seed, []byte(patient)))
	}
	// Output:
	// ann 1262
	// bob 3509
	// ann 1262
}

// Classes stand in an order that favours none when they are divided.
func ExampleClassHash() {
	seed := order.SeedFromText("yates")
	classes := []string{"control", "treated"}
	slices.SortFunc(classes, func(a, b string) int {
		x, y := order.ClassHash(seed, []byte(a)), order.ClassHash(seed, []byte(b))
		return bytes.Compare(x[:], y[:])
	})
	fmt.Println(classes, order.Allot([]int64{3, 3}, []int64{3, 3}))
	// Output: [control treated] [[2 1] [1 2]]
}

// Each epoch of a training run sees the records in another order.
func ExampleSeed_Epoch() {
	seed := order.SeedFromText("run 7")
	for epoch := range uint64(3) {
		fmt.Println(order.Of(seed.Epoch(epoch), 6))
	}
	// Output:
	// [5 3 0 1 2 4]
	// [4 2 3 1 5 0]
	// [4 3 0 2 5 1]
}

// The mixture has 5 of 3 German sentences, which are the records 0 to 2, and 2 of 10 French ones.
func ExampleMixture() {
	fmt.Println(order.Mixture(order.SeedFromText("run 7"), []int{3, 10}, []int{5, 2}))
	// Output: [2 1 0 1 12 0 5]
}

// The places of the second of two files, as they are in each mixture with this seed.
func ExampleSeed_Source() {
	fmt.Println(order.Of(order.SeedFromText("run 7").Source(1).Epoch(0), 6))
	// Output: [2 5 1 4 0 3]
}

// Of 7 records of one class and 3 of another, 5 go to the first part.
func ExampleAllot() {
	fmt.Println(order.Allot([]int64{7, 3}, []int64{5, 5}))
	// Output: [[4 3] [1 2]]
}

// The buckets of a shard, of which the first and the last may be shared with its neighbours.
func ExampleBucketStarts() {
	const records = 100_000
	starts := order.BucketStarts(order.SeedFromText("run 7"), records)
	for i, from := range order.Shards(records, 4)[:4] {
		first := sort.SearchInts(starts[:], from+1) - 1
		fmt.Printf("shard %d begins at place %d, in bucket %d, which begins at %d\n", i, from, first, starts[first])
	}
	// Output:
	// shard 0 begins at place 0, in bucket 0, which begins at 0
	// shard 1 begins at place 25000, in bucket 1027, which begins at 24979
	// shard 2 begins at place 50000, in bucket 2057, which begins at 49988
	// shard 3 begins at place 75000, in bucket 3068, which begins at 75000
}

func ExampleShards() {
	fmt.Println(order.Shards(10, 4))
	// Output: [0 3 6 8 10]
}
