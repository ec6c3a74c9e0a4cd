package shuffle

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/parquet/internal/column"
)

// Options say how outputs are written.
type Options struct {
	RowGroup int64 // rows, or 0: as in the input
	Codec    Codec
	Workers  int
	TempDir  string
	// Open opens the output of a part, when those before have been written.
	Open func(part int) (io.Writer, error)
}

// A job writes outputs. Rows are scattered to units, which are as many neighbouring places of the order each.
type job struct {
	*Options
	in     *Input
	places []uint32 // of each row, or nowhere
	placed int64    // rows that have one
	group  int64    // rows of a row group
	unit   int64    // places of a unit
	units  int
	kinds  []column.Kind // of the columns, and of places
	store  *store
	live   map[int64]*unit // that are being written
	props  *parquet.WriterProperties
}

// Write writes the rows of an order to outputs that have so many of them each.
func (in *Input) Write(ctx context.Context, opt *Options, order iter.Seq2[uint64, error], parts ...int64) (err error) {
	j := &job{Options: opt, in: in, kinds: append(slices.Clip(in.kinds), column.Numbers(4)), live: map[int64]*unit{}}
	if j.places, j.placed, err = in.placesOf(order); err == nil {
		err = j.divide(ctx)
	}
	const most = 1<<15 - 1 // row groups have a number in a file
	if err == nil && slices.Max(append(parts, 0)) > most*j.group {
		err = fmt.Errorf("an output would have more than %d row groups; write larger ones or more parts", most)
	}
	if err != nil {
		return err
	}
	j.store = &store{dir: opt.TempDir, limit: in.memory / 3, blocks: make([][]block, len(j.kinds)),
		sizes: make([]int64, j.units*len(j.kinds))}
	err = cmp.Or(j.scatter(ctx), in.changed())
	if err == nil {
		j.props, err = in.properties(opt.Codec)
	}
	place := int64(0)
	for i := 0; i < len(parts) && err == nil; i++ {
		err = j.part(ctx, i, place, place+parts[i])
		place += parts[i]
	}
	return cmp.Or(err, j.store.close())
}

// divide says how many rows row groups and units have. The largest column of a unit must be small, or, if it has more
// than one row group, all its columns, which are in memory then until all is written; and a row group must fit.
func (j *job) divide(ctx context.Context) error {
	all, largest := int64(1), int64(1) // bytes of columns: as many as are encoded, or more if the first rows have
	enough := errors.New("these are enough rows")
	for c, size := range j.in.encoded {
		err := j.in.each(func(s *source, group int, _ int64) error {
			return j.in.read(ctx, new(column.Reader), s, group, c, func(rows *column.Rows) error {
				size = max(size, int64(len(rows.Data))*j.in.Rows/int64(rows.Len(j.kinds[c])))
				return enough
			})
		})
		if err != nil && err != enough {
			return err
		}
		all, largest = all+size, max(largest, size)
	}
	rows := func(bytes, of int64) int64 { return max(int64(float64(bytes)*float64(j.in.Rows)/float64(of)), 1) }
	const most = 1 << 20 // as others write, unless told otherwise
	j.group = cmp.Or(j.RowGroup, min(j.in.most, most, rows(j.in.memory/4, all)), 1)
	small := min(max(j.in.memory/16, 1), 16<<20) // as caches are
	if j.unit = rows(small/2, largest); j.unit > j.group {
		j.unit = max(rows(small, all)/j.group, 1) * j.group
	} else {
		n := j.group/j.unit + 1
		j.unit = (j.group + n - 1) / n
	}
	sizes := max(j.in.memory/16/int64(8*len(j.kinds)), 1) // that fit into memory
	j.unit = max(j.unit, j.placed/sizes+1)
	j.units = int((j.placed + j.unit - 1) / j.unit)
	return nil
}

// part writes an output, which has these places of the order.
func (j *job) part(ctx context.Context, part int, place, end int64) error {
	to, err := j.Open(part)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriterSize(to, 256<<10)
	keys := j.in.files[0].reader.MetaData().KeyValueMetadata()
	f, err := file.NewParquetWriterWithError(buffer, j.in.schema.Root(), file.WithWriterProps(j.props),
		file.WithWriteMetadata(keys))
	if err != nil {
		return err
	}
	for ; place < end; place += j.group {
		if err := j.rows(ctx, f, place, min(place+j.group, end)); err != nil {
			return err
		}
	}
	return cmp.Or(f.Close(), buffer.Flush())
}

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
					places := j.places[first:][:rows.Len(j.kinds[c])]
					first += int64(len(places))
					return w.scatter(c, first, places, rows)
				})
			})
		}
		return context.Cause(ctx)
	})
	if err := cmp.Or(all.Wait(), err); err != nil || len(j.store.runs) == 0 {
		return err
	}
	return j.store.failed("writing", j.store.spill()) // as gathering needs the memory
}

// A scatterer scatters column chunks, one after the other. It keeps its memory.
type scatterer struct {
	*job
	from   column.Reader
	sorted []uint32 // rows, by their units
	at     []int    // where those of each unit end in sorted
}

// scatter adds rows of a column, which come to these places, to their units, in input order; the places go with those
// of the first column. First is a number for them in that order.
func (w *scatterer) scatter(c int, first int64, places []uint32, rows *column.Rows) error {
	w.at = slices.Grow(w.at[:0], w.units+1)[:w.units+1]
	w.sorted = slices.Grow(w.sorted[:0], len(places))[:len(places)]
	clear(w.at)
	unit := uint32(min(w.unit, nowhere)) // in 32 bits, division takes less time
	for _, place := range places {
		if place != nowhere {
			w.at[place/unit+1]++
		}
	}
	for u := range w.units {
		w.at[u+1] += w.at[u]
	}
	for row, place := range places {
		if place != nowhere {
			w.sorted[w.at[place/unit]] = uint32(row)
			w.at[place/unit]++
		}
	}
	err := w.add(c, first, len(places), rows)
	if err != nil || c > 0 {
		return err
	}
	return w.add(len(w.in.kinds), first, len(places), column.OfNumbers(places))
}

// add adds the sorted ones of n rows of a column.
func (w *scatterer) add(c int, first int64, n int, rows *column.Rows) error {
	from, size := 0, len(rows.Data)*w.at[w.units]/max(n, 1) // about
	b := block{first: first, data: make([]byte, 0, size), ends: make([]uint32, 1, w.units+1)}
	for _, end := range w.at[:w.units] {
		b.data = rows.Append(b.data, w.kinds[c], w.sorted[from:end])
		b.ends = append(b.ends, uint32(len(b.data)))
		from = end
	}
	return w.store.add(c, b)
}

// A unit is what is known of a unit while its rows are written.
type unit struct {
	number int
	order  []uint32       // which of its rows comes to each of its places
	kept   []*column.Rows // columns that were loaded and are needed again, if it has several row groups
}

// A stretch is rows of a unit that follow each other in the order.
type stretch struct {
	*unit
	rows []uint32
}

// rows writes a row group, with several columns at a time.
func (j *job) rows(ctx context.Context, f *file.Writer, place, end int64) error {
	stretches, err := j.stretches(place, end)
	if err != nil {
		return err
	}
	group, err := f.AppendBufferedRowGroupChecked()
	if err != nil {
		return err
	}
	var all errgroup.Group
	all.SetLimit(j.Workers)
	for c := range j.in.kinds {
		all.Go(func() error {
			chunk, err := group.Column(c)
			if err = cmp.Or(err, context.Cause(ctx)); err != nil {
				return err
			}
			return j.column(c, stretches, chunk)
		})
	}
	if err := all.Wait(); err != nil {
		return err
	}
	return group.Close()
}

// column writes a column of a row group.
func (j *job) column(c int, stretches []stretch, chunk file.ColumnChunkWriter) error {
	var w column.Writer
	for _, s := range stretches {
		rows, err := j.load(s.unit, c)
		if err == nil {
			err = w.Write(j.kinds[c], chunk, rows, s.rows)
		}
		if err != nil {
			return err
		}
	}
	return column.Flush(chunk) // which takes most of the time that closing takes
}

// stretches returns the stretches of a part of the order, and forgets the units before it.
func (j *job) stretches(place, end int64) (all []stretch, err error) {
	maps.DeleteFunc(j.live, func(u int64, _ *unit) bool { return u < place/j.unit })
	for u := place / j.unit; u*j.unit < end; u++ {
		if j.live[u] == nil {
			if j.live[u], err = j.begin(u); err != nil {
				return nil, err
			}
		}
		order, first := j.live[u].order, u*j.unit
		all = append(all, stretch{j.live[u], order[max(place-first, 0):min(end-first, int64(len(order)))]})
	}
	return all, nil
}

// begin finds the order of a unit.
func (j *job) begin(number int64) (*unit, error) {
	u, first := &unit{number: int(number)}, number*j.unit
	u.order = make([]uint32, min(j.unit, j.placed-first))
	if j.unit > j.group {
		u.kept = make([]*column.Rows, len(j.in.kinds))
	}
	places, err := j.store.load(u.number, len(j.in.kinds), j.kinds[len(j.in.kinds)])
	if err != nil {
		return nil, err
	}
	for row, place := range column.NumbersOf(places) {
		u.order[int64(place)-first] = uint32(row)
	}
	return u, nil
}

// load returns a column of a unit.
func (j *job) load(u *unit, c int) (*column.Rows, error) {
	if u.kept != nil && u.kept[c] != nil {
		return u.kept[c], nil
	}
	rows, err := j.store.load(u.number, c, j.kinds[c])
	if u.kept != nil {
		u.kept[c] = rows
	}
	return rows, err
}
