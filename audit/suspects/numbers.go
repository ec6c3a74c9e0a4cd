package suspects

import (
	"encoding/binary"
	"fmt"
	"math/big"
)

// This file has the shuffles that make a choice from a random word in a biased way.

// Modulo takes the remainder of a random word of the given number of bits, at most
// 32.
func Modulo(bits int) Suspect {
	story := "Of 2^bits words, the small remainders get one more each than the large ones, unless k divides 2^bits. "
	switch bits {
	case 8:
		story += "With one byte, random()%52 gives 0 to 47 five times and 48 to 51 four times in 256."
	case 15:
		story += "15 bits are what rand() gives where RAND_MAX is 32767, as in Microsoft's C library."
	case 31:
		story += "31 bits are what rand() gives where RAND_MAX is 2147483647, as in glibc. For a deck of cards the " +
			"bias is too small to be seen in any number of deals that can be dealt."
	default:
		story += "The bias is about k/2^bits, so it shrinks fast with the size of the word."
	}
	s := Suspect{
		Name:  fmt.Sprintf("modulo-%d", bits),
		Title: fmt.Sprintf("choices are the remainder of words of %d bits", bits),
		Story: story,
		Sources: []string{
			"https://en.wikipedia.org/wiki/Fisher%E2%80%93Yates_shuffle#Modulo_bias",
			"https://github.com/ethereum/beacon_chain/issues/57",
			"https://github.com/ldsec/unlynx/issues/43",
		},
		Code: fmt.Sprintf("for i := len(s) - 1; i > 0; i-- {\n\tj := int(word%d() %% uint64(i+1))\n\ts[i], s[j] = "+
			"s[j], s[i]\n}", bits),
	}
	return s.byWords(bits, func(w, k uint64) uint64 { return w % k }, func(k int) []uint64 {
		all, n := uint64(1)<<bits, uint64(k)
		counts := make([]uint64, k)
		for c := range counts {
			counts[c] = all / n
			if uint64(c) < all%n {
				counts[c]++
			}
		}
		return counts
	})
}

// Scaled multiplies a random fraction of the given number of bits, at most 24, by
// k.
func Scaled(bits int) Suspect {
	return Suspect{
		Name:  fmt.Sprintf("scaled-%d", bits),
		Title: fmt.Sprintf("choices are k times a random fraction of %d bits", bits),
		Story: "A random fraction has as many values as its generator has words, and they cannot be spread evenly " +
			"over k choices unless k divides their number. The favoured choices lie scattered among the others, " +
			"where the remainder favours the small ones. It is as biased as the remainder.",
		Sources: []string{"https://en.wikipedia.org/wiki/Fisher%E2%80%93Yates_shuffle#Modulo_bias"},
		Code: fmt.Sprintf("for i := len(s) - 1; i > 0; i-- {\n\tj := int(float64(word%d()) / (1 << %d) * "+
			"float64(i+1))\n\ts[i], s[j] = s[j], s[i]\n}", bits, bits),
	}.byGrowing(bits, func(w, k uint64) uint64 { return w * k >> bits })
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
		Code: fmt.Sprintf("for i := len(s) - 1; i > 0; i-- {\n\tj := min(int(float64(word%d()) / (1<<%d - 1) * "+
			"float64(i+1)), i)\n\ts[i], s[j] = s[j], s[i]\n}", bits, bits),
	}.byGrowing(bits, func(w, k uint64) uint64 { return min(w*k/(1<<bits-1), k-1) })
}

// floats multiplies a random float32 of 24 bits by k.
func floats() Suspect {
	return Suspect{
		Name:  "float32",
		Title: "choices are k times a random float32",
		Story: "A float32 between 0 and 1 has 24 random bits, and the product is rounded once more, so that some " +
			"generators even return 1, and k times that is outside the range. With millions of items most orders of " +
			"the first choice alone are out of reach; for a deck of cards the bias is real, and too small to be seen.",
		Sources: []string{
			"https://github.com/cupy/cupy/issues/1614",
			"Goualard: Drawing Random Floating-Point Numbers from an Interval, ACM TOMACS 32:3 (2022), " +
				"https://doi.org/10.1145/3503512",
		},
		Code: "for i := len(s) - 1; i > 0; i-- {\n\tj := int(rand.Float32() * float32(i+1))\n\ts[i], s[j] = " +
			"s[j], s[i]\n}",
	}.byGrowing(24, func(w, k uint64) uint64 { return min(uint64(float32(float32(w)/(1<<24))*float32(k)), k-1) })
}

// byGrowing is byWords for choices that grow with the word: the least word of each is near to where it is if they
// grow evenly.
func (s Suspect) byGrowing(bits int, choose func(w, k uint64) uint64) Suspect {
	return s.byWords(bits, choose, func(k int) []uint64 {
		counts, least := make([]uint64, k), 0
		for c := range counts {
			next := int(uint64(c+1) << bits / uint64(k))
			for next > least && choose(uint64(next-1), uint64(k)) > uint64(c) {
				next--
			}
			for next < 1<<bits && choose(uint64(next), uint64(k)) <= uint64(c) {
				next++
			}
			counts[c], least = uint64(next-least), next
		}
		return counts
	})
}

// byWords returns the suspect with Fisher and Yates' shuffle whose choices among k
// are choose(w, k) for words w of so many bits, and its laws: counts(k) tells how
// many of the 2^bits words make each choice.
func (s Suspect) byWords(bits int, choose func(w, k uint64) uint64, counts func(k int) []uint64) Suspect {
	s = s.byChoices(func(_, k, _ int, intn func(k int) int) int {
		return int(choose(word(bits, intn), uint64(k)))
	})
	s.Choices = func(_, k, _ int) []float64 {
		p := make([]float64, k)
		for c, count := range counts(k) {
			p[c] = float64(count) / float64(uint64(1)<<bits)
		}
		return p
	}
	s.Probability = func(n int) func(order []int) *big.Rat { return productOfCounts(n, bits, counts) }
	return s
}

// mostProducts is how many products of counts are remembered.
const mostProducts = 1 << 12

// productOfCounts returns the law of Fisher and Yates' shuffle of n items, from the
// last place to the first, whose choice c among k is made by counts(k)[c] of 2^bits
// words: an order comes from one sequence of choices, so its probability is the
// product of theirs.
func productOfCounts(n, bits int, counts func(k int) []uint64) func(order []int) *big.Rat {
	all := make([][]uint64, n+1)
	for k := 2; k <= n; k++ {
		all[k] = counts(k)
	}
	paths := new(big.Int).Lsh(big.NewInt(1), uint(bits*max(n-1, 0)))
	at, place := make([]int, n), make([]int, n)
	// A choice has two or three different counts, so many orders have the same.
	var key []byte
	known := make(map[string]*big.Rat)
	return func(order []int) *big.Rat {
		for x := range at {
			at[x], place[x] = x, x
		}
		key = key[:0]
		for k := n; k > 1; k-- {
			x := order[k-1]
			c := place[x]
			at[c] = at[k-1]
			place[at[c]] = c
			key = binary.AppendUvarint(key, all[k][c])
		}
		p := known[string(key)]
		if p != nil {
			return p
		}
		product, factor := big.NewInt(1), new(big.Int)
		for rest := key; len(rest) > 0; {
			count, size := binary.Uvarint(rest)
			product.Mul(product, factor.SetUint64(count))
			rest = rest[size:]
		}
		p = new(big.Rat).SetFrac(product, paths)
		if len(known) < mostProducts {
			known[string(key)] = p
		}
		return p
	}
}

// word returns a uniform word. An int may have 32 bits, so intn cannot be asked
// for more than 31.
func word(bits int, intn func(k int) int) uint64 {
	if bits <= 24 {
		return uint64(intn(1 << bits))
	}
	return uint64(intn(1<<(bits-16)))<<16 | uint64(intn(1<<16))
}
