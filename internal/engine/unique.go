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
	most   int // records, for which there is memory
}

type recordHash [16]byte

// uniqueBytes is about what a map takes for each hash, at most.
const uniqueBytes = 40

// newUnique returns a unique that takes that many bytes.
func newUnique(memory int64) *unique {
	u := &unique{seen: map[recordHash]struct{}{}, most: int(memory / uniqueBytes)}
	rand.Read(u.secret[:]) // never fails: it crashes the program instead
	return u
}

// add remembers a record, and reports whether it was not there before.
func (u *unique) add(h recordHash) (isNew bool, err error) {
	if h == noValue {
		return true, nil
	}
	if _, seen := u.seen[h]; seen {
		return false, nil
	}
	if len(u.seen) == u.most {
		return false, &failure.TooManyError{What: "different records", Most: u.most}
	}
	u.seen[h] = struct{}{}
	return true, nil
}

// A dropper is what a worker needs to drop records: those that were there before, or have no value in a column.
type dropper struct {
	unique *unique // or nil: records may be there more than once
	key    *keys   // of what is compared in place of records, or nil
	values []*keys // in all of which a record must have a value
	buf    []byte
	hashes []recordHash // of the first records
	keep   []bool
	// repeats is how many of the records that were marked last were there before.
	repeats int64
	data    []byte
}

// hashedAhead is how many records of a chunk are hashed at most before it is their turn: hashes of
// short records take much more memory than these do.
const hashedAhead = 64 << 10

// hash hashes the first records of a chunk, if they are to be unique.
func (r *dropper) hash(data []byte, starts []uint32) {
	r.hashes = r.hashes[:0]
	if r.unique == nil {
		return
	}
	r.hashes = slices.Grow(r.hashes, min(len(starts), hashedAhead))
	for i := range min(len(starts), hashedAhead) {
		h, err := r.hashOf(textOf(data, starts, i), 0)
		if err != nil {
			return // mark meets it again, and knows the record's number
		}
		r.hashes = append(r.hashes, h)
	}
}

// noValue takes the place of the hash of a record that is not to be compared with others.
var noValue recordHash

// hashOf returns the hash of a record, of a number, or of its key.
func (r *dropper) hashOf(text []byte, number int64) (h recordHash, err error) {
	r.buf = append(r.buf[:0], r.unique.secret[:]...)
	if r.key == nil {
		r.buf = append(r.buf, text...)
	} else {
		has := false
		if r.buf, has, err = r.key.append(r.buf, text, false, uint64(number)); err != nil {
			return h, err
		}
		if !has && r.key.missing != MissingDrop { // which complete counts
			r.key.without.Add(1)
		}
		if r.key.alone(has) {
			return noValue, nil
		}
	}
	sum := sha256.Sum256(r.buf)
	return recordHash(sum[:]), nil
}

// mark marks the records that are kept, in turn, and returns how many these are. The first one has that number.
func (r *dropper) mark(number int64, data []byte, starts []uint32) (kept int64, err error) {
	r.keep, r.repeats = slices.Grow(r.keep[:0], len(starts)), 0
	for i := range starts {
		text := textOf(data, starts, i)
		keep, err := r.complete(number+int64(i), text)
		if keep && err == nil && r.unique != nil {
			var h recordHash
			if i < len(r.hashes) {
				h = r.hashes[i]
			} else {
				h, err = r.hashOf(text, number+int64(i))
			}
			if err == nil {
				keep, err = r.unique.add(h)
			}
			if !keep {
				r.repeats++
			}
		}
		if err != nil {
			return 0, err
		}
		if r.keep = append(r.keep, keep); keep {
			kept++
		}
	}
	return kept, nil
}

// complete reports whether a record, of a number, has all values.
func (r *dropper) complete(number int64, text []byte) (bool, error) {
	all := true
	for _, key := range r.values {
		buf, has, err := key.append(r.buf[:0], text, false, uint64(number))
		if r.buf = buf; err != nil {
			return false, err
		}
		if !has {
			key.without.Add(1)
			all = false
		}
	}
	return all, nil
}

// kept returns the records that are kept, and where they start.
func (r *dropper) kept(data []byte, starts []uint32) ([]byte, []uint32) {
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
