package order

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/internal/stream"
)

// reserved are the labels of SPEC.md. Later ones will begin with "yates ".
var reserved = []string{"apart", "circle", "epoch", "group", "mixture", "part", "permutation", "repeat", "sample",
	"santa", "scatter", "shuffle", "stratum", "teams", "weighted", "weighted repeat"}

// NewSource returns the words of stream(label, 0) of the seed as a source for functions
// such as those of package yates. It panics if the label is empty, has a NUL, or is one that
// SPEC.md reserves for its own purposes, or for later ones: "scatter", for example, or what begins with "yates ".
func NewSource(seed Seed, label string) *rand.ChaCha8 {
	if label == "" || strings.Contains(label, "\x00") || slices.Contains(reserved, label) ||
		strings.HasPrefix(label, "yates ") || strings.HasPrefix(label, "allocate ") {
		panic(fmt.Sprintf("order: NewSource with the label %q, which is empty, has a NUL or is reserved", label))
	}
	return rand.NewChaCha8(stream.Key(seed, label, 0))
}
