package order

import "crypto/sha256"

// GroupBucket returns the bucket, in [0, [Buckets]), of the records that have the
// given key in common, where it is groups that are shuffled: the first 12 bits of
// a hash of the seed and the key. Within its bucket, a group stands where its
// first record stands in the input, and [ShuffleBucket] shuffles the groups. It
// takes O(len(key)) time.
//
// The buckets of different keys are independent and uniform as far as SHA-256
// under a secret seed is a random function, so what is said of records holds for
// groups: each of their orders is equally likely.
func GroupBucket(seed Seed, key []byte) int {
	const label = "yates order 1\x00group\x00"
	var buf [128]byte // most keys are short: no allocation
	b := append(buf[:0], label...)
	b = append(b, seed[:]...)
	b = append(b, key...)
	h := sha256.Sum256(b)
	return int(h[0])<<4 | int(h[1])>>4
}
