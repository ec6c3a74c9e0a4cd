package exact_test

import (
	"fmt"
	"math"

	"github.com/yates-shuffle/yates/audit/exact"
	"github.com/yates-shuffle/yates/audit/suspects"
)

func ExampleEnumerate() {
	naive := func(s []int, intn func(k int) int) {
		for i := range s {
			j := intn(len(s)) // to be found
			s[i], s[j] = s[j], s[i]
		}
	}
	law, err := exact.Enumerate(3, naive, exact.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(law)
	fmt.Println("uniform:", law.Uniform(), "total variation:", law.TotalVariation().RatString())
	// Output:
	// 3 items, 6 orders, 27 paths
	// [0 1 2]  4/27  148,148 in a million
	// [0 2 1]  5/27  185,185 in a million
	// [1 0 2]  5/27  185,185 in a million
	// [1 2 0]  5/27  185,185 in a million
	// [2 0 1]  4/27  148,148 in a million
	// [2 1 0]  4/27  148,148 in a million
	// uniform: false total variation: 1/18
}

func ExampleLawOf() {
	law, err := exact.LawOf(5, suspects.Riffle(7).Probability(5))
	if err != nil {
		fmt.Println(err)
		return
	}
	p, _ := law.Probability([]int{0, 1, 2, 3, 4}).Float64()
	gain, _ := law.Gain().Float64()
	fmt.Printf("after seven riffles five cards are in their first order with %.6f, fair is %.6f\n", p, 1./120)
	fmt.Printf("a coin bet on it at fair odds wins %.3f\n", gain)
	// Output:
	// after seven riffles five cards are in their first order with 0.009002, fair is 0.008333
	// a coin bet on it at fair odds wins 0.080
}

// naive returns the law of the naive shuffle of three items.
func naive() *exact.Law {
	s, _ := suspects.Find("naive")
	law, err := exact.Enumerate(3, s.Shuffle, exact.Limits{})
	if err != nil {
		panic(err)
	}
	return law
}

func ExampleLaw_Probability() {
	fmt.Println(naive().Probability([]int{0, 2, 1}).RatString())
	// Output: 5/27
}

func ExampleLaw_Uniform() {
	fmt.Println(naive().Uniform())
	// Output: false
}

func ExampleLaw_Least() {
	fmt.Println(naive().Least().Orders, naive().Least().Probability.RatString())
	// Output: 3 4/27
}

func ExampleLaw_Most() {
	fmt.Println(naive().Most().First, naive().Most().Probability.RatString())
	// Output: [0 2 1] 5/27
}

func ExampleLaw_TotalVariation() {
	fmt.Println(naive().TotalVariation().RatString())
	// Output: 1/18
}

func ExampleLaw_Gain() {
	fmt.Println(naive().Gain().RatString())
	// Output: 1/9
}

func ExampleLaw_KullbackLeibler() {
	fmt.Printf("%.1f deals show it at odds of a million to one", math.Log(1e6)/naive().KullbackLeibler())
	// Output: 2233.5 deals show it at odds of a million to one
}

func ExampleLaw_String() {
	s, _ := suspects.Find("sattolo")
	law, _ := exact.Enumerate(3, s.Shuffle, exact.Limits{})
	fmt.Print(law)
	// Output:
	// 3 items, 6 orders, 2 paths
	// [0 1 2]  0  0 in a million
	// [0 2 1]  0  0 in a million
	// [1 0 2]  0  0 in a million
	// [1 2 0]  1/2  500,000 in a million
	// [2 0 1]  1/2  500,000 in a million
	// [2 1 0]  0  0 in a million
}
