package suspects

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// This file has other algorithms than Fisher and Yates': what hands do with cards.

var dovetail = []string{"Bayer, Diaconis: Trailing the Dovetail Shuffle to its Lair, Annals of Applied Probability 2 " +
	"(1992) 294–313, https://doi.org/10.1214/aoap/1177005705"}

// Riffle cuts the deck and interleaves the halves, the given number of times, at most 40.
func Riffle(times int) Suspect {
	title := fmt.Sprintf("%d riffle shuffles", times)
	if times == 1 {
		title = "one riffle shuffle"
	}
	return Suspect{
		Name:  fmt.Sprintf("riffle-%d", times),
		Title: title,
		Story: "The way people shuffle cards, in the model of Gilbert, Shannon and Reeds. Each riffle at most " +
			"doubles the number of rising sequences: runs of neighbours, such as 7, 8, 9, that still follow each " +
			"other with others in between. Bayer and Diaconis gave the exact law: it takes seven riffles for 52 " +
			"cards to get near to fair, and eight or ten for those who look closely.",
		Sources: dovetail,
		Code: "for range times {\n\tcut(s) // by n coins\n\tinterleave(s) // from each packet with chance in " +
			"proportion to its size\n}",
		Shuffle: func(s []int, intn func(k int) int) {
			old := make([]int, len(s))
			packet := make([]int, len(s))
			for range times {
				// Backwards, a riffle gives each place a coin: the cards at the
				// places with heads are the first packet, in order.
				copy(old, s)
				first := 0
				for i := range s {
					packet[i] = intn(2)
					first += 1 - packet[i]
				}
				next := [2]int{0, first}
				for i := range s {
					s[i] = old[next[packet[i]]]
					next[packet[i]]++
				}
			}
		},
		// By theorem 1 of Bayer and Diaconis.
	}.byNumber(risingSequences, packets(1<<times))
}

// Keys sorts by random keys of so many values, and leaves items with the same key in order.
func Keys(values int) Suspect {
	return Suspect{
		Name:  fmt.Sprintf("keys-%d", values),
		Title: fmt.Sprintf("sorted by random keys of %d values; ties stay in order", values),
		Story: "Items are given random numbers and sorted by them, which is fair if no two are equal. If there are " +
			"few numbers, such as 1 to 100, many are, and a stable sort leaves those items in the order before. The " +
			"result is an inverse riffle, of as many packets as there are values.",
		Sources: dovetail,
		Code: fmt.Sprintf("keys := make(map[int]int)\nfor _, x := range s {\n\tkeys[x] = intn(%d)\n}\n"+
			"sort.SliceStable(s, func(i, j int) bool { return keys[s[i]] < keys[s[j]] })", values),
		Shuffle: func(s []int, intn func(k int) int) {
			keyed := make([][2]int, len(s))
			for i, x := range s {
				keyed[i] = [2]int{intn(values), x}
			}
			slices.SortStableFunc(keyed, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
			for i, x := range keyed {
				s[i] = x[1]
			}
		},
		// Keys give an order if they grow where it falls, and never fall: with r ascending runs, as
		// many ways as a riffle has to an order with r rising sequences.
	}.byNumber(func(int) func(order []int) int { return ascendingRuns }, packets(int64(values)))
}

// ascendingRuns counts the runs of an order.
func ascendingRuns(order []int) int {
	runs := min(1, len(order))
	for i := 1; i < len(order); i++ {
		if order[i] < order[i-1] {
			runs++
		}
	}
	return runs
}

// packets is the law of a number r of orders that come on C(packets + n − r, n) of packetsⁿ paths.
func packets(packets int64) func(n int) (ways []*big.Int, paths *big.Int) {
	return func(n int) (ways []*big.Int, paths *big.Int) {
		w, by := new(big.Int).Binomial(packets+int64(n), int64(n)), new(big.Int)
		for r := range int64(n + 1) {
			ways = append(ways, new(big.Int).Set(w))
			w.Mul(w, by.SetInt64(packets-r)).Quo(w, by.SetInt64(packets+int64(n)-r))
		}
		return ways, new(big.Int).Exp(big.NewInt(packets), big.NewInt(int64(n)), nil)
	}
}

// byNumber returns the suspect with its laws: the number of an order says on how many of all paths it comes.
func (s Suspect) byNumber(number func(n int) func(order []int) int,
	law func(n int) (ways []*big.Int, paths *big.Int)) Suspect {
	s.Probability = func(n int) func(order []int) *big.Rat {
		var byNumber []*big.Rat
		ways, paths := law(n)
		for _, w := range ways {
			byNumber = append(byNumber, new(big.Rat).SetFrac(w, paths))
		}
		of := number(n)
		return func(order []int) *big.Rat { return byNumber[of(order)] }
	}
	s.Ratio = func(n int) func(deal []int) float64 {
		var byNumber []float64
		ways, paths := law(n)
		orders, all := new(big.Int).MulRange(1, int64(n)), new(big.Float).SetInt(paths)
		for _, w := range ways {
			ratio := new(big.Float).SetInt(w.Mul(w, orders))
			exponent := ratio.Quo(ratio, all).MantExp(ratio)
			mantissa, _ := ratio.Float64()
			byNumber = append(byNumber, math.Log(mantissa)+float64(exponent)*math.Ln2)
		}
		of := number(n)
		return func(deal []int) float64 { return byNumber[of(deal)] }
	}
	return s
}

// risingSequences returns a function that counts the rising sequences of an order of n items.
func risingSequences(n int) func(order []int) int {
	place := make([]int, n)
	return func(order []int) int {
		for i, x := range order {
			place[x] = i
		}
		return ascendingRuns(place)
	}
}

// transpositions swaps two random places, as often as there are cards.
func transpositions() Suspect {
	return Suspect{
		Name:  "transpositions",
		Title: "two random places are swapped, n times",
		Story: "A place is chosen for neither of the two with probability 1 − 2/n each time, so after n swaps about " +
			"one card in seven was never touched. It takes ½·n·ln n swaps, about 103 for 52 cards, until all are " +
			"mixed.",
		Sources: []string{"Diaconis, Shahshahani: Generating a Random Permutation with Random Transpositions, " +
			"Zeitschrift für Wahrscheinlichkeitstheorie 57 (1981) 159–179"},
		Code: "for range s {\n\ti, j := intn(len(s)), intn(len(s))\n\ts[i], s[j] = s[j], s[i]\n}",
		Shuffle: func(s []int, intn func(k int) int) {
			for range s {
				i, j := intn(len(s)), intn(len(s))
				s[i], s[j] = s[j], s[i]
			}
		},
		// A swap takes an item away with probability 2/n, and puts it to any place: so after n swaps it has not been
		// taken with probability (1−2/n)ⁿ, and else is anywhere.
		Stays: func(n int) float64 {
			never := math.Pow(1-2/float64(n), float64(n))
			return never + (1-never)/float64(n)
		},
	}
}
