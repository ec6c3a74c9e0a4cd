package suspects

import (
	"fmt"
	"math/big"
	"math/bits"
)

// This file has the shuffles that make a choice from a random word in a biased way.

const moduloBias = "https://en.wikipedia.org/wiki/Fisher%E2%80%93Yates_shuffle#Modulo_bias"

// sized returns how the name of a suspect with words of so many values ends, and what the words are.
func sized(values uint64) (name, words string) {
	if values&(values-1) == 0 {
		return fmt.Sprint(bits.Len64(values) - 1), fmt.Sprintf("%d bits", bits.Len64(values)-1)
	}
	return fmt.Sprintf("%d-values", values), fmt.Sprintf("%d values", values)
}

// Modulo takes the remainder of a random word of the given number of bits, at most 32.
func Modulo(bits int) Suspect { return Remainders(1 << bits) }

// Remainders takes the remainder of a random word of so many values, at most 2³².
func Remainders(values uint64) Suspect {
	name, words := sized(values)
	story := "Of all words, the small remainders get one more each than the large ones, unless k divides their number. "
	switch values {
	case 1 << 8:
		story += "With one byte, random()%52 gives 0 to 47 five times and 48 to 51 four times in 256."
	case 1 << 15:
		story += "15 bits are what rand() gives where RAND_MAX is 32767, as in Microsoft's C library."
	case 1 << 31:
		story += "31 bits are what rand() gives where RAND_MAX is 2147483647, as in glibc. For a deck of cards the " +
			"bias is too small to be seen in any number of deals that can be dealt."
	default:
		story += "The bias is about k by the number of words, so it shrinks fast with the size of the word."
	}
	return Suspect{
		Name:  "modulo-" + name,
		Title: "choices are the remainder of words of " + words,
		Story: story,
		Sources: []string{
			moduloBias,
			"https://github.com/ethereum/beacon_chain/issues/57",
			"https://github.com/ldsec/unlynx/issues/43",
		},
		Code: fmt.Sprintf("for i := len(s) - 1; i > 0; i-- {\n\tj := int(word(%d) %% uint64(i+1))\n\ts[i], s[j] = "+
			"s[j], s[i]\n}", values),
	}.byWords(values, func(w, k uint64) uint64 { return w % k }, func(k int) []uint64 {
		counts := make([]uint64, k)
		for c := range counts {
			counts[c] = (values + uint64(k-1-c)) / uint64(k)
		}
		return counts
	})
}

// Scaled multiplies a random fraction of the given number of bits, at most 24, by k.
func Scaled(bits int) Suspect { return Fractions(1 << bits) }

// Fractions multiplies a random fraction of so many values, at most 2²⁴, by k.
func Fractions(values uint64) Suspect {
	name, words := sized(values)
	return Suspect{
		Name:  "scaled-" + name,
		Title: "choices are k times a random fraction of " + words,
		Story: "A random fraction has as many values as its generator has words, and they cannot be spread evenly " +
			"over k choices unless k divides their number. The favoured choices lie scattered among the others, " +
			"where the remainder favours the small ones. It is as biased as the remainder.",
		Sources: []string{moduloBias},
		Code: fmt.Sprintf("for i := len(s) - 1; i > 0; i-- {\n\tj := int(float64(word(%d)) / %d * float64(i+1))\n\t"+
			"s[i], s[j] = s[j], s[i]\n}", values, values),
	}.byGrowing(values, func(w, k uint64) uint64 { return w * k / values })
}

// Clamped multiplies a word of the given number of bits, at most 24, by k over the greatest word, as
// rand() / (double)RAND_MAX * k does, and takes the last choice where that is k.
func Clamped(bits int) Suspect {
	return Suspect{
		Name:  fmt.Sprintf("clamped-%d", bits),
		Title: fmt.Sprintf("choices are k times a word of %d bits over the greatest one", bits),
		Story: "The fraction can be 1, and k times that is outside the range, so the last choice is taken. The " +
			"others lie a little elsewhere than those of a fraction below 1, and the favoured ones are not the same.",
		Sources: []string{"https://c-faq.com/lib/randrange.html"},
		Code: fmt.Sprintf("for i := len(s) - 1; i > 0; i-- {\n\tj := min(int(float64(word(1<<%d)) / (1<<%d - 1) * "+
			"float64(i+1)), i)\n\ts[i], s[j] = s[j], s[i]\n}", bits, bits),
	}.byGrowing(1<<bits, func(w, k uint64) uint64 { return min(w*k/(1<<bits-1), k-1) })
}

// byGrowing is byWords for choices that grow with the word: the least word of each is near to where it is if they
// grow evenly.
func (s Suspect) byGrowing(values uint64, choose func(w, k uint64) uint64) Suspect {
	return s.byWords(values, choose, func(k int) []uint64 {
		counts, least := make([]uint64, k), uint64(0)
		for c := range counts {
			next := uint64(c+1) * values / uint64(k)
			for next > least && choose(next-1, uint64(k)) > uint64(c) {
				next--
			}
			for next < values && choose(next, uint64(k)) <= uint64(c) {
				next++
			}
			counts[c], least = next-least, next
		}
		return counts
	})
}

// byWords returns the suspect with Fisher and Yates' shuffle whose choices among k are choose(w, k) for words w of so
// many values, and its laws: counts(k) tells how many of the words make each choice.
func (s Suspect) byWords(values uint64, choose func(w, k uint64) uint64, counts func(k int) []uint64) Suspect {
	s = s.byChoices(func(_, k, _ int, intn func(k int) int) int {
		return int(choose(word(values, intn), uint64(k)))
	})
	s.Choices = func(_, k, _ int) []float64 {
		p := make([]float64, k)
		for c, count := range counts(k) {
			p[c] = float64(count) / float64(values)
		}
		return p
	}
	s.Probability = func(n int) func(order []int) *big.Rat { return productOfCounts(n, values, counts) }
	return s
}

// productOfCounts returns the law of Fisher and Yates' shuffle of n items, from the last place to the first, whose
// choice c among k is made by counts(k)[c] of so many words: an order comes from one sequence of choices, so its
// probability is the product of theirs.
func productOfCounts(n int, values uint64, counts func(k int) []uint64) func(order []int) *big.Rat {
	all := make([][]uint64, n+1)
	for k := 2; k <= n; k++ {
		all[k] = counts(k)
	}
	paths := new(big.Int).SetUint64(values)
	paths.Exp(paths, big.NewInt(int64(max(n-1, 0))), nil)
	at, place := make([]int, n), make([]int, n)
	return func(order []int) *big.Rat {
		for x := range at {
			at[x], place[x] = x, x
		}
		product, factor := big.NewInt(1), new(big.Int)
		for k := n; k > 1; k-- {
			c := place[order[k-1]]
			at[c] = at[k-1]
			place[at[c]] = c
			product.Mul(product, factor.SetUint64(all[k][c]))
		}
		return new(big.Rat).SetFrac(product, paths)
	}
}

// word returns a uniform word. An int may have 32 bits, so intn cannot be asked
// for more than 31: such words are of whole bits.
func word(values uint64, intn func(k int) int) uint64 {
	if values <= 1<<24 {
		return uint64(intn(int(values)))
	}
	return uint64(intn(int(values>>16)))<<16 | uint64(intn(1<<16))
}
