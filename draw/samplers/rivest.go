package samplers

import (
	"crypto/sha256"
	"fmt"
	"iter"
)

// Rivest returns the endless choices that Ronald Rivest's sampler makes of the numbers
// from 1 to n, with replacement: choice i, from 1 on, is 1 more than
// SHA-256(seed "," i) modulo n. Election audits in several states of the USA use it to
// choose ballots. It panics if n is 0.
func Rivest(seed string, n uint64) iter.Seq[uint64] {
	if n == 0 {
		panic("samplers: Rivest of no numbers")
	}
	return func(yield func(uint64) bool) {
		for i := uint64(1); ; i++ {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s,%d", seed, i))
			if !yield(1 + remainder(sum[:], n)) {
				return
			}
		}
	}
}

// RivestDistinct returns the choices of the sampler without replacement: it leaves out
// those that came before, and ends when all n numbers have come. It takes memory for what came
// before. It panics if n is 0.
func RivestDistinct(seed string, n uint64) iter.Seq[uint64] {
	choices := Rivest(seed, n)
	return func(yield func(uint64) bool) {
		seen := make(map[uint64]bool)
		for choice := range choices {
			if seen[choice] {
				continue
			}
			seen[choice] = true
			if !yield(choice) || uint64(len(seen)) == n {
				return
			}
		}
	}
}
