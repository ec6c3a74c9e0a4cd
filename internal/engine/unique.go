package engine

import (
	"crypto/rand"
	"crypto/sha256"
	"slices"

	"github.com/yates-shuffle/yates/records/failure"
)

// A unique remembers the records that have been there, by hashes of 16 bytes. Their key
// is secret and new each time, so nobody can make two records with the same hash; that
// two of n have it by chance has the probability n²/2¹²⁹.
type unique struct {
	secret [16]byte
	seen   map[recordHash]struct{}
	most   int   // records, for which there is memory
	long   int64 // a record that is longer is not held in memory
	read   int64 // records, with those that were there before

	key func() (*keys, error) // of what is compared in place of records, or nil
}

type recordHash [16]byte

// uniqueBytes is about what a map takes for each hash, at most.
const uniqueBytes = 40

// newUnique returns a unique that takes that many bytes.
func newUnique(memory, long int64, key func() (*keys, error)) *unique {
	u := &unique{seen: map[recordHash]struct{}{}, most: int(memory / uniqueBytes), long: long, key: key}
	rand.Read(u.secret[:]) // never fails: it crashes the program instead
	return u
}

// A duplicates is what a worker needs to drop records that were there before.
type duplicates struct {
	buf    []byte
	hashes []recordHash // of the first records
	keep   []bool
	data   []byte
}

// hashedAhead is how many records of a chunk are hashed at most before it is their turn: hashes of
// short records take much more memory than these do.
const hashedAhead = 64 << 10

// hash hashes the first records of a chunk.
func (r *duplicates) hash(u *unique, data []byte, starts []uint32) {
	r.hashes = slices.Grow(r.hashes[:0], min(len(starts), hashedAhead))
	for i := range min(len(starts), hashedAhead) {
		h, err := r.hashOf(u, textOf(data, starts, i))
		if err != nil {
			return // mark meets it again, and knows the record's number
		}
		r.hashes = append(r.hashes, h)
	}
}

// hashOf returns the hash of a record, or of its key.
func (r *duplicates) hashOf(u *unique, text []byte) (h recordHash, err error) {
	r.buf = append(r.buf[:0], u.secret[:]...)
	if u.key == nil {
		r.buf = append(r.buf, text...)
	} else if key, err := u.key(); err != nil {
		return h, err
	} else if r.buf, err = key.Append(r.buf, text); err != nil {
		return h, err
	}
	sum := sha256.Sum256(r.buf)
	return recordHash(sum[:]), nil
}

// mark marks the records that are kept, in turn, and returns how many these are.
func (r *duplicates) mark(u *unique, data []byte, starts []uint32) (kept int64, err error) {
	r.keep = slices.Grow(r.keep[:0], len(starts))
	for i := range starts {
		u.read++
		var h recordHash
		if i < len(r.hashes) {
			h = r.hashes[i]
		} else if h, err = r.hashOf(u, textOf(data, starts, i)); err != nil {
			return 0, &failure.RecordError{Record: u.read, Err: err}
		}
		_, seen := u.seen[h]
		r.keep = append(r.keep, !seen)
		if seen {
			continue
		}
		if len(u.seen) == u.most {
			return 0, &failure.TooManyError{What: "different records", Most: u.most}
		}
		u.seen[h] = struct{}{}
		kept++
	}
	return kept, nil
}

// drop returns the records that are kept, and where they start.
func (r *duplicates) drop(data []byte, starts []uint32) ([]byte, []uint32) {
	r.data = r.data[:0]
	kept := 0
	for i, keep := range r.keep {
		if keep {
			text := textOf(data, starts, i)
			starts[kept] = uint32(len(r.data)) // which has been read
			kept++
			r.data = append(r.data, text...)
		}
	}
	return r.data, starts[:kept]
}

// tooLong returns the error of a record that is not held in memory.
func (u *unique) tooLong() error { return &failure.LongError{Most: u.long} }
