package suspects_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/yates-shuffle/yates/audit/suspects"
)

// intn returns a random choice with a fixed seed.
func intn() func(k int) int { return rand.New(rand.NewPCG(1, 2)).IntN }

func ExampleAll() {
	for _, s := range suspects.All()[:3] {
		fmt.Println(s.Name)
	}
	// Output:
	// naive
	// naive-backward
	// naive-mirrored
}

func ExampleFind() {
	s, ok := suspects.Find("sattolo")
	fmt.Println(s.Title, ok)
	// Output: each place is swapped with another one, never with itself true
}

func ExampleClamped() {
	fmt.Println(suspects.Clamped(15).Title)
	// Output: choices are k times a word of 15 bits over the greatest one
}

func ExampleKeys() {
	fmt.Println(suspects.Keys(100).Title)
	// Output: sorted by random keys of 100 values; ties stay in order
}

func ExampleModulo() {
	fmt.Println(suspects.Modulo(8).Title)
	// Output: choices are the remainder of words of 8 bits
}

func ExampleRemainders() {
	fmt.Println(suspects.Remainders(100).Title)
	// Output: choices are the remainder of words of 100 values
}

func ExampleFractions() {
	fmt.Println(suspects.Fractions(1000).Title)
	// Output: choices are k times a random fraction of 1000 values
}

func ExampleRiffle() {
	fmt.Println(suspects.Riffle(7).Title)
	// Output: 7 riffle shuffles
}

func ExampleScaled() {
	fmt.Println(suspects.Scaled(15).Title)
	// Output: choices are k times a random fraction of 15 bits
}

func ExampleSuspect_Deal() {
	s, _ := suspects.Find("sattolo")
	deal := make([]int, 5)
	s.Deal(deal, 5, intn())
	fmt.Println(deal)
	// Output: [3 2 4 1 0]
}

func ExampleSuspect_Draw() {
	deal := []int{0, 1, 2, 3, 4}
	suspects.Modulo(8).Draw(deal, 2, intn())
	fmt.Println(deal[:2])
	// Output: [1 0]
}
