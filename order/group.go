package order

import "crypto/sha256"

// HashSize is the size of the hash of a key.
const HashSize = sha256.Size

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
	h := keyHash(seed, "group", key)
	return int(h[0])<<4 | int(h[1])>>4
}

// StratumHash returns the hash of the key that the records of one class have in common,
// by which [Allot] settles ties between classes. It takes O(len(key)) time. Different
// keys have different hashes, as far as anyone knows.
func StratumHash(seed Seed, key []byte) [HashSize]byte { return keyHash(seed, "stratum", key) }

func keyHash(seed Seed, label string, key []byte) [HashSize]byte {
	var buf [128]byte // most keys are short: no allocation
	b := append(buf[:0], "yates order 1\x00"...)
	b = append(b, label...)
	b = append(b, 0)
	b = append(b, seed[:]...)
	return sha256.Sum256(append(b, key...))
}
