package order

import (
	"encoding/binary"
	"math/big"
	"sort"

	"github.com/yates-shuffle/yates/internal/stream"
)

// Parts are parts that records go to by their keys, so that no other record moves one from its part. They are the ends
// of the parts but the last, as the words below them.
type Parts []uint64

// NewParts returns parts with these shares of 1. It panics if a share is negative, or if they come to more than 1.
func NewParts(shares ...*big.Rat) (parts Parts) {
	sum := new(big.Rat)
	for _, share := range shares {
		if sum.Add(sum, share); share.Sign() < 0 || sum.Cmp(big.NewRat(1, 1)) > 0 {
			panic("order: NewParts of shares that are negative or come to more than 1")
		}
		end := new(big.Int).Lsh(sum.Num(), 64)
		end.Add(end, sum.Denom()).Sub(end, big.NewInt(1)).Quo(end, sum.Denom())
		if end.IsUint64() {
			parts = append(parts, end.Uint64())
		}
	}
	return parts
}

// KeyHash returns the hash of a key by which [Parts] divide keys, and by which an order by key sorts them: the smallest
// first, by all 32 bytes. So the parts are intervals of that order, and its first keys are a sample that stays. It
// takes O(len(key)) time. No two keys with the same hash are known.
//
// The order of keys is uniform as far as SHA-256 under a secret seed is a random function; but keys that two inputs
// have in common come in the same order in both.
func KeyHash(seed Seed, key []byte) [32]byte { return stream.Hash(seed, "part", key) }

// Of returns the part, counted from 0, of the records with a key, under a seed. If the shares come to less than 1, it
// returns the number of parts for those in none. It takes O(len(key)) time.
//
// Keys are divided as if each drew its part, with its share as the probability up to 2⁻⁶⁴, as far as SHA-256 under a
// secret seed is a random function. So the sizes of parts are random. A part that grows at its end takes from the next
// one alone, and all else stays.
func (p Parts) Of(seed Seed, key []byte) int {
	h := KeyHash(seed, key)
	word := binary.BigEndian.Uint64(h[:])
	return sort.Search(len(p), func(i int) bool { return word < p[i] })
}
