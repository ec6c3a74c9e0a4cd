package shuffle

import (
	"bufio"
	"cmp"
	"context"
	"slices"

	"github.com/apache/arrow-go/v18/parquet/file"
	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// gather writes the order to the outputs of the parts, one after the other.
func (j *job) gather(ctx context.Context) error {
	// A writer that the library opens has more than 40 kB, and keeps a page until all are closed.
	const own = 40 << 10
	writers, most, page := int64(0), int64(0), int64(1<<20)
	largest := slices.Max(append(j.store.sizes, 1))
	if largest > 2*j.small() { // it has large rows
		page = largest
	}
	for c := range j.in.kinds {
		bytes := int64(0) // of a row group
		for u := range j.units {
			bytes += j.store.of(u)[c]
		}
		bytes /= max(j.in.Rows/j.in.group(j.Options), 1)
		writers, most = writers+own+min(bytes, page), max(most, bytes)
	}
	if largest > max(j.Memory/4, 16<<20) {
		return &failure.MemoryError{What: "a bucket", Need: uint64(4 * largest),
			Allowed: uint64(j.Memory)}
	}
	const copies = 8 // of a column of a unit: it is there twice while it is loaded, and has an index
	j.workers = int(min(int64(j.Workers), max(j.Memory/(copies*largest), 1)))
	if j.serial = writers+int64(j.workers)*most > j.Memory/4; j.serial {
		j.workers = 1
	}
	j.props = j.in.properties(j.Codec)
	place := j.Skip
	for part, rows := range j.Parts {
		if err := j.write(ctx, part, place, place+rows); err != nil {
			return err
		}
		place += rows
	}
	return nil
}

// write writes the output of a part, which has these places of the order.
func (j *job) write(ctx context.Context, part int, place, end int64) error {
	to, err := j.Open(j.Names[part])
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
	for rows := j.in.group(j.Options); place < end; place += rows {
		if err := j.group(ctx, f, place, min(place+rows, end)); err != nil {
			return err
		}
	}
	return cmp.Or(f.Close(), buffer.Flush())
}

// group writes a row group, with several columns at a time.
func (j *job) group(ctx context.Context, f *file.Writer, place, end int64) error {
	stretches, err := j.stretches(place, end)
	if err = cmp.Or(context.Cause(ctx), err); err != nil {
		return err
	}
	var group file.RowGroupWriter
	var open func(c int) (file.ColumnChunkWriter, error)
	if j.serial {
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
	all.SetLimit(j.workers)
	var gate turns.Gate // for the columns, so that these always have the same order
	for c := range j.in.kinds {
		all.Go(func() error {
			chunk, err := open(c)
			if err == nil {
				err = j.column(c, stretches, chunk)
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
func (j *job) column(c int, stretches []stretch, chunk file.ColumnChunkWriter) error {
	var w column.Writer
	for _, s := range stretches {
		rows, err := j.load(s, c)
		if err == nil {
			err = w.Write(j.kinds[c], chunk, rows, s.rows)
		}
		if err != nil {
			return err
		}
		j.Written.Add(int64(len(s.rows)))
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
	for _, n := range j.store.of(unit) {
		size += n
	}
	if size <= 2*j.small() {
		u.kept = make([]*column.Rows, len(j.kinds))
	}
	rows, err := j.store.load(unit, len(j.in.kinds), j.kinds[len(j.in.kinds)])
	if err != nil {
		return err
	}
	if j.in.places != nil {
		u.order = make([]uint32, u.end-u.place)
		for row, place := range column.NumbersOf[uint32](rows) {
			u.order[int64(place)-u.place] = uint32(row)
		}
		return nil
	}
	var buckets classOf
	for bucket := u.lo; bucket < u.hi; bucket++ {
		buckets[bucket] = int32(bucket - u.lo)
	}
	var at []int
	u.order, at = byClass(nil, nil, column.NumbersOf[uint16](rows), &buckets, u.hi-u.lo)
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
