package records

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"slices"
)

// A unique remembers the records that have been there, by hashes of 16 bytes. Their key
// is secret and new each time, so nobody can make two records with the same hash; that
// two of n have it by chance has the probability n²/2¹²⁹.
type unique struct {
	secret [16]byte
	seen   map[recordHash]struct{}
	most   int   // records, for which there is memory
	long   int64 // a record that is longer is not held in memory
}

type recordHash [16]byte

// uniqueBytes is about what a map takes for each hash, at most.
const uniqueBytes = 40

// newUnique returns a unique that takes that many bytes.
func newUnique(memory, long int64) *unique {
	u := &unique{seen: map[recordHash]struct{}{}, most: int(memory / uniqueBytes), long: long}
	rand.Read(u.secret[:]) // never fails: it crashes the program instead
	return u
}

// hash returns the hash of a record; buf is memory for it.
func (u *unique) hash(buf []byte, text []byte) (recordHash, []byte) {
	buf = append(append(buf[:0], u.secret[:]...), text...)
	sum := sha256.Sum256(buf)
	return recordHash(sum[:]), buf
}

// A duplicates is what a worker needs to drop records that were there before.
type duplicates struct {
	buf    []byte
	hashes []recordHash
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
		var h recordHash
		h, r.buf = u.hash(r.buf, textOf(data, starts, i))
		r.hashes = append(r.hashes, h)
	}
}

// mark marks the records that are kept, in turn, and returns how many these are.
func (r *duplicates) mark(u *unique, data []byte, starts []uint32) (kept int64, err error) {
	r.keep = slices.Grow(r.keep[:0], len(starts))
	for i := range starts {
		var h recordHash
		if i < len(r.hashes) {
			h = r.hashes[i]
		} else {
			h, r.buf = u.hash(r.buf, textOf(data, starts, i))
		}
		_, seen := u.seen[h]
		r.keep = append(r.keep, !seen)
		if seen {
			continue
		}
		if len(u.seen) == u.most {
			return 0, &TooManyError{"different records", u.most}
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

// textOf returns record i of data, in which the records have these starts.
func textOf(data []byte, starts []uint32, i int) []byte {
	if i+1 < len(starts) {
		return data[starts[i]:starts[i+1]]
	}
	return data[starts[i]:]
}

// A LongError reports a record of more than Most bytes, which is too long to compare with
// others in the memory allowed.
type LongError struct{ Most int64 }

func (e *LongError) Error() string {
	return fmt.Sprintf("a record of more than %s is too long to be compared with others", sizeText(e.Most))
}
