package engine

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// A class is the records that have the same texts in the columns of Classes, or the groups whose
// first records have them.
// It is known by the hash of its key, so that a long key takes no more memory.
type class = [32]byte

// classBytes is about what each class takes at most: in a map of counts, in one of numbers
// and in a list.
const classBytes = 240

// A census counts the records, or groups, of each class.
type census struct {
	most  int        // classes, for which there is memory
	mu    sync.Mutex // guards count
	count map[class]int64
}

// newCensus returns a census of no classes, within so much memory.
func newCensus(memory int64) *census {
	return &census{most: int(memory / classBytes), count: map[class]int64{}}
}

// note counts one of a class for a worker, who has these sizes and keeps only some of them to itself.
func (c *census) note(sizes map[class]int64, of class) error {
	sizes[of]++
	const many = 4096
	if len(sizes) < many {
		return nil
	}
	return c.add(sizes)
}

// add adds what a worker has counted, and clears that. It is safe for concurrent use.
func (c *census) add(sizes map[class]int64) error {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for class, n := range sizes {
		c.count[class] += n
	}
	clear(sizes)
	if len(c.count) > c.most {
		return &failure.TooManyError{What: "classes", Most: c.most}
	}
	return nil
}

// strata divide the order among parts, so that each has each class in proportion; or, if keys decide the parts, a class
// is a part, or the records of none.
type strata struct {
	opt    *Options
	key    *keys
	census *census
	ids    map[class]int32 // numbers the classes in the order of their hashes
	sizes  []int64         // of the classes, in records or groups
	most   int64           // bytes for what follows

	ends  []int64 // [class·parts + part]: how many of the class are in the parts up to this one
	parts int
	seen  []int64 // records of each class
	in    []int32 // the part of each class that its next record goes to
	part  int     // of the record that is being written, or parts: none

	few   []int32    // the first classes that have fewer records than are taken
	names [][]string // their texts, when they have been met; guarded by mu of the census
}

// number numbers the classes, when all have been counted.
func (s *strata) number() {
	count := s.census.count
	s.ids, s.sizes = make(map[class]int32, len(count)), nil
	hashes := slices.Collect(maps.Keys(count))
	slices.SortFunc(hashes, func(a, b class) int { return bytes.Compare(a[:], b[:]) })
	for i, h := range hashes {
		s.ids[h] = int32(i)
		s.sizes = append(s.sizes, count[h])
	}
}

// keyOf returns the key of a record, of which the front is enough, in the memory of another one.
func (s *strata) keyOf(text, buf []byte) (key []byte, err error) {
	key, _, err = s.key.append(buf[:0], text, false, 0)
	return key, err
}

// idOf returns the number of the class of records with a key. It is safe for concurrent use.
func (s *strata) idOf(key []byte) (int32, error) {
	if s.opt.Shares != nil {
		return int32(s.opt.Shares.Of(*s.opt.Seed, key)), nil
	}
	id, ok := s.ids[order.StratumHash(*s.opt.Seed, key)]
	if !ok {
		return 0, errors.New("a record is not what it was when it was counted")
	}
	s.meet(id, key)
	return id, nil
}

// fewer returns how many classes have fewer than n records.
func (s *strata) fewer(n int64) (classes int) {
	for _, size := range s.sizes {
		if size < n {
			classes++
		}
	}
	return classes
}

// meet notes the texts of a class that has few records. It is safe for concurrent use.
func (s *strata) meet(class int32, key []byte) {
	if i := slices.Index(s.few, class); i >= 0 {
		s.census.mu.Lock()
		s.names[i] = s.key.Texts(key)
		s.census.mu.Unlock()
	}
}

// take takes the first records of each class, up to most, as the one part.
func (s *strata) take(most int64) {
	s.parts = 1
	const named = 3
	for class, n := range s.sizes {
		if s.ends = append(s.ends, min(n, most)); n < most && len(s.few) < named {
			s.few = append(s.few, int32(class))
		}
	}
	s.names = make([][]string, len(s.few))
	s.seen, s.in = make([]int64, len(s.sizes)), make([]int32, len(s.sizes))
}

// divide divides the classes among parts of these sizes.
func (s *strata) divide(sizes []int64) error {
	s.parts = len(sizes)
	if s.opt.Shares != nil {
		s.seen = make([]int64, s.parts+1)
		return nil
	}
	const bytes = 16 // of each class in each part, while they are allotted
	if need := int64(len(s.sizes)) * int64(len(sizes)) * bytes; need > s.most {
		return &failure.MemoryError{What: fmt.Sprintf("dividing %d classes among %d parts", len(s.sizes), len(sizes)),
			Need: uint64(8 * (need - base/4)), Allowed: uint64(8 * (s.most - base/4))} // an eighth is for them
	}
	s.seen, s.in = make([]int64, len(s.sizes)), make([]int32, len(s.sizes))
	left := s.total()
	sizes = slices.Clone(sizes)
	for i := range sizes {
		sizes[i] = min(sizes[i], left)
		left -= sizes[i]
	}
	for _, allotted := range order.Allot(s.sizes, sizes) {
		end := int64(0)
		for _, n := range allotted {
			end += n
			s.ends = append(s.ends, end)
		}
	}
	return nil
}

// total returns how many records, or groups, there are.
func (s *strata) total() (n int64) {
	for _, size := range s.sizes {
		n += size
	}
	return n
}

// wanted returns how many records are in any part.
func (s *strata) wanted() (n int64) {
	for i := s.parts - 1; i < len(s.ends); i += s.parts {
		n += s.ends[i]
	}
	return n
}

// next returns the part of the next record of a class.
func (s *strata) next(class int32) int {
	if s.opt.Shares != nil {
		s.seen[class]++
		return int(class)
	}
	ends := s.ends[int(class)*s.parts:][:s.parts]
	part := int(s.in[class])
	for part < s.parts && s.seen[class] == ends[part] {
		part++
	}
	s.in[class] = int32(part)
	s.seen[class]++
	return part
}
