package job

import (
	"context"
	"encoding/binary"
	"io"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// A run is its buckets, and then a table: the numbers of records and of bytes of each bucket
// in eight bytes each, and the checksum of the run up to its end in four, big-endian, sealed.
const tableRow = 8 + 8 + 4

var tableSize = int64(order.Buckets*tableRow + sealed)

// Scatter scatters the records of segment k to a run, unless that has been done. All
// segments must have been counted.
func (j *Job) Scatter(ctx context.Context, k int) error {
	at := j.object("runs", numbered(k))
	if done, err := j.has(ctx, at); done || err != nil {
		return err
	}
	starts, err := j.theStarts(ctx)
	if err != nil {
		return err
	}
	var run *records.Scattered
	sum, err := j.read(ctx, j.segments[k], func(sources []records.Source) (err error) {
		opt := j.segmentOptions(k)
		opt.Head = j.plan.needed()
		run, err = records.Scatter(ctx, opt, starts.first[k], sources...)
		return err
	})
	if run != nil {
		defer run.Close()
	}
	if err != nil {
		return err
	}
	if counted := starts.Segments[k]; run.Records() != counted.Records || sum != counted.CRC {
		return &Error{Fault: Unlike, Work: j.plan.Work, Name: j.segments[k][0].Name}
	}
	ends, size := make([]int64, order.Buckets), int64(0)
	for b := range ends {
		_, bytes := run.Bucket(b)
		size += bytes
		ends[b] = size
	}
	opt := store.Options{Size: size + tableSize, Private: true}
	return j.store.Write(ctx, at.Name, opt, func(to io.Writer) error {
		w := &runWriter{Writer: to, ends: ends, sum: at.sum()}
		if err := run.Write(ctx, w); err != nil {
			return err
		}
		w.Write(nil) // the last buckets may be empty
		table := make([]byte, 0, tableSize)
		for b, sum := range w.sums {
			records, bytes := run.Bucket(b)
			table = binary.BigEndian.AppendUint64(table, uint64(records))
			table = binary.BigEndian.AppendUint64(table, uint64(bytes))
			table = binary.BigEndian.AppendUint32(table, sum)
		}
		_, err := to.Write(at.seal(table))
		return err
	})
}

// readTable returns the table of run k.
func (j *Job) readTable(ctx context.Context, k int) ([]byte, error) {
	at := j.object("runs", numbered(k))
	info, err := j.store.Stat(ctx, at.Name)
	if err != nil {
		return nil, err
	}
	if info.Size < tableSize {
		return nil, at.damaged(errShort)
	}
	return at.read(ctx, j.store, info.Size-tableSize, tableSize)
}

// needed returns how many records from the start of the order are needed, or 0: all.
func (p *plan) needed() int64 {
	if p.Head == 0 {
		return 1
	}
	return max(p.Head, 0)
}
