package gather

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// Strata divide the order among parts, so that each has each class in proportion.
type Strata struct {
	Census *scatter.Census
	key    *record.Key
	seed   order.Seed
	most   int64                   // bytes for what follows
	spare  int64                   // of them, which do not depend on what is allowed
	ids    map[scatter.Class]int32 // numbers the classes in the order of their hashes
	sizes  []int64                 // of the classes, in records or groups

	ends  []int64 // [class·parts + part]: how many of the class are in the parts up to this one
	parts int
	seen  []int64 // records of each class
	in    []int32 // the part of each class that its next record goes to

	small []int32    // the first classes that have fewer records than are taken
	mu    sync.Mutex // guards names
	names [][]string // their texts, when they have been met
}

// NewStrata returns strata by a key, of which nothing is known. They take an eighth of the memory and some to spare.
func NewStrata(seed order.Seed, by *record.Key, memory, spare int64) *Strata {
	most := memory/8 + spare
	return &Strata{Census: scatter.NewCensus(most), key: by, seed: seed, most: most, spare: spare}
}

// Key returns the key of classes.
func (s *Strata) Key() *record.Key { return s.key }

// Number numbers the classes, when all have been counted.
func (s *Strata) Number() {
	count := s.Census.Count
	s.ids, s.sizes = make(map[scatter.Class]int32, len(count)), nil
	hashes := slices.Collect(maps.Keys(count))
	slices.SortFunc(hashes, func(a, b scatter.Class) int { return bytes.Compare(a[:], b[:]) })
	for i, h := range hashes {
		s.ids[h] = int32(i)
		s.sizes = append(s.sizes, count[h])
	}
	s.seen, s.in = make([]int64, len(s.sizes)), make([]int32, len(s.sizes))
}

// Class returns the number of the class of records with a key. It is safe for concurrent use.
func (s *Strata) Class(key []byte) (int32, error) {
	id, ok := s.ids[order.ClassHash(s.seed, key)]
	if !ok {
		return 0, errors.New("a record is not what it was when it was counted")
	}
	s.meet(id, key)
	return id, nil
}

// ClassesBelow returns how many classes have fewer than n records.
func (s *Strata) ClassesBelow(n int64) (classes int) {
	for _, size := range s.sizes {
		if size < n {
			classes++
		}
	}
	return classes
}

// meet notes the texts of a class that has few records. It is safe for concurrent use.
func (s *Strata) meet(class int32, key []byte) {
	if i := slices.Index(s.small, class); i >= 0 {
		s.mu.Lock()
		s.names[i] = s.key.Texts(key)
		s.mu.Unlock()
	}
}

// Take takes the first records of each class, up to most, as the one part.
func (s *Strata) Take(most int64) {
	s.parts = 1
	const named = 3
	for class, n := range s.sizes {
		if s.ends = append(s.ends, min(n, most)); n < most && len(s.small) < named {
			s.small = append(s.small, int32(class))
		}
	}
	s.names = make([][]string, len(s.small))
}

// Divide divides the classes among parts of these sizes.
func (s *Strata) Divide(sizes []int64) error {
	s.parts = len(sizes)
	const bytes = 16 // of each class in each part, while they are allotted
	if need := int64(len(s.sizes)) * int64(len(sizes)) * bytes; need > s.most {
		return &failure.MemoryError{What: fmt.Sprintf("dividing %d classes among %d parts", len(s.sizes), len(sizes)),
			Need: uint64(8 * (need - s.spare)), Allowed: uint64(8 * (s.most - s.spare))} // an eighth is for them
	}
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
func (s *Strata) total() (n int64) {
	for _, size := range s.sizes {
		n += size
	}
	return n
}

// Whole reports whether all records are in a part.
func (s *Strata) Whole() bool {
	wanted := int64(0)
	for i := s.parts - 1; i < len(s.ends); i += s.parts {
		wanted += s.ends[i]
	}
	return wanted == s.total()
}

// Deal returns the part of the next record of a class.
func (s *Strata) Deal(class int32) int {
	ends := s.ends[int(class)*s.parts:][:s.parts]
	part := int(s.in[class])
	for part < s.parts && s.seen[class] == ends[part] {
		part++
	}
	s.in[class] = int32(part)
	s.seen[class]++
	return part
}

// SmallClasses returns the texts of the first classes that have fewer records than were taken, when these have been
// written.
func (s *Strata) SmallClasses() [][]string { return s.names }
