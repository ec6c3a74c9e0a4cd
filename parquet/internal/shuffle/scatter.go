package shuffle

import (
	"cmp"
	"context"

	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/parquet/internal/column"
)

// scatter reads all column chunks and adds their rows to the units. Chunks are read in parallel, as nothing of one
// is needed for another.
func (j *job) scatter(ctx context.Context) error {
	idle := make(chan *scatterer, j.Workers)
	for range j.Workers {
		idle <- &scatterer{numberer: numberer{job: j}, counts: make([]int, len(j.units)+1)}
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
	return cmp.Or(all.Wait(), err)
}

// A scatterer scatters column chunks, one after the other. It keeps its memory.
type scatterer struct {
	numberer
	from   column.Reader
	counts []int    // of the rows of each unit
	sorted []uint32 // rows, by their units
	rows   column.Rows
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
	n := rows.N
	w.sorted = grown(w.sorted, n)
	w.number(first, n)
	clear(w.counts)
	counts := w.counts[1:]
	for _, d := range w.digits {
		if u := w.unit[d]; u != none {
			counts[u]++
		}
	}
	at := w.counts[:len(w.units)] // where the rows of each unit begin, and then end
	for u := 1; u < len(at); u++ {
		at[u] += at[u-1]
	}
	for row, d := range w.digits {
		if u := w.unit[d]; u != none {
			w.sorted[at[u]] = uint32(row)
			at[u]++
		}
	}
	begin := 0
	for u, end := range at {
		own := w.sorted[begin:end]
		if begin = end; len(own) == 0 {
			continue
		}
		p := part{column: c, first: first, span: int64(n)}
		rows.Take(w.kinds[c], &w.rows, own)
		if err := w.store.add(u, pack(p, &w.rows)); err != nil || c > 0 {
			if err != nil {
				return err
			}
			continue
		}
		p.column = len(w.in.kinds)
		column.Digits(w.digits, own, &w.rows)
		if err := w.store.add(u, pack(p, &w.rows)); err != nil {
			return err
		}
	}
	return nil
}

// grown returns s with n elements, whatever they are.
func grown[E any](s []E, n int) []E {
	if cap(s) < n {
		s = make([]E, n)
	}
	return s[:n]
}
