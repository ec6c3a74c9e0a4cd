package scatter

import (
	"crypto/rand"
	"crypto/sha256"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/records/failure"
)

// A Seen remembers the records that have been there, by hashes of 16 bytes. Their key
// is secret and new each time, so nobody can make two records with the same hash; that
// two of n have it by chance has the probability n²/2¹²⁹.
type Seen struct {
	secret [16]byte
	hashes map[recordHash]struct{}
	most   int // records, for which there is memory
}

type recordHash [16]byte

// seenBytes is about what a map takes for each hash, at most.
const seenBytes = 40

// NewSeen returns a memory of that many bytes.
func NewSeen(memory int64) *Seen {
	s := &Seen{hashes: map[recordHash]struct{}{}, most: int(memory / seenBytes)}
	rand.Read(s.secret[:]) // never fails: it crashes the program instead
	return s
}

// remember remembers a record, and reports whether it was not there before.
func (s *Seen) remember(h recordHash) (isNew bool, err error) {
	if h == noValue {
		return true, nil
	}
	if _, seen := s.hashes[h]; seen {
		return false, nil
	}
	if len(s.hashes) == s.most {
		return false, &failure.TooManyError{What: "different records", Most: s.most}
	}
	s.hashes[h] = struct{}{}
	return true, nil
}

// Unique drops the records that were there before.
type Unique struct {
	Idle
	Seen    *Seen
	By      *record.Key // of what is compared in place of records, or nil
	Long    int64       // the most bytes of a record
	Repeats *int64      // records that were there before

	data []byte
	hash []recordHash // of the first records of the lot
}

// hashedAhead is how many records of a lot are hashed at most before its turn: hashes of
// short records take much more memory than these do.
const hashedAhead = 64 << 10

// Ahead hashes the first records.
func (u *Unique) Ahead(l *Lot) error {
	if l.Long > 0 {
		return &failure.LongError{Most: u.Long}
	}
	u.hash = u.hash[:0]
	for i := 0; i < min(len(l.Starts), hashedAhead); i++ {
		if h, ok := u.hashOf(l, i); ok {
			u.hash = append(u.hash, h)
		}
	}
	return nil
}

// InTurn drops repeats.
func (u *Unique) InTurn(l *Lot) error {
	for i := 0; i < len(l.Starts); i++ {
		var h recordHash
		if i < len(u.hash) {
			h = u.hash[i]
		} else if h, _ = u.hashOf(l, i); i == len(l.Starts) {
			break // it ended the lot
		}
		isNew, err := u.Seen.remember(h)
		if err != nil {
			return err
		}
		if !isNew {
			l.Drop(i)
			*u.Repeats++
		}
	}
	return nil
}

// noValue takes the place of the hash of a record that is not to be compared with others.
var noValue recordHash

// hashOf returns the hash of record i, or of its key, unless it ends the lot.
func (u *Unique) hashOf(l *Lot, i int) (h recordHash, ok bool) {
	if l.Dropped(i) {
		return noValue, true
	}
	text, _ := l.Text(i)
	u.data = append(u.data[:0], u.Seen.secret[:]...)
	if u.By == nil {
		u.data = append(u.data, text...)
	} else {
		has, err := false, error(nil)
		if u.data, has, err = u.By.Take(u.data, text, false); err != nil {
			l.Fail(i, err)
			return noValue, false
		}
		if !has {
			u.By.Without.Add(1)
		}
		if u.By.Alone(has) {
			return noValue, true
		}
	}
	sum := sha256.Sum256(u.data)
	return recordHash(sum[:]), true
}
