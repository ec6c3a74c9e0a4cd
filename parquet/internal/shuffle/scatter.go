package shuffle

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/parquet/internal/column"
)

// scatter reads all column chunks and adds their rows to the units. Chunks are read in parallel, as nothing of one
// is needed for another.
func (j *job) scatter(ctx context.Context) error {
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(j.Workers)
	idle := sync.Pool{New: func() any { return &scatterer{job: j} }}
	err := j.in.each(func(s *source, group int, first int64) error {
		for c := range j.in.kinds {
			all.Go(func() error {
				w, first := idle.Get().(*scatterer), first
				defer idle.Put(w)
				return j.in.read(ctx, &w.from, s, group, c, func(rows *column.Rows) error {
					n := rows.Len(j.kinds[c])
					err := w.scatter(c, first, n, rows)
					first += int64(n)
					j.Read.Add(int64(n))
					return err
				})
			})
		}
		return context.Cause(ctx)
	})
	if err := cmp.Or(all.Wait(), err); err != nil || len(j.store.runs) == 0 {
		return err
	}
	return j.store.spill() // as gathering needs the memory
}

// A scatterer scatters column chunks, one after the other. It keeps its memory.
type scatterer struct {
	*job
	from   column.Reader
	digits []uint16
	sorted []uint32 // rows, by their units
	at     []int    // where those of each unit begin in sorted
}

// scatter adds n rows of a column, from one row on, to their units, in input order; with those of the first column go
// the digits, or places.
func (w *scatterer) scatter(c int, first int64, n int, rows *column.Rows) error {
	w.digits = w.digitsOf(w.digits, first, n)
	w.sorted, w.at = byClass(w.sorted, w.at, w.digits, &w.unit, len(w.units))
	err := w.add(c, first, rows)
	if err != nil || c > 0 {
		return err
	}
	numbers := column.OfNumbers(w.digits)
	if w.in.places != nil {
		numbers = column.OfNumbers(w.in.places[first:][:n])
	}
	return w.add(len(w.in.kinds), first, numbers)
}

// add adds the sorted rows of a column.
func (w *scatterer) add(c int, first int64, rows *column.Rows) error {
	size := int64(len(rows.Data)) * int64(len(w.sorted)) / int64(max(len(w.digits), 1)) // about
	b := block{first: first, data: make([]byte, 0, size), ends: make([]uint32, 1, len(w.units)+1)}
	for u := range w.units {
		b.data = rows.Append(b.data, w.kinds[c], w.sorted[w.at[u]:w.at[u+1]])
		b.ends = append(b.ends, uint32(len(b.data)))
	}
	return w.store.add(c, b)
}

// digitsOf returns the digits of n rows from a number on: those of Order 1, or, if keys decide the order, parts of it.
func (j *job) digitsOf(room []uint16, first int64, n int) []uint16 {
	room = slices.Grow(room[:0], n)[:n]
	if j.in.places != nil {
		for i, place := range j.in.places[first:][:n] {
			room[i] = uint16(min(uint64(place)*order.Buckets/max(uint64(j.in.placed), 1), order.Buckets))
		}
		return room
	}
	var digits order.Digits
	digits.Seek(j.Seed, uint64(first))
	digits.Fill(room)
	return room
}

// A classOf says which class each digit has, or none. The last one is for rows without a digit.
type classOf [order.Buckets + 1]int32

// none is the class of digits that are left out.
const none = -1

// byClass returns the numbers of rows with these digits, by their classes and else in order, and where each class
// begins and the last one ends. It needs room, which may have been used before.
func byClass(sorted []uint32, at []int, digits []uint16, class *classOf, classes int) ([]uint32, []int) {
	sorted, at = slices.Grow(sorted[:0], len(digits))[:len(digits)], slices.Grow(at[:0], classes+2)[:classes+2]
	clear(at)
	for _, d := range digits {
		at[class[d]+2]++ // those without a class come first
	}
	at[0], at[1] = 0, 0
	for c := range classes {
		at[c+2] += at[c+1]
	}
	for row, d := range digits {
		if c := class[d]; c != none {
			sorted[at[c+1]] = uint32(row)
			at[c+1]++
		}
	}
	return sorted[:at[classes]], at[:classes+1]
}
