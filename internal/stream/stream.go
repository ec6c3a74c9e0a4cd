// Package stream is the streams of random words that a seed names, as SPEC.md defines
// them, and uniform integers from them. It imports only the standard library and chacha8.
package stream

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"

	"github.com/yates-shuffle/yates/internal/chacha8"
)

// A Stream is one of a seed's streams of random 64-bit words. Call Reset before using a
// zero Stream. It is not safe for concurrent use.
type Stream struct{ chacha8.Rand }

// Reset makes s the stream(label, k) of the seed.
func (s *Stream) Reset(seed [32]byte, label string, k uint64) { s.Seed(Key(seed, label, k)) }

// Below returns a uniform integer in [0, n), for n > 0.
func (s *Stream) Below(n uint64) uint64 {
	for {
		if i, ok := Scale(s.Uint64(), n); ok {
			return i
		}
	}
}

// Scale makes a uniform integer in [0, n) of the uniform word x, or rejects x.
// n is not 0.
//
// The product x·n, as a 128-bit number hi·2⁶⁴ + lo, has hi in [0, n). For each
// hi, the words x with that hi give products that are n apart from each other
// and lie within an interval of 2⁶⁴ numbers; so each hi has ⌊2⁶⁴/n⌋ or one more
// of them. Of those whose lo is at least 2⁶⁴ mod n there are ⌊2⁶⁴/n⌋ for every
// hi, because the rest of the interval holds a whole multiple of n numbers. So
// with the others rejected, each hi comes from equally many words. (Lemire, Fast
// Random Integer Generation in an Interval, ACM TOMACS 29(1), 2019,
// https://arxiv.org/abs/1805.10941.)
//
// 2⁶⁴ mod n is less than n, so the division that it costs is needed with
// probability n/2⁶⁴, and a word is rejected with less than that.
func Scale(x, n uint64) (i uint64, ok bool) {
	hi, lo := bits.Mul64(x, n)
	return hi, lo >= n || lo >= -n%n // -n is 2⁶⁴ − n, which is 2⁶⁴ modulo n
}

// Key derives the ChaCha8Rand key of stream(label, k).
func Key(seed [32]byte, label string, k uint64) [32]byte {
	var number [8]byte
	binary.BigEndian.PutUint64(number[:], k)
	return Hash(seed, label, number[:])
}

// Hash hashes what all hashes of Order 1 begin with, and the given bytes. The label has no
// NUL byte, so no two labels hash the same bytes.
func Hash(seed [32]byte, label string, rest []byte) [32]byte {
	const name = "yates order 1"
	var buf [128]byte // most keys are short: no allocation
	b := append(buf[:0], name...)
	b = append(b, 0)
	b = append(b, label...)
	b = append(b, 0)
	b = append(b, seed[:]...)
	return sha256.Sum256(append(b, rest...))
}
