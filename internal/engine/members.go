package engine

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// members say of which class each record of an urn is.
type members struct {
	most   int64            // bytes
	mu     sync.Mutex       // guards ids and values
	ids    map[string]int32 // of the classes, by key
	values []string         // how those of each class begin
	of     []int32          // the class of each record, in input order
	sizes  []int            // of the classes, if their number matters: they are numbered by their first records then
}

// drawBytes is about what each record and each draw take at most, here and in order.Mixture.
const drawBytes = 32

// check returns an error if there is no memory for so many draws from the records.
func (m *members) check(draws float64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	need := (float64(len(m.of))+draws)*drawBytes + float64(len(m.values))*classBytes
	if need <= float64(m.most) {
		return nil
	}
	what := fmt.Sprintf("a balance of %.0f records", draws)
	if draws == 0 { // as it is still reading
		what = "a balance of the first " + label.Plural(int64(len(m.of)), "record")
	}
	// A third is for them.
	return &failure.MemoryError{What: what, Need: uint64(min(3*need, math.MaxInt64)), Allowed: 3 * uint64(m.most)}
}

// id returns the number of the class of a record with a key, or of one that is a class of its own. It is safe for
// concurrent use.
func (m *members) id(by *keys, key []byte, own bool) int32 {
	m.mu.Lock()
	defer m.mu.Unlock()
	id, ok := m.ids[string(brief(key))]
	if !ok || own {
		id = int32(len(m.values))
		if !own {
			m.ids[string(brief(key))] = id
		}
		value := strings.Join(by.Texts(key), ", ")
		m.values = append(m.values, strings.Clone(value[:min(len(value), 40)]))
	}
	return id
}

// add adds the next records, which have these classes.
func (m *members) add(some []int32) error {
	m.of = append(m.of, some...)
	return m.check(0)
}

// finish numbers the classes.
func (m *members) finish() {
	numbers := slices.Repeat([]int32{-1}, len(m.values))
	for i, id := range m.of {
		if numbers[id] < 0 {
			numbers[id] = int32(len(m.sizes))
			m.sizes = append(m.sizes, 0)
		}
		m.of[i] = numbers[id]
		m.sizes[m.of[i]]++
	}
}

// enroll finds the classes of the records of an urn.
func (w *scatterer) enroll(first int64, c input.Chunk) error {
	w.enrolled = w.enrolled[:0]
	key, most := w.keys.stratifyBy, int64(math.MaxInt64)
	if w.keys.apartBy != nil {
		key, most = w.keys.apartBy, int64(order.ApartLimit(w.of.opt.run()))
	}
	return w.eachKey(key, first, c, func(i int, alone bool) error {
		number := first + int64(i)
		if number >= most {
			return &failure.ApartError{Fit: int(most)}
		}
		own := alone && key == w.keys.apartBy
		w.enrolled = append(w.enrolled, w.of.members.id(key, w.keyBuf, own))
		return nil
	})
}

// Classes returns how many records each class of the rule has.
func (u *Urn) Classes() []int { return u.members.sizes }

// DrawEach writes n records of each class of the rule, or, if n is negative, as many as the largest class
// has: the records of a smaller one come again when all of them have come.
func (u *Urn) DrawEach(ctx context.Context, w io.Writer, n int64) error {
	m, sizes := u.members, u.members.sizes
	if n < 0 {
		n = int64(slices.Max(append(sizes, 0)))
	}
	draws := float64(n) * float64(len(sizes))
	if err := m.check(draws); err != nil {
		return err
	}
	next, end := make([]int, len(sizes)), 0 // where the next record of each class goes
	for c, size := range sizes {
		next[c] = end
		end += size
	}
	records := make([]uint64, end) // class by class
	for i, c := range m.of {
		records[next[c]] = uint64(i)
		next[c]++
	}
	mixture := order.Mixture(*u.c.opt.Seed, sizes, slices.Repeat([]int{int(n)}, len(sizes)))
	return u.draw(ctx, w, int64(draws), func() func(dst []uint64) []uint64 {
		return limited(uint64(draws), func(dst []uint64) {
			for i := range dst {
				dst[i], mixture = records[mixture[0]], mixture[1:]
			}
		})
	})
}
