package urn

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// Members say of which class each record of an urn is. Classes are numbered by their first records.
type Members struct {
	Sizes  []int            // of the classes
	most   int64            // bytes
	ids    map[string]int32 // of the classes, by key
	values []string         // how those of each class begin
	class  []int32          // the class of each record, in input order
}

// drawBytes is about what each record and each draw take at most, here and in order.Mixture.
const drawBytes = 32

// check returns an error if there is no memory for so many draws from the records.
func (m *Members) check(draws float64) error {
	need := (float64(len(m.class))+draws)*drawBytes + float64(len(m.values))*scatter.ClassBytes
	if need <= float64(m.most) {
		return nil
	}
	what := fmt.Sprintf("a balance of %.0f records", draws)
	if draws == 0 { // as it is still reading
		what = "a balance of the first " + label.Plural(int64(len(m.class)), "record")
	}
	// A third is for them.
	return &failure.MemoryError{What: what, Need: uint64(min(3*need, math.MaxInt64)), Allowed: 3 * uint64(m.most)}
}

// Enrolled finds the classes of records.
type Enrolled struct {
	scatter.Idle
	By      *record.Key
	Members *Members
	Most    int // records that can be kept apart, or 0: any number

	keys  []byte // of the lot, one after the other
	ends  []int  // of them
	alone []bool
}

// Ahead finds the keys of a lot.
func (e *Enrolled) Ahead(l *scatter.Lot) error {
	e.keys, e.ends, e.alone = e.keys[:0], e.ends[:0], e.alone[:0]
	return l.EachKey(e.By, func(_ int, key []byte, has bool) error {
		e.keys = append(e.keys, key...)
		e.ends, e.alone = append(e.ends, len(e.keys)), append(e.alone, e.By.Alone(has))
		return nil
	})
}

// InTurn adds the records to their classes.
func (e *Enrolled) InTurn(l *scatter.Lot) error {
	begin := 0
	for i := range l.Starts {
		key := e.keys[begin:e.ends[i]]
		begin = e.ends[i]
		switch {
		case l.Dropped(i):
		case e.Most > 0 && len(e.Members.class) == e.Most:
			return &failure.ApartError{Fit: e.Most}
		default:
			e.Members.enroll(e.By, key, e.alone[i])
		}
	}
	return e.Members.check(0)
}

// enroll adds the next record, which has a key, or is in a class of its own.
func (m *Members) enroll(by *record.Key, key []byte, own bool) {
	id, ok := m.ids[string(record.Brief(key))]
	if !ok || own {
		id = int32(len(m.values))
		if !own {
			m.ids[string(record.Brief(key))] = id
		}
		value := strings.Join(by.Texts(key), ", ")
		m.values, m.Sizes = append(m.values, strings.Clone(value[:min(len(value), 40)])), append(m.Sizes, 0)
	}
	m.class = append(m.class, id)
	m.Sizes[id]++
}

// Each returns n draws from each class, and how many these are. If n is negative, they are as many as the largest class
// has records: those of a smaller one come again when all of them have come.
func (m *Members) Each(seed order.Seed, n int64) (all int64, draw Draws, err error) {
	if n < 0 {
		n = int64(slices.Max(append(m.Sizes, 0)))
	}
	draws := float64(n) * float64(len(m.Sizes))
	if err := m.check(draws); err != nil {
		return 0, nil, err
	}
	next, end := make([]int, len(m.Sizes)), 0 // where the next record of each class goes
	for c, size := range m.Sizes {
		next[c] = end
		end += size
	}
	records := make([]uint64, end) // class by class
	for i, c := range m.class {
		records[next[c]] = uint64(i)
		next[c]++
	}
	mixture := order.Mixture(seed, m.Sizes, slices.Repeat([]int{int(n)}, len(m.Sizes)))
	return int64(draws), Limit(uint64(draws), func(dst []uint64) {
		for i := range dst {
			dst[i], mixture = records[mixture[0]], mixture[1:]
		}
	}), nil
}

// Apart returns the first n places, or all if there are fewer, of an order of the records in which no more than run of
// a class stand in a row. It may take a quarter of a minute.
func (m *Members) Apart(seed order.Seed, run int, n int64) (iter.Seq[uint64], error) {
	places, err := order.Apart(seed, m.class, run)
	if e, crowded := errors.AsType[*order.CrowdedError](err); crowded {
		return nil, &failure.ApartError{Value: m.values[m.class[e.Index]], Count: e.Count, Fit: e.Fit, Run: e.Run}
	}
	return func(yield func(uint64) bool) {
		for _, i := range places[:min(n, int64(len(places)))] {
			if !yield(uint64(i)) {
				return
			}
		}
	}, err
}
