// Package chacha8 is the ChaCha8Rand generator of math/rand/v2: the same words from the
// same key, two to three times as fast on processors with AVX2. Random words are a large
// part of a shuffle's work. It imports only the standard library.
//
// The generator is specified at https://c2sp.org/chacha8rand.
package chacha8

import (
	"encoding/binary"
	"math/rand/v2"
)

const (
	bufWords = 64 // eight blocks: what block8 makes at a time
	keyWords = 4
)

// A Rand is a generator. Call Seed before using a zero Rand. It is not safe for concurrent
// use.
type Rand struct {
	buf  [bufWords]uint64
	next uint32 // the words that are left are buf[next:]
	half uint32 // of the blocks of the key: 0 or 1
	key  [keyWords]uint64
	std  *rand.ChaCha8 // makes the words where block8 can't
}

// New returns a generator with the given key.
func New(key [32]byte) *Rand {
	r := new(Rand)
	r.Seed(key)
	return r
}

// Seed starts the generator anew with the given key.
func (r *Rand) Seed(key [32]byte) {
	r.next, r.half = bufWords, 0
	if !fast {
		if r.std == nil {
			r.std = new(rand.ChaCha8)
		}
		r.std.Seed(key)
		return
	}
	for i := range r.key {
		r.key[i] = binary.LittleEndian.Uint64(key[8*i:])
	}
}

// Uint64 returns the next word.
func (r *Rand) Uint64() uint64 {
	if x, ok := r.Next(); ok {
		return x
	}
	return r.Refill()
}

// Next returns the next word, or false if Refill must make it. Unlike Uint64 it
// is so short that compilers inline it into a hot loop.
func (r *Rand) Next() (uint64, bool) {
	i := r.next
	if i >= bufWords {
		return 0, false
	}
	r.next = i + 1
	return r.buf[i%bufWords], true
}

// Words returns some of the words that Uint64 would return next, at least one. They are
// valid until the next call. Call Skip with the number of words used.
func (r *Rand) Words() []uint64 {
	if r.next >= bufWords {
		r.Refill()
		r.next-- // it is not used yet
	}
	return r.buf[r.next:]
}

// Skip marks the first n words that Words returned as used.
func (r *Rand) Skip(n int) { r.next += uint32(n) }

// Refill makes more words when none is left, and returns the next one. A key
// makes sixteen blocks, in two halves, and their last four words are the next
// key.
func (r *Rand) Refill() uint64 {
	r.next = 0
	switch {
	case !fast:
		for i := range r.buf {
			r.buf[i] = r.std.Uint64()
		}
	case r.half == 0:
		block8(&r.key, &r.buf, 0)
		r.half = 1
	default:
		block8(&r.key, &r.buf, 8)
		r.half = 0
		copy(r.key[:], r.buf[bufWords-keyWords:])
		copy(r.buf[keyWords:], r.buf[:]) // over the key
		r.next = keyWords
	}
	x, _ := r.Next()
	return x
}
