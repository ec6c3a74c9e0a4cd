package yates_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates"
)

// The usual way is yates.Shuffle(deck, nil). A source in a known state gives the
// same order always.
func ExampleShuffle() {
	deck := []string{"A♠", "K♥", "Q♦", "J♣"}
	yates.Shuffle(deck, rand.NewPCG(1, 2))
	fmt.Println(deck)
	// Output: [J♣ K♥ Q♦ A♠]
}

// Two slices in step.
func ExampleShuffleFunc() {
	questions := []string{"2 + 2", "3 · 3", "10 − 4"}
	answers := []int{4, 9, 6}
	yates.ShuffleFunc(len(questions), func(i, j int) {
		questions[i], questions[j] = questions[j], questions[i]
		answers[i], answers[j] = answers[j], answers[i]
	}, rand.NewPCG(1, 2))
	for i, question := range questions {
		fmt.Println(question, "=", answers[i])
	}
	// Output:
	// 10 − 4 = 6
	// 3 · 3 = 9
	// 2 + 2 = 4
}

// The first three places of a race.
func ExamplePartialShuffle() {
	runners := []string{"Ada", "Ben", "Cleo", "Dan", "Eve"}
	yates.PartialShuffle(runners, 3, rand.NewPCG(1, 2))
	fmt.Println(runners[:3])
	// Output: [Dan Eve Ada]
}

// Millions of elements, on all cores. The number of workers does not change the
// order.
func ExampleShuffleParallel() {
	one, many := make([]int, 1_000_000), make([]int, 1_000_000)
	for i := range one {
		one[i], many[i] = i, i
	}
	yates.ShuffleParallel(one, 1, rand.NewPCG(1, 2))
	yates.ShuffleParallel(many, 0, rand.NewPCG(1, 2)) // 0 means all processors
	fmt.Println(slices.Equal(one, many))
	// Output: true
}

// A gift chain: everybody gives to the next, and the chain goes around all.
func ExampleCycle() {
	gives := []string{"Ada", "Ben", "Cleo", "Dan", "Eve"}
	to := slices.Clone(gives)
	yates.Cycle(to, rand.NewPCG(1, 2)) // nil to be unpredictable

	for i, name := range gives {
		fmt.Println(name, "→", to[i])
	}
	// Output:
	// Ada → Eve
	// Ben → Dan
	// Cleo → Ada
	// Dan → Cleo
	// Eve → Ben
}

// Nobody reviews their own work.
func ExampleDerangement() {
	authors := []string{"Ada", "Ben", "Cleo", "Dan", "Eve"}
	reviewers := slices.Clone(authors)
	yates.Derangement(reviewers, rand.NewPCG(1, 2)) // nil to be unpredictable

	for i, name := range authors {
		fmt.Println(name, "is reviewed by", reviewers[i])
	}
	// Output:
	// Ada is reviewed by Dan
	// Ben is reviewed by Ada
	// Cleo is reviewed by Eve
	// Dan is reviewed by Cleo
	// Eve is reviewed by Ben
}

func ExampleShuffled() {
	deck := []string{"A♠", "K♠", "Q♠", "J♠", "10♠"}
	hand := yates.Shuffled(slices.Values(deck), rand.NewPCG(1, 2))
	fmt.Println(hand)
	fmt.Println(deck)
	// Output:
	// [A♠ Q♠ K♠ 10♠ J♠]
	// [A♠ K♠ Q♠ J♠ 10♠]
}

func ExampleChoice() {
	fmt.Println(yates.Choice([]string{"rock", "paper", "scissors"}, rand.NewPCG(1, 2))) // nil to be unpredictable
	// Output: scissors
}

func ExampleSample() {
	raffle := []string{"Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"}
	winners := yates.Sample(raffle, 2, rand.NewPCG(1, 2)) // nil to be unpredictable
	fmt.Println("first prize:", winners[0])
	fmt.Println("second prize:", winners[1])
	// Output:
	// first prize: Eve
	// second prize: Ada
}

// Three of a trillion take no more time than three of ten.
func ExampleSampleIndices() {
	fmt.Println(yates.SampleIndices(10, 3, rand.NewPCG(1, 2)))
	fmt.Println(yates.SampleIndices(2_000_000_000, 3, rand.NewPCG(1, 2)))
	// Output:
	// [7 6 8]
	// [1538746538 1232872447 1568856003]
}

// Two lines of a stream whose length nobody knows.
func ExampleReservoir() {
	input := bufio.NewScanner(strings.NewReader("one\ntwo\nthree\nfour\nfive\nsix\nseven\n"))
	lines := func(yield func(string) bool) {
		for input.Scan() {
			if !yield(input.Text()) {
				return
			}
		}
	}
	fmt.Println(yates.Reservoir(lines, 2, rand.NewPCG(1, 2)))
	// Output: [seven six]
}

// Tickets: Cleo has none, so she cannot win.
func ExampleWeightedSample() {
	names := []string{"Ada", "Ben", "Cleo", "Dan"}
	tickets := []float64{10, 1, 0, 5}
	for place, i := range yates.WeightedSample(tickets, 3, rand.NewPCG(1, 2)) {
		fmt.Println(place+1, names[i])
	}
	// Output:
	// 1 Dan
	// 2 Ben
	// 3 Ada
}

// Log lines of a stream, drawn by what they cost.
func ExampleWeightedReservoir() {
	log := func(yield func(line string, cost float64) bool) {
		for i, cost := range []float64{12, 3, 250, 0, 40, 7} {
			if !yield(fmt.Sprintf("request %d", i), cost) {
				return
			}
		}
	}
	fmt.Println(yates.WeightedReservoir(log, 2, rand.NewPCG(1, 2)))
	// Output: [request 2 request 4]
}

// What the chests of a game hold: each find is independent of those before.
func ExampleNewWeightedChoice() {
	loot := []string{"gold", "potion", "sword", "crown"}
	find := yates.NewWeightedChoice([]float64{70, 25, 4.5, 0.5})
	src := rand.NewPCG(1, 2) // nil to be unpredictable
	for range 5 {
		fmt.Print(loot[find.Draw(src)], " ")
	}
	// Output: potion potion gold gold gold
}

// The share of each index tends to its weight.
func ExampleWeightedChoice_Draw() {
	die := yates.NewWeightedChoice([]float64{1, 1, 1, 1, 1, 5}) // a loaded one
	src := rand.NewPCG(1, 2)
	counts := make([]int, 6)
	for range 1_000_000 {
		counts[die.Draw(src)]++
	}
	fmt.Println(counts)
	// Output: [100095 99804 100316 99587 100038 500160]
}

// One order for two slices that belong together.
func ExamplePerm() {
	names, ages := []string{"Ada", "Ben", "Cleo"}, []int{36, 41, 29}
	for _, i := range yates.Perm(len(names), nil) {
		fmt.Println(names[i], "is", ages[i])
	}
	// Unordered output:
	// Ada is 36
	// Ben is 41
	// Cleo is 29
}

// Secret Santa: no gift stays with a couple. Each order that is allowed is equally likely,
// as all orders were; so the first one that is will do. If d of n people are forbidden to
// each, that takes about e^d tries.
func ExamplePerm_couples() {
	names, couple := []string{"Ann", "Bob", "Cleo", "Dan", "Eve"}, []int{1, 1, 2, 2, 3}
	src := rand.NewPCG(1, 2) // nil to be unpredictable
	allowed := func(to []int) bool {
		for giver, receiver := range to {
			if couple[giver] == couple[receiver] {
				return false
			}
		}
		return true
	}
	to := yates.Perm(len(names), src)
	for !allowed(to) {
		yates.Shuffle(to, src)
	}
	for giver, receiver := range to {
		fmt.Println(names[giver], "gives to", names[receiver])
	}
	// Output:
	// Ann gives to Cleo
	// Bob gives to Eve
	// Cleo gives to Ann
	// Dan gives to Bob
	// Eve gives to Dan
}

// No artist twice in a row.
func ExampleShuffleApart() {
	songs := []string{"Abba: SOS", "Abba: Fernando", "Abba: Eagle", "Blur: Tender", "Cher: Believe"}
	artist := func(song string) string { return song[:4] }
	if err := yates.ShuffleApart(songs, artist, 1, rand.NewPCG(1, 2)); err != nil { // nil to be unpredictable
		fmt.Println(err)
	}
	for _, song := range songs {
		fmt.Println(song)
	}
	fmt.Println(yates.ShuffleApart(songs[:3], func(string) string { return "all" }, 2, nil))
	// Output:
	// Abba: SOS
	// Blur: Tender
	// Abba: Eagle
	// Cher: Believe
	// Abba: Fernando
	// 3 are alike, but at most 2 fit between the others, 2 in a row
}

func ExampleRank() {
	fmt.Println(yates.Rank([]int{0, 1, 2}), yates.Rank([]int{0, 2, 1}), yates.Rank([]int{2, 1, 0}))
	// Output: 0 1 5
}

func ExampleUnrank() {
	for rank := range uint64(6) {
		fmt.Print(yates.Unrank(3, rank), " ")
	}
	// Output: [0 1 2] [0 2 1] [1 0 2] [1 2 0] [2 0 1] [2 1 0]
}

// Order numbers that do not reveal how many orders there were, and can be turned
// back into the count.
func ExampleNewPermutation() {
	key := [32]byte([]byte("a key of 32 bytes, kept secret .")) // keep it
	p := yates.NewPermutation(1_000_000_000, rand.NewChaCha8(key))
	for count := range int64(3) {
		number := p.At(count)
		fmt.Println(number, p.Inverse(number))
	}
	// Output:
	// 179381282 0
	// 858789121 1
	// 829400120 2
}

// Two workers share an epoch over a trillion records: each visits its half of
// the places, and every record is visited once.
func ExamplePermutation_At() {
	const records, workers = 1_000_000_000_000, 2
	p := yates.NewPermutation(records, rand.NewPCG(1, 2))
	for worker := range int64(workers) {
		for i := worker; i < 6; i += workers {
			fmt.Println("worker", worker, "reads record", p.At(i))
		}
	}
	// Output:
	// worker 0 reads record 924890111670
	// worker 0 reads record 986988465295
	// worker 0 reads record 717767238868
	// worker 1 reads record 653674581239
	// worker 1 reads record 892135239409
	// worker 1 reads record 75285802700
}

func ExamplePermutation_Inverse() {
	p := yates.NewPermutation(1_000_000, nil)
	fmt.Println(p.Inverse(p.At(123_456)))
	// Output: 123456
}

func ExamplePermutation_Len() {
	fmt.Println(yates.NewPermutation(1_000_000, nil).Len())
	// Output: 1000000
}

func ExamplePermutation_All() {
	for x := range yates.NewPermutation(6, rand.NewPCG(1, 2)).All() {
		fmt.Print(x, " ")
	}
	// Output: 0 5 1 4 3 2
}

// A draw by dice, card and drum, for all to see: for each k somebody names a
// number between 1 and k.
func ExampleFisherYates() {
	named := []int{2, 4, 1, 2} // of 5, of 4, of 3, of 2
	entries := []string{"Ada", "Ben", "Cleo", "Dan", "Eve"}
	yates.FisherYates(entries, func(k int) int {
		return named[5-k] - 1
	})
	fmt.Println(entries)
	// Output: [Cleo Eve Ada Dan Ben]
}
