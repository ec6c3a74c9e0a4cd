package job

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// A run is its buckets, and then a table: the numbers of records and of bytes of each bucket
// in eight bytes each, and the checksum of the bucket in four, big-endian, sealed.
const (
	tableRow  = 8 + 8 + 4
	tableSize = order.Buckets*tableRow + sealed
)

// Scatter scatters the records of segment k to a run, unless that has been done. All
// segments must have been counted.
func (j *Job) Scatter(ctx context.Context, k int) error {
	at := j.object("runs", k)
	if done, err := j.has(ctx, at); done || err != nil {
		return err
	}
	starts, err := j.theStarts(ctx)
	if err != nil {
		return err
	}
	s := &j.segments[k]
	var run *records.Scattered
	err = j.read(ctx, s, func(source records.Source) (err error) {
		opt := j.segmentOptions(s)
		opt.Head = j.plan.needed()
		run, err = records.Scatter(ctx, opt, starts.First[k], source)
		return err
	})
	if run != nil {
		defer run.Close()
	}
	if err != nil {
		return err
	}
	if run.Records() != starts.of(k) {
		return j.damaged(j.object("counts", k), errors.New("the input, which has not changed, has another number of records"))
	}
	ends, size := make([]int64, order.Buckets), int64(0)
	for b := range ends {
		_, bytes := run.Bucket(b)
		size += bytes
		ends[b] = size
	}
	return j.store.Write(ctx, at, size+tableSize, func(w io.Writer) error {
		sums := newBucketSums(ends)
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
		_, err := w.Write(seal(table))
		return err
	})
}

// readTable returns the table of run k, which must agree with the size of the run and with
// the number of records that were counted.
func (j *Job) readTable(ctx context.Context, k int, counted int64) ([]byte, error) {
	at := j.object("runs", k)
	info, err := j.store.Stat(ctx, at)
	if err != nil {
		return nil, err
	}
	if info.Size < tableSize {
		return nil, j.damaged(at, errShort)
	}
	table, err := j.readSealed(ctx, at, info.Size-tableSize, tableSize)
	if err != nil {
		return nil, err
	}
	records, size := int64(0), int64(tableSize)
	for b := range order.Buckets {
		records += int64(binary.BigEndian.Uint64(table[tableRow*b:]))
		size += int64(binary.BigEndian.Uint64(table[tableRow*b+8:]))
	}
	switch {
	case size != info.Size:
		err = j.damaged(at, errors.New("it has another size than its table says"))
	case !j.plan.enough(records, counted):
		err = j.damaged(at, errors.New("it has another number of records than were counted"))
	}
	return table, err
}

// needed returns how many records from the start of the order are needed, or 0: all.
func (p *plan) needed() int64 {
	if p.Head == 0 {
		return 1
	}
	return max(p.Head, 0)
}

// enough reports whether a run of that many records, or all runs, can be what was scattered
// of those that were counted.
func (p *plan) enough(records, counted int64) bool {
	if p.Head < 0 {
		return records == counted
	}
	return records >= min(p.Head, counted) && records <= counted
}

// The index begins with the number of records of each bucket, in all runs together, in eight
// bytes each, sealed. A row for each bucket follows, and a last one: where the bucket begins
// in each run, in eight bytes, and its checksum there, in four, sealed. So a range of buckets
// is a range of the index. All numbers are big-endian.
const (
	indexHeader = order.Buckets*8 + sealed
	indexEntry  = 8 + 4
)

func (j *Job) index() store.Name { return j.own.Join("index") }

// rowSize returns the size of a row of the index.
func (j *Job) rowSize() int { return len(j.segments)*indexEntry + sealed }

// ensureIndex writes the index, unless that has been done. Who does that at the same time
// writes the same.
func (j *Job) ensureIndex(ctx context.Context) error {
	at := j.index()
	done, err := j.has(ctx, at)
	if done || err != nil {
		return err
	}
	starts, err := j.theStarts(ctx)
	if err != nil {
		return err
	}
	n := len(j.segments)
	var total [order.Buckets]uint64
	tables := make([][]byte, n)
	if err := each(ctx, n, func(k int) (err error) {
		tables[k], err = j.readTable(ctx, k, starts.of(k))
		return missing(err, "scatter", k, n)
	}); err != nil {
		return err
	}
	for _, table := range tables {
		for b := range total {
			total[b] += binary.BigEndian.Uint64(table[tableRow*b:])
		}
	}
	size := int64(indexHeader + (order.Buckets+1)*j.rowSize())
	return j.store.Write(ctx, at, size, func(to io.Writer) error {
		w := bufio.NewWriterSize(to, 1<<20) // Flush has its errors
		var head []byte
		for _, x := range total {
			head = binary.BigEndian.AppendUint64(head, x)
		}
		w.Write(seal(head))
		place := make([]uint64, n) // where the bucket begins in each run
		row := make([]byte, 0, j.rowSize())
		for b := range order.Buckets + 1 {
			row = row[:0]
			for k, table := range tables {
				row = binary.BigEndian.AppendUint64(row, place[k])
				if b == order.Buckets {
					row = binary.BigEndian.AppendUint32(row, 0)
					continue
				}
				place[k] += binary.BigEndian.Uint64(table[tableRow*b+8:])
				row = append(row, table[tableRow*b+16:][:4]...)
			}
			w.Write(seal(row))
		}
		return w.Flush()
	})
}

// readSealed returns what is sealed in n bytes of an object of the job.
func (j *Job) readSealed(ctx context.Context, name store.Name, from, n int64) ([]byte, error) {
	b, err := j.readRange(ctx, name, from, n)
	if err != nil {
		return nil, err
	}
	if b, err = unseal(b); err != nil {
		return nil, j.damaged(name, err)
	}
	return b, nil
}

// readRange returns n bytes of an object of the job.
func (j *Job) readRange(ctx context.Context, name store.Name, from, n int64) ([]byte, error) {
	r, err := j.store.Read(ctx, name, from, n)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b := make([]byte, n)
	_, err = io.ReadFull(r, b)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = j.damaged(name, errShort)
	}
	return b, err
}

func (j *Job) damaged(name store.Name, err error) error { return &DamagedError{j.work, name, err} }

// Join does what all steps of a kind wait for: it adds up the counts for "scatter", and
// writes the index for "gather". Without it, the first of these steps does.
func (j *Job) Join(ctx context.Context, step string) error {
	if step == "scatter" {
		_, err := j.theStarts(ctx)
		return err
	}
	return j.ensureIndex(ctx)
}
