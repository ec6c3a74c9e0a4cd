package shuffle

import (
	"bufio"
	"context"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// A gatherer writes the order to the outputs of the parts, one after the other.
type gatherer struct {
	*job
	props  *parquet.WriterProperties
	idle   chan *column.Writer
	serial bool // whether the columns of a row group are written one after the other
}

// gather writes the outputs.
func (j *job) gather(ctx context.Context) error {
	totals, largest := make([]int64, len(j.kinds)), int64(0)
	for _, sizes := range j.store.sizes {
		for c, size := range sizes {
			totals[c], largest = totals[c]+size, max(largest, size)
		}
	}
	if largest > max(j.Memory/4, 16<<20) {
		return &failure.MemoryError{What: "hold the rows of a bucket", Need: uint64(4 * largest),
			Allowed: uint64(j.Memory)}
	}
	// A unit of a column is there twice while it is loaded, and beside its index.
	const copies = 4
	workers := min(int64(j.Workers), max(j.Memory/(2*copies*max(largest, 1)), 1))
	// A writer that the library opens has more than 40 kB, and keeps a page until all are closed.
	const own, page = 40 << 10, 1 << 20
	writers, most := int64(0), int64(0)
	for _, total := range totals[:len(j.in.kinds)] {
		bytes := total / max(j.in.Rows/j.in.group(j.Options), 1)
		writers, most = writers+own+min(bytes, page), max(most, bytes)
	}
	g := &gatherer{job: j, props: j.in.properties(j.Codec), serial: writers+workers*most > j.Memory/4}
	if g.serial {
		workers = 1
	}
	g.idle = make(chan *column.Writer, workers)
	for range workers {
		g.idle <- new(column.Writer)
	}
	place := j.Skip
	for part, rows := range j.Parts {
		if err := g.write(ctx, part, place, place+rows); err != nil {
			return err
		}
		place += rows
	}
	return nil
}

// write writes the output of a part, which has these places of the order.
func (g *gatherer) write(ctx context.Context, part int, place, end int64) error {
	to, err := g.Open(g.Names[part])
	if err != nil {
		return err
	}
	buffer := bufio.NewWriterSize(to[0], 256<<10)
	keys := g.in.files[0].reader.MetaData().KeyValueMetadata()
	f, err := file.NewParquetWriterWithError(buffer, g.in.schema.Root(), file.WithWriterProps(g.props),
		file.WithWriteMetadata(keys))
	if err != nil {
		return err
	}
	for ; place < end; place += g.in.group(g.Options) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := g.group(ctx, f, place, min(place+g.in.group(g.Options), end)); err != nil {
			return err
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	return buffer.Flush()
}

// group writes a row group, with several columns at a time.
func (g *gatherer) group(ctx context.Context, f *file.Writer, place, end int64) error {
	stretches, err := g.stretches(place, end)
	if err != nil {
		return err
	}
	var group file.RowGroupWriter
	var open func(c int) (file.ColumnChunkWriter, error)
	if g.serial {
		serial, err := f.AppendRowGroupChecked()
		if err != nil {
			return err
		}
		group, open = serial, func(int) (file.ColumnChunkWriter, error) { return serial.NextColumn() }
	} else {
		buffered, err := f.AppendBufferedRowGroupChecked()
		if err != nil {
			return err
		}
		group, open = buffered, buffered.Column
	}
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(cap(g.idle))
	var gate turns.Gate // for the columns, so that these always have the same order
	for c := range g.in.kinds {
		all.Go(func() error {
			chunk, err := open(c)
			if err == nil {
				err = g.column(c, stretches, chunk)
			}
			if err == nil {
				err = gate.Await(ctx, int64(c))
			}
			if err == nil {
				err = chunk.Close()
				gate.Pass()
			}
			return err
		})
	}
	if err := all.Wait(); err != nil {
		return err
	}
	return group.Close()
}

// column writes a column of a row group.
func (g *gatherer) column(c int, stretches []stretch, chunk file.ColumnChunkWriter) error {
	w := <-g.idle
	defer func() { g.idle <- w }()
	for _, s := range stretches {
		rows, err := g.load(s, c)
		if err == nil {
			err = w.Write(g.kinds[c], chunk, rows, s.rows)
		}
		if err != nil {
			return err
		}
		g.Written.Add(int64(len(s.rows)))
	}
	return column.Flush(chunk) // which takes most of the time that closing takes
}

// A stretch is rows of a unit that follow each other in the order.
type stretch struct {
	unit int
	rows []uint32 // of the unit
	more bool     // whether rows of the unit come later
}

// stretches returns the stretches of a part of the order, and ends the units before it.
func (j *job) stretches(place, end int64) (all []stretch, err error) {
	for i := range j.units {
		u := &j.units[i]
		switch {
		case u.end <= place && u.order != nil:
			err = j.store.discard(i)
			u.order, u.kept = nil, nil
		case u.place < end && place < u.end && u.order == nil:
			err = j.begin(i)
		}
		if err != nil {
			return nil, err
		}
		if u.place < end && place < u.end {
			rows := u.order[max(place-u.place, 0) : min(end, u.end)-u.place]
			all = append(all, stretch{i, rows, end < u.end})
		}
	}
	return all, nil
}

// begin finds the order of a unit.
func (j *job) begin(unit int) error {
	u := &j.units[unit]
	size := int64(0)
	for _, n := range j.store.sizes[unit] {
		size += n
	}
	if size <= 2*j.small() {
		u.kept = make([]*column.Rows, len(j.kinds))
	}
	if j.in.order != nil {
		u.order = j.in.orderOf(u.place, u.end)
		return nil
	}
	rows, err := j.store.load(unit, len(j.in.kinds), column.Numbers)
	if err != nil {
		return err
	}
	var buckets classOf
	for bucket := u.lo; bucket < u.hi; bucket++ {
		buckets[bucket] = int32(bucket - u.lo)
	}
	var at []int
	u.order, at = byClass(nil, nil, rows.Uint16s(), &buckets, u.hi-u.lo)
	var shuffler order.Shuffler
	for i := range u.hi - u.lo {
		order.ShuffleBucket(&shuffler, j.Seed, u.lo+i, u.order[at[i]:at[i+1]])
	}
	return nil
}

// load returns a column of the unit of a stretch. If the unit is small and more of it is needed, it keeps the column.
func (j *job) load(s stretch, c int) (*column.Rows, error) {
	u := &j.units[s.unit]
	if u.kept != nil && u.kept[c] != nil {
		return u.kept[c], nil
	}
	rows, err := j.store.load(s.unit, c, j.kinds[c])
	if u.kept != nil && s.more {
		u.kept[c] = rows
	}
	return rows, err
}
