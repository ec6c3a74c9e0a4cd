package job

import (
	"context"
	"encoding/binary"
	"errors"
	"io"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// A run is its buckets, and then a table: the numbers of records and of bytes of each bucket
// in eight bytes each, and the checksum of the bucket in four, big-endian, sealed.
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
		return &UnlikeError{j.work, j.segments[k][0].name}
	}
	ends, size := make([]int64, order.Buckets), int64(0)
	for b := range ends {
		_, bytes := run.Bucket(b)
		size += bytes
		ends[b] = size
	}
	return j.store.Write(ctx, at.Name, size+tableSize, func(w io.Writer) error {
		sums := at.bucketSums(ends)
		if err := run.Write(ctx, summingWriter{sums, w}); err != nil {
			return err
		}
		table := make([]byte, 0, tableSize)
		for b, sum := range sums.sums {
			records, bytes := run.Bucket(b)
			table = binary.BigEndian.AppendUint64(table, uint64(records))
			table = binary.BigEndian.AppendUint64(table, uint64(bytes))
			table = binary.BigEndian.AppendUint32(table, sum)
		}
		_, err := w.Write(at.seal(table))
		return err
	})
}

// An UnlikeError reports an input that was read twice with different results, though it has
// not changed: the store or the network is at fault, or the memory of a machine.
type UnlikeError struct{ Work, Name store.Name }

func (e *UnlikeError) Error() string {
	return label.Name(e.Name.String()) + " has not changed, but has other bytes than when its records were counted"
}

// readTable returns the table of run k, which must agree with the size of the run and with
// the number of records that were counted.
func (j *Job) readTable(ctx context.Context, k int, counted int64) ([]byte, error) {
	at := j.object("runs", numbered(k))
	info, err := j.store.Stat(ctx, at.Name)
	if err != nil {
		return nil, err
	}
	if info.Size < tableSize {
		return nil, at.damaged(errShort)
	}
	table, err := at.read(ctx, j.store, info.Size-tableSize, tableSize)
	if err != nil {
		return nil, err
	}
	records, size := int64(0), tableSize
	for b := range order.Buckets {
		records += int64(binary.BigEndian.Uint64(table[tableRow*b:]))
		size += int64(binary.BigEndian.Uint64(table[tableRow*b+8:]))
	}
	switch {
	case size != info.Size:
		err = at.damaged(errors.New("it has another size than its table says"))
	case !j.plan.enough(records, counted):
		err = at.damaged(errors.New("it has another number of records than were counted"))
	}
	return table, err
}

// needed returns how many records from the start of the order are needed, or 0: all.
func (t *task) needed() int64 {
	if t.Head == 0 {
		return 1
	}
	return max(t.Head, 0)
}

// enough reports whether a run of that many records, or all runs, can be what was scattered
// of those that were counted.
func (t *task) enough(records, counted int64) bool {
	if t.Head < 0 {
		return records == counted
	}
	return records >= min(t.Head, counted) && records <= counted
}
