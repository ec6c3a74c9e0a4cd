package shuffle

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"math/bits"
	"slices"
	"sync"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/parquet/internal/column"
)

// Options say how outputs are written.
type Options struct {
	RowGroup int // rows, or 0: as in the input
	Codec    Codec
	Workers  int
	TempDir  string
}

// A Part is an output and how many rows it gets.
type Part struct {
	To   io.Writer
	Rows int64
}

// A job writes outputs. Rows are scattered to units, which are as many neighbouring places of the order each.
type job struct {
	Options
	in     *Input
	places []uint32 // of each row, or nowhere
	placed int64    // rows that have one
	group  int64    // rows of a row group
	ahead  int64    // row groups that may have begun when one is written
	unit   int64    // places of a unit
	units  int
	kinds  []column.Kind // of the columns, and of places
	store  *store
	last   *unit // that has begun to be written
	props  *parquet.WriterProperties
}

// Write writes the rows of an order to parts, one after the other.
func (in *Input) Write(ctx context.Context, opt Options, order iter.Seq2[uint64, error], parts ...Part) (err error) {
	j := &job{Options: opt, in: in, kinds: append(slices.Clip(in.kinds), column.Numbers(4))}
	if j.places, j.placed, err = in.placesOf(order); err == nil {
		err = j.divide(ctx)
	}
	const most = 1<<15 - 1 // row groups have a number in a file
	if err == nil && slices.ContainsFunc(parts, func(p Part) bool { return p.Rows > most*j.group }) {
		err = fmt.Errorf("an output would have more than %d row groups; write larger ones or more parts", most)
	}
	if err != nil {
		return err
	}
	j.store = &store{dir: opt.TempDir, limit: in.memory / 3, units: j.units, blocks: make([][]block, len(j.kinds))}
	err = cmp.Or(j.scatter(ctx), in.changed())
	if err == nil {
		j.props, err = in.properties(opt.Codec)
	}
	if err == nil {
		err = j.write(ctx, parts)
	}
	return cmp.Or(err, j.store.close())
}

// divide says how many rows row groups and units have. The largest column of a unit must be small, or, if it has more
// than one row group, all its columns, which are in memory then until all is written; and a row group must fit.
func (j *job) divide(ctx context.Context) error {
	all, largest := int64(1), int64(1) // bytes of columns: as many as are encoded, or more if the first rows have
	for c, size := range j.in.encoded {
		err := j.in.each(func(s *source, group int, _ int64) error {
			return j.in.read(ctx, new(column.Reader), s, group, c, func(rows *column.Rows) error {
				size = max(size, int64(len(rows.Data))*j.in.Rows/int64(rows.Len(j.kinds[c])))
				return io.EOF // as these rows are enough
			})
		})
		if err != nil && err != io.EOF {
			return err
		}
		all, largest = all+size, max(largest, size)
	}
	rows := func(bytes, of int64) int64 { return max(int64(float64(bytes)*float64(j.in.Rows)/float64(of)), 1) }
	const most = 1 << 20            // as others write, unless told otherwise
	fit := rows(j.in.memory/6, all) // as what is encoded grows by being copied
	j.group = cmp.Or(int64(j.RowGroup), min(j.in.most, most, fit), 1)
	writers := int64(32<<10) * int64(len(j.kinds)) // bytes, beside those of the rows
	j.ahead = max(min(fit/j.group, j.in.memory/4/writers, int64(j.Workers))-1, 0)
	small := min(max(j.in.memory/16, 1), 16<<20) // as caches are
	if j.unit = rows(small/2, largest); j.unit > j.group {
		j.unit = max(rows(small, all)/j.group, 1) * j.group
	} else {
		n := j.group/j.unit + 1
		j.unit = (j.group + n - 1) / n
	}
	sizes := max(j.in.memory/16/int64(8*len(j.kinds)), 1) // that fit into memory
	j.unit = max(j.unit, j.placed/sizes+1, 2)
	j.units = int((j.placed + j.unit - 1) / j.unit)
	return nil
}

// write writes the outputs. Row groups are encoded side by side, as one column may take most of the time of each, and
// written one after the other.
func (j *job) write(ctx context.Context, parts []Part) (err error) {
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(j.Workers)
	var left []func() error // what is to be written of what has begun
	write := func(ahead int64) error {
		for int64(len(left)) > ahead && err == nil {
			err = left[0]()
			left = slices.Delete(left, 0, 1) // which lets go of its memory
		}
		return err
	}
	place := int64(0)
	for _, p := range parts {
		out, end := newOutput(j, p.To), place+p.Rows
		for ; place < end && write(j.ahead) == nil; place += j.group {
			var group func() error
			if group, err = j.rows(ctx, workers, out, place, min(place+j.group, end)); err == nil {
				left = append(left, group)
			}
		}
		place, left = end, append(left, out.close)
	}
	return cmp.Or(write(0), workers.Wait())
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
	// Place divided by unit, for all of 32 bits, is this product's upper half: a division takes several times as long.
	inverse := math.MaxUint64/uint64(w.unit) + 1
	unit := func(place uint32) int {
		above, _ := bits.Mul64(inverse, uint64(place))
		return int(above)
	}
	for _, place := range places {
		if place != nowhere {
			w.at[unit(place)+1]++
		}
	}
	for u := range w.units {
		w.at[u+1] += w.at[u]
	}
	for row, place := range places {
		if place != nowhere {
			end := &w.at[unit(place)]
			w.sorted[*end] = uint32(row)
			*end++
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
	number int64
	order  []uint32 // which of its rows comes to each of its places
	load   func(c int) (*column.Rows, error)
}

// A stretch is rows of a unit that follow each other in the order.
type stretch struct {
	*unit
	rows []uint32
}

// rows begins a row group and returns what writes it.
func (j *job) rows(ctx context.Context, workers *errgroup.Group, out *output, place, end int64) (func() error, error) {
	var stretches []stretch
	for u := place / j.unit; u*j.unit < end; u++ {
		if j.last == nil || j.last.number != u { // it is that of the row group before
			if err := j.begin(u); err != nil {
				return nil, err
			}
		}
		order, first := j.last.order, u*j.unit
		stretches = append(stretches, stretch{j.last, order[max(place-first, 0):min(end-first, int64(len(order)))]})
	}
	chunks, finish, err := out.begin(end - place)
	if err != nil {
		return nil, err
	}
	var encoded sync.WaitGroup
	for c, chunk := range chunks {
		encoded.Add(1)
		workers.Go(func() error {
			defer encoded.Done()
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return j.encode(c, stretches, chunk)
		})
	}
	return func() error {
		if encoded.Wait(); ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return finish()
	}, nil
}

// encode writes a column of a row group.
func (j *job) encode(c int, stretches []stretch, chunk file.ColumnChunkWriter) error {
	var to column.Writer
	for _, s := range stretches {
		rows, err := s.load(c)
		if err == nil {
			err = to.Write(j.kinds[c], chunk, rows, s.rows)
		}
		if err != nil {
			return err
		}
	}
	return column.Flush(chunk) // which takes most of the time that closing takes
}

// begin begins a unit, whose order it finds.
func (j *job) begin(number int64) error {
	load := func(c int) (*column.Rows, error) { return j.store.load(int(number), c, j.kinds[c]) }
	places, err := load(len(j.in.kinds))
	if err != nil {
		return err
	}
	u := &unit{number: number, load: load, order: make([]uint32, min(j.unit, j.placed-number*j.unit))}
	for row, place := range column.NumbersOf(places) {
		u.order[int64(place)-number*j.unit] = uint32(row)
	}
	if j.unit > j.group { // several row groups need its columns
		kept := make([]func() (*column.Rows, error), len(j.in.kinds))
		for c := range kept {
			kept[c] = sync.OnceValues(func() (*column.Rows, error) { return load(c) })
		}
		u.load = func(c int) (*column.Rows, error) { return kept[c]() }
	}
	j.last = u
	return nil
}
