package order

import "math/rand/v2"

// NewSource returns the words of stream(label, 0) of the seed, for functions that draw
// from a source, such as those of package yates. A label must not have a NUL, and not
// be one that SPEC.md uses, unless for that purpose.
func NewSource(seed Seed, label string) *rand.ChaCha8 {
	return rand.NewChaCha8(streamKey(seed, label, 0))
}
