// Prove finds the exact law of each snippet of the corpus by going through all
// paths of its choices, and prints a line for each: its name, and "fair" or
// "biased" and by how much.
package main

import (
	"fmt"
	"math/big"
	"slices"

	"prove/biased"
	"prove/draw"
	"prove/fair"
	fixed "prove/fixed"
)

const (
	maxPaths = 1 << 20
	maxDraws = 9
)

func main() {
	for _, all := range []struct {
		name     string
		snippets map[string]map[int]func([]int)
	}{{"biased", biased.Snippets}, {"fair", fair.Snippets}, {"fixed", fixed.Snippets}} {
		for name, sizes := range all.snippets {
			verdict := ""
			for n, f := range sizes {
				v := law(n, f)
				if v != "" && verdict != "biased" {
					verdict = v
				}
			}
			fmt.Println(all.name, name, verdict)
		}
	}
}

type cut struct{}

// law says whether f is fair to n items; it says nothing where there are too many
// paths.
func law(n int, f func([]int)) string {
	laws := make(map[string]*big.Rat)
	cutOff := new(big.Rat)
	var choices, bounds []int
	orders := int64(1)
	for k := 2; k <= n; k++ {
		orders *= int64(k)
	}
	for paths := 0; ; paths++ {
		if paths == maxPaths {
			return ""
		}
		at := 0
		draw.Intn = func(k int) int {
			if k < 1 {
				panic("a draw from nothing")
			}
			if at == len(choices) {
				if at == maxDraws {
					panic(cut{})
				}
				choices, bounds = append(choices, 0), append(bounds, k)
			}
			at++
			return choices[at-1]
		}
		s := make([]int, n)
		for i := range s {
			s[i] = i
		}
		whole := run(f, s)
		weight := big.NewRat(1, 1)
		for _, k := range bounds {
			weight.Mul(weight, big.NewRat(1, int64(k)))
		}
		key := fmt.Sprint(s)
		switch {
		case !whole:
			cutOff.Add(cutOff, weight)
		case slices.Max(s)-slices.Min(s) != n-1 || len(slices.Compact(slices.Sorted(slices.Values(s)))) != n:
			return "biased" // an item is lost
		case laws[key] == nil:
			laws[key] = weight
		default:
			laws[key].Add(laws[key], weight)
		}
		d := len(choices)
		for d > 0 && choices[d-1]+1 == bounds[d-1] {
			d--
		}
		choices, bounds = choices[:d], bounds[:d]
		if d == 0 {
			break
		}
		choices[d-1]++
	}
	even := big.NewRat(1, orders)
	for _, p := range laws {
		if p.Cmp(even) > 0 || new(big.Rat).Add(p, cutOff).Cmp(even) < 0 {
			return "biased"
		}
	}
	if int64(len(laws)) != orders {
		return "biased"
	}
	return "fair"
}

func run(f func([]int), s []int) (whole bool) {
	defer func() {
		if p := recover(); p != nil {
			if _, ok := p.(cut); !ok {
				panic(p)
			}
		}
	}()
	f(s)
	return true
}
