package job

import (
	"context"
	"encoding/binary"
	"io"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/order"
)

// A run is its buckets, and then a table, sealed, of which each row belongs to a bucket, and the
// last one to what would come next. All numbers are big-endian.
type row struct {
	Records int64 // before the bucket
	Place   place
}

// A place is where a bucket is in a run: how many bytes are before it, and their checksum.
type place struct {
	At  int64
	CRC uint32
}

const (
	placeSize = 8 + 4
	tableRow  = 8 + placeSize
	tableSize = (order.Buckets + 1) * tableRow
)

// A runWriter writes the buckets of a run, and notes their checksums in its table.
type runWriter struct {
	io.Writer
	rest []row // of the table, which have none yet
	at   int64
	sum  uint32
}

func (w *runWriter) Write(p []byte) (int, error) {
	for b := p; len(w.rest) > 0; w.rest = w.rest[1:] {
		to := &w.rest[0].Place
		n := min(int64(len(b)), to.At-w.at)
		w.at, w.sum, b = w.at+n, crc(w.sum, b[:n]), b[n:]
		if w.at < to.At {
			break
		}
		to.CRC = w.sum
	}
	return w.Writer.Write(p)
}

// scatter scatters the records of segment k to a run. All segments must have been counted.
func (j *Job) scatter(ctx context.Context, k int) error {
	at := j.numbered("runs", k)
	starts, err := j.theStarts(ctx)
	if err != nil {
		return err
	}
	var run *engine.Collection
	sum, err := j.read(ctx, j.segments[k], func(opt engine.Options, sources []engine.Source) (err error) {
		opt.Head = j.plan.needed()
		run, err = engine.Scatter(ctx, opt, starts.First[k], sources...)
		return err
	})
	if run != nil {
		defer run.Close()
	}
	if err != nil {
		return err
	}
	if run.Records() != starts.First[k+1]-starts.First[k] || sum != starts.CRC[k] {
		return &Error{Fault: Unlike, Work: j.plan.Work, Name: j.segments[k][0].Name}
	}
	table := make([]row, order.Buckets+1)
	for b := range order.Buckets {
		records, bytes := run.Bucket(b)
		table[b+1] = row{table[b].Records + records, place{At: table[b].Place.At + bytes}}
	}
	return j.create(ctx, at, table[order.Buckets].Place.At+tableSize, func(to io.Writer) error {
		w := &runWriter{Writer: to, rest: table, sum: at.sum()}
		if err := run.Write(ctx, w); err != nil {
			return err
		}
		w.Write(nil) // the last buckets may be empty
		b, err := binary.Append(nil, binary.BigEndian, table)
		if err == nil {
			_, err = to.Write(at.seal(b))
		}
		return err
	})
}

// readTable returns the table of run k.
func (j *Job) readTable(ctx context.Context, k int) ([]byte, error) {
	at := j.numbered("runs", k)
	info, err := j.store.Stat(ctx, at.Name)
	if err != nil {
		return nil, err
	}
	size := int64(tableSize + sealed)
	return at.read(ctx, j.store, max(info.Size-size, 0), size, 1)
}

// needed returns how many records from the start of the order are needed, or 0: all.
func (p *plan) needed() int64 {
	if p.Head == 0 {
		return 1
	}
	return max(p.Head, 0)
}
