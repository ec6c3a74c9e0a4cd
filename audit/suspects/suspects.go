package suspects

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Suspect is a biased shuffle.
type Suspect struct {
	Name    string   `json:"name"`    // short, for commands: "naive"
	Title   string   `json:"title"`   // one line
	Story   string   `json:"story"`   // what is wrong, and where it happened
	Sources []string `json:"sources"` // links and papers
	Code    string   `json:"code"`    // the mistake, in Go

	// Shuffle shuffles s in place, by choices from intn alone.
	Shuffle func(s []int, intn func(k int) int) `json:"-"`

	// Choices returns the exact law of one choice of a Fisher–Yates shuffle of n items: element c is the probability of
	// choosing number c of k places. Number self is the place being settled, so choosing it changes nothing. Choices is
	// nil if the suspect is another algorithm. The law is that of Shuffle, which goes backward; the same mistake
	// forward has the same law of c.
	Choices func(n, k, self int) []float64 `json:"-"`

	// Choose makes a choice exactly by the law of Choices: with the mistake itself,
	// not with the numbers of the law. It is nil if Choices is.
	Choose func(n, k, self int, intn func(k int) int) int `json:"-"`

	// Steps returns the steps of the shuffle of n items. It is nil if the shuffle does
	// not consist of swaps with uniform places.
	Steps func(n int) []Step `json:"-"`

	// Stays returns the probability with which an item of n is where it was, if all other places are equally likely.
	// It is nil if they are not.
	Stays func(n int) float64 `json:"-"`

	// Ratio returns a function of a deal of n items, a permutation of 0, …, n−1. It compares the deal's frequency with
	// a fair shuffle's: it returns the natural logarithm of n! times the deal's probability, −Inf for deals that never
	// come. The function keeps state and is not safe for concurrent use. For sort-tim it is only a lower bound: no deal
	// comes less often than it says, but some come more often.
	Ratio func(n int) func(deal []int) float64 `json:"-"`

	// Probability returns a function of an order of n items, a permutation of 0, …, n−1. It returns the order's exact
	// probability as a fraction, which must not be modified because orders may share it. The function keeps state and
	// is not safe for concurrent use. Suspects have it if a formula saves following many more paths of choices than
	// there are orders.
	Probability func(n int) func(order []int) *big.Rat `json:"-"`

	// Seeds is the number of seeds of the shuffle, which has at most as many orders.
	// It is 0 if the shuffle is not seeded.
	Seeds float64 `json:"-"`

	// Breaks reports whether items may be lost or doubled.
	Breaks bool `json:"-"`
}

// A Step swaps the item at Place with the one at a place that is uniform in [From, To), which may be Place itself.
type Step struct{ Place, From, To int }

// All returns the museum, room by room: wrong ranges, wrong numbers, wrong algorithms,
// too few seeds, broken swaps. [Find] knows more.
func All() []Suspect { return slices.Clone(museum()) }

var museum = sync.OnceValue(func() []Suspect {
	return []Suspect{
		naive(), naiveBackward(), naiveMirrored(), sattolo(), skipFirst(), skipLast(), rounded(),
		Modulo(8), Modulo(15), Modulo(16), Modulo(31), Modulo(32), Scaled(15),
		sortInsertion(), sortTim(), sortMerge(), Keys(100), Riffle(7), Riffle(8), transpositions(),
		seeded(8), seeded(16), seeded(32), xorSwap(),
	}
})

// families are the suspects that come in many sizes, from 1 to the most.
var families = []struct {
	prefix, suffix string
	most           int
	of             func(size int) Suspect
}{
	{"riffle-", "", 40, Riffle},
	{"keys-", "", 1 << 16, Keys},
	{"modulo-", "", 32, Modulo},
	{"scaled-", "", 24, Scaled},
	{"clamped-", "", 24, Clamped},
	{"modulo-", "-values", 1 << 24, func(size int) Suspect { return Remainders(uint64(size)) }},
	{"scaled-", "-values", 1 << 24, func(size int) Suspect { return Fractions(uint64(size)) }},
}

// Find returns the suspect with the given name: one of [All], or riffle-1 to
// riffle-40, keys-1 to keys-65536, modulo-1 to modulo-32, scaled-1 to scaled-24, clamped-1 to clamped-24, or
// modulo-100-values and scaled-100-values, with any number up to 2²⁴ that is no power of 2.
func Find(name string) (Suspect, bool) {
	all := museum()
	if i := slices.IndexFunc(all, func(s Suspect) bool { return s.Name == name }); i >= 0 {
		return all[i], true
	}
	for _, f := range families {
		digits, ok := strings.CutPrefix(name, f.prefix)
		digits = strings.TrimSuffix(digits, f.suffix)
		size, err := strconv.Atoi(digits)
		if ok && err == nil && 1 <= size && size <= f.most {
			if s := f.of(size); s.Name == name {
				return s, true
			}
		}
	}
	return Suspect{}, false
}
