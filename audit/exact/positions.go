package exact

import (
	"fmt"
	"math/big"

	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/internal/label"
)

// Positions returns the exact probability that each item comes to each place when
// the items 0, …, n−1, item i at place i, go through the given steps: element
// [item][place]. A fair shuffle has 1/n everywhere. It needs no enumeration, so n
// may be large: it takes O(n) operations on integers of O(n log n) bits for each
// item and step, a few milliseconds for 52 items and 52 steps.
//
// It panics if n is negative, or a step's place or range is not within [0, n).
func Positions(n int, steps []suspects.Step) [][]*big.Rat {
	numbers, paths := positions(n, steps)
	return fractions(numbers, paths)
}

// positions returns how many of all paths lead each item to each place.
//
// A step swaps place p with each of the m places of its range, on one path of m.
// So of the paths on which an item is at place p now, one leads to each place of
// the range; of those on which it is at a place q of the range, q ≠ p, one leads to
// p and m−1 leave it at q; and at any other place all m leave it. (A swap of p
// with itself, if the range has p, is counted among those that lead from p to a
// place of the range.) The item's way to its place does not matter for the way on,
// as a step does not look at the items.
func positions(n int, steps []suspects.Step) (numbers [][]*big.Int, paths *big.Int) {
	if n < 0 {
		panic(fmt.Sprintf("exact: Positions of %d items", n))
	}
	paths = big.NewInt(1)
	numbers = make([][]*big.Int, n)
	for x := range numbers {
		numbers[x] = make([]*big.Int, n)
		for i := range numbers[x] {
			numbers[x][i] = new(big.Int)
		}
		numbers[x][x].SetInt64(1)
	}
	for _, s := range steps {
		if s.Place < 0 || s.Place >= n || s.From < 0 || s.From >= s.To || s.To > n {
			panic(fmt.Sprintf("exact: step %+v of %s", s, label.Plural(n, "item")))
		}
		m := big.NewInt(int64(s.To - s.From))
		others := big.NewInt(int64(s.To - s.From - 1))
		paths.Mul(paths, m)
		for _, row := range numbers {
			here := new(big.Int).Set(row[s.Place])
			sum := new(big.Int) // of the paths that lead to s.Place
			for i, at := range row {
				switch {
				case i >= s.From && i < s.To:
					sum.Add(sum, at)
					if i != s.Place {
						at.Mul(at, others).Add(at, here)
					}
				case i != s.Place:
					at.Mul(at, m)
				}
			}
			row[s.Place].Set(sum)
		}
	}
	return numbers, paths
}

func fractions(numbers [][]*big.Int, paths *big.Int) [][]*big.Rat {
	p := make([][]*big.Rat, len(numbers))
	for x, row := range numbers {
		p[x] = make([]*big.Rat, len(row))
		for i := range row {
			p[x][i] = new(big.Rat).SetFrac(row[i], paths)
		}
	}
	return p
}
