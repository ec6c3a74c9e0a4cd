package order

import (
	"math/rand/v2"

	"github.com/yates-shuffle/yates/internal/stream"
)

// NewSource returns the words of stream(label, 0) of the seed as a source for functions
// such as those of package yates. The label must not contain NUL. It must not be a label
// of SPEC.md, except for that purpose.
func NewSource(seed Seed, label string) *rand.ChaCha8 {
	return rand.NewChaCha8(stream.Key(seed, label, 0))
}
