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
	most   int // records, for which there is memory

	key func() (*keys, error) // of what is compared in place of records, or nil
}

type recordHash [16]byte

// uniqueBytes is about what a map takes for each hash, at most.
const uniqueBytes = 40

// newUnique returns a unique that takes that many bytes.
func newUnique(memory int64, key func() (*keys, error)) *unique {
	u := &unique{seen: map[recordHash]struct{}{}, most: int(memory / uniqueBytes), key: key}
	rand.Read(u.secret[:]) // never fails: it crashes the program instead
	return u
}

// A dropper is what a worker needs to drop records: those that were there before, or have no value.
type dropper struct {
	buf    []byte
	hashes []recordHash // of the first records
	keep   []bool
	data   []byte
}

// hashedAhead is how many records of a chunk are hashed at most before it is their turn: hashes of
// short records take much more memory than these do.
const hashedAhead = 64 << 10

// hash hashes the first records of a chunk.
func (r *dropper) hash(u *unique, data []byte, starts []uint32) {
	r.hashes = slices.Grow(r.hashes[:0], min(len(starts), hashedAhead))
	for i := range min(len(starts), hashedAhead) {
		h, err := r.hashOf(u, textOf(data, starts, i), 0)
		if err != nil {
			return // mark meets it again, and knows the record's number
		}
		r.hashes = append(r.hashes, h)
	}
}

// noValue takes the place of the hash of a record that is not to be compared with others.
var noValue recordHash

// hashOf returns the hash of a record, of a number, or of its key.
func (r *dropper) hashOf(u *unique, text []byte, number int64) (h recordHash, err error) {
	r.buf = append(r.buf[:0], u.secret[:]...)
	if u.key == nil {
		r.buf = append(r.buf, text...)
	} else {
		key, err := u.key()
		if err != nil {
			return h, err
		}
		has := false
		if r.buf, has, err = key.append(r.buf, text, false, uint64(number)); err != nil {
			return h, err
		}
		if !has && key.missing != MissingDrop { // which complete counts
			key.without.Add(1)
		}
		if key.alone(has) {
			return noValue, nil
		}
	}
	sum := sha256.Sum256(r.buf)
	return recordHash(sum[:]), nil
}

// mark marks the records that are kept, in turn, and returns how many these are.
func (w *scatterer) mark(data []byte) (kept int64, err error) {
	w.drop.keep = slices.Grow(w.drop.keep[:0], len(w.starts))
	for i := range w.starts {
		text, keep := textOf(data, w.starts, i), true
		if w.drops {
			keep, err = w.complete(i, text)
		}
		if keep && err == nil && w.unique != nil {
			keep, err = w.isNew(i, text)
		}
		if err != nil {
			return 0, err
		}
		if w.drop.keep = append(w.drop.keep, keep); keep {
			kept++
		}
	}
	return kept, nil
}

// complete reports whether record i of a chunk has all values.
func (w *scatterer) complete(i int, text []byte) (bool, error) {
	all := true
	for _, lookUp := range []func() (*keys, error){w.group, w.class, w.distinct} {
		if lookUp == nil {
			continue
		}
		key, err := lookUp()
		if err != nil {
			return false, err
		}
		has := false
		if w.keyBuf, has, err = key.append(w.keyBuf[:0], text, false, uint64(w.read)+uint64(i)); err != nil {
			return false, err
		}
		if !has {
			key.without.Add(1)
			all = false
		}
	}
	return all, nil
}

// isNew reports whether record i of a chunk was not there before.
func (w *scatterer) isNew(i int, text []byte) (is bool, err error) {
	u, h := w.unique, recordHash{}
	if i < len(w.drop.hashes) {
		h = w.drop.hashes[i]
	} else if h, err = w.drop.hashOf(u, text, w.read+int64(i)); err != nil {
		return false, err
	}
	if h == noValue {
		return true, nil
	}
	if _, seen := u.seen[h]; seen {
		return false, nil
	}
	if len(u.seen) == u.most {
		return false, &TooManyError{What: "different records", Most: u.most}
	}
	u.seen[h] = struct{}{}
	return true, nil
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
