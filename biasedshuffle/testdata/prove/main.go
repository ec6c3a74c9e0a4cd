// Prove finds the exact law of each snippet of the corpus by going through all
// paths of its choices, and prints a line for each: its package, its name, and
// "fair" or "biased"; and one for each size of a biased one: its name, the number of items,
// the probability that items are lost, and how many orders have each probability.
package main

import (
	"fmt"
	"math/big"
	"os"

	"github.com/yates-shuffle/yates/audit/exact"

	"prove/biased"
	"prove/draw"
	"prove/fair"
	fixed "prove/fixed"
)

func main() {
	for _, all := range []struct {
		name     string
		snippets map[string]map[int]func([]int)
	}{{"biased", biased.Snippets}, {"fair", fair.Snippets}, {"fixed", fixed.Snippets}} {
		for name, sizes := range all.snippets {
			verdict := "fair"
			for n, f := range sizes {
				law, err := exact.Enumerate(n, func(s []int, intn func(k int) int) {
					draw.Intn = intn
					f(s)
				}, exact.Limits{Depth: 9})
				if err != nil {
					fmt.Fprintln(os.Stderr, name, err)
					os.Exit(1)
				}
				if !isFair(law) {
					verdict = "biased"
				}
				if all.name == "biased" && law.Cut.Sign() == 0 {
					fmt.Print("law ", name, " ", n, " ", law.Broken)
					for _, c := range law.Classes {
						fmt.Print(" ", c.Orders, " ", c.Probability)
					}
					fmt.Println()
				}
			}
			fmt.Println(all.name, name, verdict)
		}
	}
}

// isFair says whether the law is uniform. Of a loop that draws again until it
// likes the result, some paths are cut, and no order may be likelier than it
// should be, or less likely even with all that was cut.
func isFair(law *exact.Law) bool {
	orders := int64(1)
	for k := 2; k <= law.N; k++ {
		orders *= int64(k)
	}
	even := big.NewRat(1, orders)
	most := new(big.Rat).Add(law.Least().Probability, law.Cut)
	return law.Broken.Sign() == 0 && law.Most().Probability.Cmp(even) <= 0 && most.Cmp(even) >= 0
}
