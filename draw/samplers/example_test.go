package samplers_test

import (
	"fmt"
	"slices"

	"github.com/yates-shuffle/yates/draw/samplers"
)

func ExampleRFC3797() {
	key := samplers.RFC3797Key([]uint64{9319}, []uint64{2, 5, 12, 8, 10}, []uint64{9, 18, 26, 34, 41, 45})
	fmt.Println(key)
	fmt.Println(slices.Collect(samplers.RFC3797(key, 25))[:10])
	// Output:
	// 9319./2.5.8.10.12./9.18.26.34.41.45./
	// [17 7 2 16 25 23 8 24 19 13]
}

func ExampleRivest() {
	ballots := 0
	for ballot := range samplers.Rivest("3546311556112163624615351222", 876) {
		fmt.Print(ballot, " ")
		if ballots++; ballots == 5 {
			break
		}
	}
	// Output: 740 180 264 789 238
}

func ExampleRivestDistinct() {
	for ballot := range samplers.RivestDistinct("1", 3) {
		fmt.Print(ballot, " ")
	}
	// Output: 2 1 3
}

// The key is the numbers of each source in ascending order.
func ExampleRFC3797Key() {
	fmt.Println(samplers.RFC3797Key([]uint64{9319}, []uint64{2, 5, 12, 8, 10}))
	// Output: 9319./2.5.8.10.12./
}
