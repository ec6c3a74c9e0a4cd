package suspects

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// This file has shuffles that are fair except for their seeds or their swaps.

// seeded starts a good generator from a seed of few bits, at most 32, for each shuffle.
func seeded(bits int) Suspect {
	seeds := fmt.Sprint(uint64(1) << bits)
	for i := len(seeds) - 3; i > 0; i -= 3 {
		seeds = seeds[:i] + "," + seeds[i:]
	}
	story := fmt.Sprintf("However good the generator, it deals no more orders than it has seeds: %s, of 52! ≈ 8·10⁶⁷ "+
		"for a deck of cards. Whole deals repeat much sooner than one thinks, as birthdays do. ", seeds)
	var sources []string
	switch bits {
	case 8:
		story += "GNU shuf 8.6 to 9.5 seeds itself with as few bytes as it thinks it needs: shuf -i 1-100 -n 1 uses " +
			"one, and 11 of the 100 numbers never come."
		sources = []string{"GNU coreutils bug 72445, https://bugs.gnu.org/72445"}
	case 32:
		story += "Many standard generators take a seed of 32 bits, and many programs seed them by the clock. The " +
			"poker software of 1999 had the 86,400,000 milliseconds of a day, and who knew the time had to try 200,000."
		sources = []string{"Arkin, Hill, Marks, Schmid, Walls: How We Learned to Cheat at Online Poker: A Study in " +
			"Software Security, September 1999"}
	default:
		story += "Sixteen bits are what is left of the process id or of a seed that somebody cut to a short."
		sources = []string{"https://en.wikipedia.org/wiki/Fisher%E2%80%93Yates_shuffle#Pseudorandom_generators"}
	}
	return Suspect{
		Name:    fmt.Sprintf("seed-%d", bits),
		Title:   fmt.Sprintf("a good generator, started anew for each shuffle with a seed of %d bits", bits),
		Story:   story,
		Sources: sources,
		Code:    fmt.Sprintf("r := rand.New(rand.NewPCG(seed%d(), 0))\nr.Shuffle(len(s), swap)", bits),
		Shuffle: func(s []int, intn func(k int) int) {
			r := rand.New(rand.NewPCG(word(1<<bits, intn), 0))
			r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		},
		Seeds: math.Exp2(float64(bits)),
	}
}

// xorSwap swaps by three exclusive ors, which destroy an item that is swapped with
// itself.
func xorSwap() Suspect {
	return Suspect{
		Name:  "xor-swap",
		Title: "fair choices, but a swap that destroys an item which is swapped with itself",
		Story: "To swap without a third variable, a ^= b; b ^= a; a ^= b, is taught as a trick. A fair shuffle swaps " +
			"a place with itself now and then; the first step then makes the item 0, and it stays 0. Who sees it and " +
			"forbids the self-swap, gets Sattolo's cycles instead.",
		Sources: []string{"https://stackoverflow.com/questions/11317767/strange-bitwise-xor-behavior"},
		Code: "for i := len(s) - 1; i > 0; i-- {\n\tj := intn(i + 1)\n\ts[i] ^= s[j]\n\ts[j] ^= s[i]\n\ts[i] ^= " +
			"s[j] // all 0 if i == j\n}",
		Shuffle: func(s []int, intn func(k int) int) {
			for i := len(s) - 1; i > 0; i-- {
				j := intn(i + 1) // the mistake
				s[i] ^= s[j]
				s[j] ^= s[i]
				s[i] ^= s[j]
			}
		},
		Breaks: true,
	}
}
