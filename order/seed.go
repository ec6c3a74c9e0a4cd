package order

import (
	crand "crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/yates-shuffle/yates/internal/stream"
)

// A Seed determines an order. It has 256 bits, so it reaches every order of at most
// 57 records (57! < 2²⁵⁶ < 58!). Of more records it reaches 2²⁵⁶ orders, which cannot
// be distinguished from a uniform choice without breaking ChaCha8 or SHA-256.
type Seed [32]byte

// NewSeed returns an unpredictable seed from the operating system.
func NewSeed() Seed {
	var seed Seed
	crand.Read(seed[:]) // never returns an error
	return seed
}

// SeedFromText returns the seed of a text: its SHA-256 hash.
func SeedFromText(text string) Seed { return sha256.Sum256([]byte(text)) }

// Epoch returns the seed of epoch n, for many orders from one seed, such as the orders
// in which a model sees its training data. Epoch 0 is one of them: its seed is not s. The
// seeds of different epochs are independent of each other and of s.
func (s Seed) Epoch(n uint64) Seed { return stream.Key(s, "epoch", n) }

// ParseSeed returns the seed that is written as 64 hexadecimal digits.
func ParseSeed(digits string) (Seed, error) {
	var seed Seed
	if len(digits) != hex.EncodedLen(len(seed)) {
		return seed, fmt.Errorf("a seed is %d hexadecimal digits, not %d", hex.EncodedLen(len(seed)), len(digits))
	}
	if _, err := hex.Decode(seed[:], []byte(digits)); err != nil {
		return Seed{}, fmt.Errorf("a seed is %d hexadecimal digits: %w", hex.EncodedLen(len(seed)), err)
	}
	return seed, nil
}

// String returns the seed as 64 hexadecimal digits, which [ParseSeed] reads.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }
