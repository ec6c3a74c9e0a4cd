package shuffle

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/parquet/internal/column"
)

// scatter reads all column chunks and adds their rows to the units. Chunks are read in parallel, as nothing of one
// is needed for another.
func (j *job) scatter(ctx context.Context) error {
	idle := make(chan *scatterer, j.Workers)
	for range j.Workers {
		idle <- &scatterer{numberer: numberer{job: j}}
	}
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(j.Workers)
	err := j.in.each(func(s *source, group int, first int64) error {
		for c := range j.in.kinds {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			all.Go(func() error {
				w := <-idle
				err := w.chunk(ctx, s, group, c, first)
				idle <- w
				return err
			})
		}
		return nil
	})
	if err := cmp.Or(all.Wait(), err); err != nil || len(j.store.runs) == 0 {
		return err
	}
	return j.store.spill() // as gathering needs the memory
}

// A scatterer scatters column chunks, one after the other. It keeps its memory.
type scatterer struct {
	numberer
	from   column.Reader
	at     []int    // where the rows of each unit begin in sorted
	sorted []uint32 // rows, by their units
	rows   column.Rows
	packed []byte
}

// chunk scatters a column chunk, whose first row has that number.
func (w *scatterer) chunk(ctx context.Context, s *source, group, c int, first int64) error {
	return w.in.read(ctx, &w.from, s, group, c, func(rows *column.Rows) error {
		err := w.scatter(c, first, rows)
		first += int64(rows.N)
		w.Read.Add(int64(rows.N))
		return err
	})
}

// scatter adds rows of a column to their units, in input order; with those of the first column go the digits.
func (w *scatterer) scatter(c int, first int64, rows *column.Rows) error {
	w.sort(first, rows.N)
	w.rows.Reset()
	w.rows.Take(w.kinds[c], rows, w.sorted)
	if err := w.add(c, first); err != nil || c > 0 {
		return err
	}
	w.rows.Reset()
	for _, row := range w.sorted {
		w.rows.Add(w.digits[row])
	}
	return w.add(len(w.in.kinds), first)
}

// sort sorts n rows by their units, from one row on; those of none are left out.
func (w *scatterer) sort(first int64, n int) {
	w.number(first, n)
	w.sorted, w.at = grown(w.sorted, n), grown(w.at, len(w.units)+1)
	clear(w.at)
	for _, d := range w.digits {
		if u := w.unit[d]; u != none {
			w.at[u+1]++
		}
	}
	for u := range w.units {
		w.at[u+1] += w.at[u]
	}
	w.sorted = w.sorted[:w.at[len(w.units)]]
	next := slices.Clone(w.at)
	for row, d := range w.digits {
		if u := w.unit[d]; u != none {
			w.sorted[next[u]] = uint32(row)
			next[u]++
		}
	}
}

// add adds the sorted rows of a column.
func (w *scatterer) add(c int, first int64) error {
	b := block{first: first, ends: make([]uint32, len(w.units))}
	w.packed = w.packed[:0]
	for u := range w.units {
		if lo, hi := w.at[u], w.at[u+1]; lo < hi {
			w.packed = w.rows.Pack(w.kinds[c], w.packed, lo, hi)
		}
		b.ends[u] = uint32(len(w.packed))
	}
	const large = 4 << 20
	if b.data = w.packed; len(b.data) > large { // of a large value, for which there should be no more copies
		w.packed, w.rows = nil, column.Rows{}
	} else {
		b.data = bytes.Clone(b.data)
	}
	return w.store.add(c, b)
}

// grown returns s with n elements, whatever they are.
func grown[E any](s []E, n int) []E {
	if cap(s) < n {
		s = make([]E, n)
	}
	return s[:n]
}
