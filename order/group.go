package order

import "github.com/yates-shuffle/yates/internal/stream"

// GroupBucket returns the bucket, in [0, [Buckets]), of the group of records with the
// given key, for shuffles of groups: the first 12 bits of a hash of the seed and the
// key. Before [ShuffleBucket] shuffles them, the groups of a bucket are in the input
// order of their first records. It takes O(len(key)) time.
//
// The buckets of different keys are independent and uniform as far as SHA-256
// under a secret seed is a random function. So groups, like records, have each order
// with the same probability.
func GroupBucket(seed Seed, key []byte) int {
	h := stream.Hash(seed, "group", key)
	return int(h[0])<<4 | int(h[1])>>4
}

// ClassHash returns the hash of the key of a class of records, which [Allot] uses to
// break ties between classes. It takes O(len(key)) time. No two keys with the same hash
// are known.
func ClassHash(seed Seed, key []byte) [32]byte { return stream.Hash(seed, "stratum", key) }
