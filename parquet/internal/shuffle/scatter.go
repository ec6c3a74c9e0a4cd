package shuffle

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// measure finds how many bytes each column has: as many as are encoded, or more if its first rows have.
func (j *job) measure(ctx context.Context) error {
	enough := errors.New("these are enough rows")
	for c := range j.in.kinds {
		total := j.in.encoded[c]
		r := column.Reader{Most: 64 << 10, Row: j.row(), Emit: func(rows *column.Rows) error {
			total = max(total, int64(len(rows.Data)+len(rows.Ends))*j.in.Rows/int64(rows.N))
			return enough
		}}
		for _, s := range j.in.files {
			if s.reader.NumRows() == 0 {
				continue
			}
			if err := j.read(ctx, s, 0, c, &r); err != nil && !errors.Is(err, enough) {
				return err
			}
			break // the other files are alike
		}
		j.bytes = append(j.bytes, total)
	}
	return nil
}

// row returns the bytes that a row may have in one column: several copies of it are needed.
func (j *job) row() int { return int(min(max(j.Memory/8, 8<<20), math.MaxInt32)) }

// scatter reads all column chunks and adds their rows to the units. Chunks are read in parallel, as nothing of one
// is needed for another.
func (j *job) scatter(ctx context.Context) error {
	idle := make(chan *scatterer, j.Workers)
	for range j.Workers {
		idle <- &scatterer{job: j, from: column.Reader{Most: 1 << 20, Row: j.row()}}
	}
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(j.Workers)
	first := int64(0)
	for _, s := range j.in.files {
		for g := range s.reader.NumRowGroups() {
			for c := range j.in.kinds {
				begin := first
				all.Go(func() error {
					w := <-idle
					err := w.chunk(ctx, s, g, c, begin)
					idle <- w
					return err
				})
			}
			first += s.reader.MetaData().RowGroup(g).NumRows()
		}
	}
	if err := all.Wait(); err != nil || len(j.store.runs) == 0 {
		return err
	}
	return j.store.spill() // as gathering needs the memory
}

// read reads a column chunk. Large pages are not read at the same time.
func (j *job) read(ctx context.Context, s *source, group, c int, to *column.Reader) (err error) {
	defer func() {
		if err != nil && ctx.Err() == nil {
			err = fmt.Errorf("column %s: %w", label.Name(j.in.schema.Column(c).Path()), vfs.Cause(err))
			err = &failure.SourceError{Name: s.name, Err: err}
		}
	}()
	defer recovered(&err)
	groups := s.reader.RowGroup(group)
	if groups.NumRows() == 0 {
		return nil // and there may be no pages
	}
	meta, err := groups.MetaData().ColumnChunk(c)
	if err != nil {
		return err
	}
	begin := meta.DataPageOffset()
	if meta.HasDictionaryPage() && meta.DictionaryPageOffset() > 0 {
		begin = min(begin, meta.DictionaryPageOffset())
	}
	page, err := pages(io.NewSectionReader(s.file, begin, meta.TotalCompressedSize()))
	if err != nil {
		return err
	}
	if page > j.in.page {
		return &failure.MemoryError{What: "a page of " + label.Number(page) + " bytes", Need: uint64(page) * pageShare}
	}
	const copies = 4 // a page with and without compression, its rows, and these in order
	weight := min(copies*page, j.Memory/2)
	if err := j.room.Acquire(ctx, weight); err != nil {
		return context.Cause(ctx)
	}
	defer j.room.Release(weight)
	chunk, err := groups.Column(c)
	if err != nil {
		return err
	}
	defer chunk.Close()
	rows, err := to.Read(j.kinds[c], chunk)
	if err == nil && rows != groups.NumRows() {
		err = column.ErrDamaged
	}
	return err
}

// A scatterer scatters column chunks, one after the other. It keeps its memory.
type scatterer struct {
	*job
	from   column.Reader
	digits order.Digits
	some   []uint16 // digits
	at     []int    // where the rows of each unit begin in sorted
	sorted []uint32 // rows, by their units
	rows   column.Rows
	packed []byte
}

// chunk scatters a column chunk, whose first row has that number.
func (w *scatterer) chunk(ctx context.Context, s *source, group, c int, first int64) error {
	var failed error // of what is no fault of the file
	w.from.Emit = func(rows *column.Rows) error {
		if failed = context.Cause(ctx); failed == nil {
			failed = w.scatter(c, first, rows)
		}
		first += int64(rows.N)
		w.Read.Add(int64(rows.N))
		return failed
	}
	err := w.read(ctx, s, group, c, &w.from)
	return cmp.Or(failed, err)
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
		w.rows.Add(w.some[row])
	}
	return w.add(len(w.in.kinds), first)
}

// sort sorts n rows by their units, from one row on; those of none are left out.
func (w *scatterer) sort(first int64, n int) {
	w.some, w.sorted = grown(w.some, n), grown(w.sorted, n)
	w.digits.Seek(w.Seed, uint64(first))
	w.digits.Fill(w.some)
	w.at = grown(w.at, len(w.units)+1)
	clear(w.at)
	for _, d := range w.some {
		if u := w.unit[d]; u != none {
			w.at[u+1]++
		}
	}
	for u := range w.units {
		w.at[u+1] += w.at[u]
	}
	w.sorted = w.sorted[:w.at[len(w.units)]]
	next := slices.Clone(w.at)
	for row, d := range w.some {
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
	b.data = bytes.Clone(w.packed)
	return w.store.add(c, b)
}

// grown returns s with n elements, whatever they are.
func grown[E any](s []E, n int) []E {
	if cap(s) < n {
		s = make([]E, n)
	}
	return s[:n]
}
