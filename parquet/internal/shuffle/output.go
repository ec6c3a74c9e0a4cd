package shuffle

import (
	"bufio"
	"context"
	"io"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// An output writes the order to the outputs of the parts, one after the other.
type output struct {
	*job
	props  *parquet.WriterProperties
	idle   chan *column.Writer
	serial bool // whether the columns of a row group are written one after the other
}

// gather writes the outputs.
func (j *job) gather(ctx context.Context) error {
	largest := j.store.largest()
	if largest > max(j.Memory/4, 16<<20) {
		return &failure.MemoryError{What: "hold the rows of a bucket", Need: uint64(4 * largest),
			Allowed: uint64(j.Memory)}
	}
	// A unit of a column is loaded while another one is written, and while it is loaded it is there twice.
	const copies = 4
	workers := int(min(int64(j.Workers), max(j.Memory/(2*copies*max(largest, 1)), 1)))
	o := &output{job: j, props: j.in.properties(j.Codec), idle: make(chan *column.Writer, workers)}
	for range workers {
		o.idle <- new(column.Writer)
	}
	// A writer that the library opens has more than 40 kB, and keeps a page until all are closed.
	const own, page = 40 << 10, 1 << 20
	writers, most := int64(0), int64(0)
	for c := range j.in.kinds {
		bytes := j.store.total(c) / max(j.in.Rows/j.in.group(j.Options), 1)
		writers, most = writers+own+min(bytes, page), max(most, bytes)
	}
	o.serial = writers+int64(workers)*most > j.Memory/4
	place := j.Skip
	for part, rows := range j.Parts {
		if err := o.write(ctx, part, place, place+rows); err != nil {
			return err
		}
		place += rows
	}
	return nil
}

// write writes the output of a part, which has these places of the order.
func (o *output) write(ctx context.Context, part int, place, end int64) error {
	w, err := o.Open(part)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriterSize(w, 256<<10)
	keys := o.in.files[0].reader.MetaData().KeyValueMetadata()
	// The library closes a writer that can be closed.
	f, err := file.NewParquetWriterWithError(struct{ io.Writer }{buffer}, o.in.schema.Root(),
		file.WithWriterProps(o.props), file.WithWriteMetadata(keys))
	if err != nil {
		return err
	}
	for ; place < end; place += o.in.group(o.Options) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := o.group(ctx, f, place, min(place+o.in.group(o.Options), end)); err != nil {
			return err
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	return buffer.Flush()
}

// group writes a row group, with several columns at a time.
func (o *output) group(ctx context.Context, f *file.Writer, place, end int64) error {
	stretches, err := o.stretches(place, end)
	if err != nil {
		return err
	}
	var group file.RowGroupWriter
	var open func(c int) (file.ColumnChunkWriter, error)
	if o.serial {
		g, err := f.AppendRowGroupChecked()
		if err != nil {
			return err
		}
		group, open = g, func(int) (file.ColumnChunkWriter, error) { return g.NextColumn() }
	} else {
		g, err := f.AppendBufferedRowGroupChecked()
		if err != nil {
			return err
		}
		group, open = g, g.Column
	}
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(cap(o.idle))
	var gate turns.Gate // for the columns, so that these always have the same order
	for c := range o.in.kinds {
		all.Go(func() error { return o.column(ctx, c, stretches, &gate, open) })
	}
	if err := all.Wait(); err != nil {
		return err
	}
	return group.Close()
}

// column writes a column of a row group.
func (o *output) column(ctx context.Context, c int, stretches []stretch, gate *turns.Gate,
	open func(c int) (file.ColumnChunkWriter, error)) error {
	all, ctx := errgroup.WithContext(ctx)
	loaded := make(chan *column.Rows)
	all.Go(func() error {
		defer close(loaded)
		for _, s := range stretches {
			rows, err := o.load(s, c)
			if err != nil {
				return err
			}
			select {
			case loaded <- rows:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		return nil
	})
	all.Go(func() error {
		w := <-o.idle
		defer func() { o.idle <- w }()
		if o.serial {
			if err := gate.Await(ctx, int64(c)); err != nil {
				return err
			}
		}
		chunk, err := open(c)
		for _, s := range stretches {
			rows := <-loaded
			if err != nil || rows == nil {
				return err
			}
			err = w.Write(o.kinds[c], chunk, rows, s.rows)
			o.Written.Add(int64(len(s.rows)))
		}
		if err == nil {
			err = column.Flush(chunk) // which takes most of the time that closing takes
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
	return all.Wait()
}
