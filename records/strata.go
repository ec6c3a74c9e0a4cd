package records

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/yates-shuffle/yates/order"
)

// A class is the records that have the same texts in the columns of Options.StratifyBy, or the groups whose
// first records have them.
// It is known by the hash of its key, so that a long key takes no more memory.
type class = [32]byte

// classBytes is about what each class takes at most: in a map of counts, in one of numbers
// and in a list.
const classBytes = 240

// strata divide the order among parts, so that each has each class in proportion.
type strata struct {
	seed  order.Seed
	key   *keys
	count map[class]int64 // records, or groups, of each class
	mu    sync.Mutex      // guards count and names
	limit int             // of classes
	ids   map[class]int32 // numbers the classes in the order of their hashes
	sizes []int64         // of the classes, in records or groups
	most  int64           // bytes for what follows

	ends  []int64 // [class·parts + part]: how many of the class are in the parts up to this one
	parts int
	seen  []int64 // records of each class
	in    []int32 // the part of each class that its next record goes to
	part  int     // of the record that is being written, or parts: none

	few   []int32    // the first classes that have fewer records than are taken
	names [][]string // their texts, when they have been met
}

// newStrata returns the strata of the classes that were counted.
func newStrata(seed order.Seed, key *keys, count map[class]int64, limit int, most int64) *strata {
	s := &strata{seed: seed, key: key, count: count, limit: limit, most: most}
	s.number()
	return s
}

// number numbers the classes.
func (s *strata) number() {
	s.ids, s.sizes = make(map[class]int32, len(s.count)), nil
	hashes := slices.Collect(maps.Keys(s.count))
	slices.SortFunc(hashes, func(a, b class) int { return bytes.Compare(a[:], b[:]) })
	for i, h := range hashes {
		s.ids[h] = int32(i)
		s.sizes = append(s.sizes, s.count[h])
	}
}

// add counts a group whose class has that key. It is safe for concurrent use.
func (s *strata) add(key []byte) error {
	hash := order.StratumHash(s.seed, key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count[hash]++; len(s.count) > s.limit {
		return &TooManyError{What: "classes", Most: s.limit}
	}
	return nil
}

// meet notes the texts of a class that has few records. It is safe for concurrent use.
func (s *strata) meet(class int32, key []byte) {
	if i := slices.Index(s.few, class); i >= 0 {
		s.mu.Lock()
		s.names[i] = s.key.Texts(key)
		s.mu.Unlock()
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
	const bytes = 16 // of each class in each part, while they are allotted
	if need := int64(len(s.sizes)) * int64(len(sizes)) * bytes; need > s.most {
		return &MemoryError{What: fmt.Sprintf("dividing %d classes among %d parts", len(s.sizes), len(sizes)),
			Need: uint64(8 * (need - base/4)), Allowed: uint64(8 * (s.most - base/4))} // an eighth is for them
	}
	left := int64(0)
	for _, n := range s.sizes {
		left += n
	}
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
	s.seen, s.in = make([]int64, len(s.sizes)), make([]int32, len(s.sizes))
	return nil
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
	ends := s.ends[int(class)*s.parts:][:s.parts]
	part := int(s.in[class])
	for part < s.parts && s.seen[class] == ends[part] {
		part++
	}
	s.in[class] = int32(part)
	s.seen[class]++
	return part
}
