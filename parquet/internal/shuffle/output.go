package shuffle

import (
	"bufio"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// An output writes the order to the outputs of its parts, one after the other.
type output struct {
	*job
	props *parquet.WriterProperties
	idle  chan *column.Writer

	next, end int64 // places of the order: of the next row, and behind the last one of the part
	part      int   // the number of parts that were opened
	buffer    *bufio.Writer
	file      *file.Writer
	group     file.BufferedRowGroupWriter // or nil
	groups    int                         // of the part
	room      int64                       // rows that the group has room for
}

func newOutput(j *job) *output {
	o := &output{job: j, props: j.in.properties(j.Codec), next: j.Skip, end: j.Skip,
		idle: make(chan *column.Writer, j.Workers)}
	for range j.Workers {
		o.idle <- new(column.Writer)
	}
	return o
}

// write writes those rows of a batch that are in parts.
func (o *output) write(b *batch) error {
	rows := b.order
	if ahead := o.next - b.place; ahead > 0 { // rows that are skipped
		rows = rows[min(ahead, int64(len(rows))):]
	}
	for len(rows) > 0 {
		for o.next == o.end {
			if o.part == len(o.Parts) {
				return nil // the rest is in no part
			}
			if err := o.open(); err != nil {
				return err
			}
		}
		if err := o.begin(); err != nil {
			return err
		}
		n := min(int64(len(rows)), o.end-o.next, o.room)
		if err := o.add(b.columns, rows[:n]); err != nil {
			return err
		}
		rows, o.next, o.room = rows[n:], o.next+n, o.room-n
	}
	return nil
}

// open opens the output of the next part.
func (o *output) open() (err error) {
	if err := o.close(); err != nil {
		return err
	}
	w, err := o.Open(o.part)
	if err != nil {
		return err
	}
	o.buffer = bufio.NewWriterSize(w, 256<<10)
	keys := o.in.files[0].reader.MetaData().KeyValueMetadata()
	// The library closes a writer that can be closed.
	o.file, err = file.NewParquetWriterWithError(struct{ io.Writer }{o.buffer}, o.in.schema.Root(),
		file.WithWriterProps(o.props), file.WithWriteMetadata(keys))
	if err != nil {
		return err
	}
	o.end += o.Parts[o.part]
	o.part++
	o.groups = 0
	return nil
}

// begin begins a row group if the last one is full.
func (o *output) begin() (err error) {
	full := o.group == nil || o.room == 0
	if held := o.held(); !full && held > max(o.Memory/8, 8<<20) {
		if full = o.RowGroup == 0; !full && held > max(o.Memory/2, 32<<20) {
			return &failure.MemoryError{What: fmt.Sprintf("write a row group of %d rows", o.RowGroup),
				Need: uint64(2 * held), Allowed: uint64(o.Memory)}
		}
	}
	if !full {
		return nil
	}
	if o.groups++; o.groups > mostGroups {
		return o.tooMany(o.part - 1)
	}
	o.room = o.in.group(o.Options)
	o.group, err = o.file.AppendBufferedRowGroupChecked()
	return err
}

// held returns how many bytes of the row group are in memory.
func (o *output) held() (n int64) {
	if o.group == nil {
		return 0
	}
	n = o.group.TotalBytesWritten()
	for c := range o.in.kinds {
		if chunk, err := o.group.Column(c); err == nil {
			encoder, _ := chunk.(interface{ EstimatedBufferedValueBytes() int64 })
			n += encoder.EstimatedBufferedValueBytes()
		}
	}
	return n
}

// add adds rows to the row group, column by column in parallel.
func (o *output) add(columns []*column.Rows, rows []uint32) error {
	var all errgroup.Group
	all.SetLimit(o.Workers)
	for c, kind := range o.in.kinds {
		chunk, err := o.group.Column(c)
		if err != nil {
			return err
		}
		all.Go(func() error {
			w := <-o.idle
			err := w.Write(kind, chunk, columns[c], rows)
			o.idle <- w
			o.Written.Add(int64(len(rows)))
			return err
		})
	}
	return all.Wait()
}

// close ends the output that is open.
func (o *output) close() error {
	if o.file == nil {
		return nil
	}
	if err := o.file.Close(); err != nil {
		return err
	}
	o.file, o.group = nil, nil
	return o.buffer.Flush()
}

// finish ends the last output, behind which there may be empty ones.
func (o *output) finish() error {
	for o.part < len(o.Parts) {
		if err := o.open(); err != nil {
			return err
		}
	}
	return o.close()
}
