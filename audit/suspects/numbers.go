package suspects

import (
	"fmt"
	"sort"
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
		story += "31 bits are what rand() gives where RAND_MAX is 2147483647, as in glibc. For a deck of cards the bias " +
			"is too small to be seen in any number of deals that can be dealt."
	default:
		story += "The bias is about k/2^bits, so it shrinks fast with the size of the word."
	}
	return Suspect{
		Name:  fmt.Sprintf("modulo-%d", bits),
		Title: fmt.Sprintf("choices are the remainder of words of %d bits", bits),
		Story: story,
		Sources: []string{
			"https://en.wikipedia.org/wiki/Fisher%E2%80%93Yates_shuffle#Modulo_bias",
			"https://github.com/ethereum/beacon_chain/issues/57",
			"https://github.com/ldsec/unlynx/issues/43",
		},
		Code:    fmt.Sprintf("for i := len(s) - 1; i > 0; i-- {\n\tj := int(word%d() %% uint64(i+1))\n\ts[i], s[j] = s[j], s[i]\n}", bits),
		Shuffle: byWords(bits, func(w, k uint64) uint64 { return w % k }),
		Choices: func(_, k, _ int) []float64 {
			all, n := uint64(1)<<bits, uint64(k)
			p := make([]float64, k)
			for c := range p {
				count := all / n
				if uint64(c) < all%n {
					count++
				}
				p[c] = float64(count) / float64(all)
			}
			return p
		},
	}
}

// Scaled multiplies a random fraction of the given number of bits, at most 24, by
// k.
func Scaled(bits int) Suspect {
	return Suspect{
		Name:  fmt.Sprintf("scaled-%d", bits),
		Title: fmt.Sprintf("choices are k times a random fraction of %d bits", bits),
		Story: "A random fraction has as many values as its generator has words, and they cannot be spread evenly over k " +
			"choices unless k divides their number. The favoured choices lie scattered among the others, where the remainder " +
			"favours the small ones. It is as biased as the remainder.",
		Sources: []string{"https://en.wikipedia.org/wiki/Fisher%E2%80%93Yates_shuffle#Modulo_bias"},
		Code:    fmt.Sprintf("for i := len(s) - 1; i > 0; i-- {\n\tj := int(float64(word%d()) / (1 << %d) * float64(i+1))\n\ts[i], s[j] = s[j], s[i]\n}", bits, bits),
		Shuffle: byWords(bits, func(w, k uint64) uint64 { return w * k >> bits }),
		Choices: func(_, k, _ int) []float64 {
			all, n := uint64(1)<<bits, uint64(k)
			least := func(c uint64) uint64 { return (c*all + n - 1) / n } // word with the choice c
			p := make([]float64, k)
			for c := range p {
				p[c] = float64(least(uint64(c)+1)-least(uint64(c))) / float64(all)
			}
			return p
		},
	}
}

// Float32 multiplies a random float32 of 24 bits by k.
func Float32() Suspect {
	scale := func(w, k uint64) uint64 {
		return min(uint64(float32(float32(w)/(1<<24))*float32(k)), k-1)
	}
	return Suspect{
		Name:  "float32",
		Title: "choices are k times a random float32",
		Story: "A float32 between 0 and 1 has 24 random bits, and the product is rounded once more, so that some generators " +
			"even return 1, and k times that is outside the range. With millions of items most orders of the first choice " +
			"alone are out of reach; for a deck of cards the bias is real, and too small to be seen.",
		Sources: []string{
			"https://github.com/cupy/cupy/issues/1614",
			"Goualard: Drawing Random Floating-Point Numbers from an Interval, ACM TOMACS 32:3 (2022), https://doi.org/10.1145/3503512",
		},
		Code:    "for i := len(s) - 1; i > 0; i-- {\n\tj := int(rand.Float32() * float32(i+1))\n\ts[i], s[j] = s[j], s[i]\n}",
		Shuffle: byWords(24, scale),
		Choices: func(_, k, _ int) []float64 {
			// The choice grows with the word, so the least word of each choice is
			// found by bisection.
			least := func(c int) int {
				return sort.Search(1<<24, func(w int) bool { return scale(uint64(w), uint64(k)) >= uint64(c) })
			}
			p := make([]float64, k)
			for c := range p {
				p[c] = float64(least(c+1)-least(c)) / (1 << 24)
			}
			return p
		},
	}
}

// byWords returns Fisher and Yates' shuffle whose choices among k are choose(w, k)
// for words w of so many bits.
func byWords(bits int, choose func(w, k uint64) uint64) func(s []int, intn func(k int) int) {
	return func(s []int, intn func(k int) int) {
		for i := len(s) - 1; i > 0; i-- {
			j := int(choose(word(bits, intn), uint64(i+1)))
			s[i], s[j] = s[j], s[i]
		}
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
