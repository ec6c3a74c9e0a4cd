package job

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// A run begins with the numbers of records and of bytes of each bucket, eight bytes each,
// big-endian. Its buckets follow.
const runHeader = order.Buckets * 2 * 8

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
		run, err = records.Scatter(ctx, j.segmentOptions(s), starts.First[k], source)
		return err
	})
	if run != nil {
		defer run.Close()
	}
	if err != nil {
		return err
	}
	if next := append(starts.First[k+1:], starts.Records)[0]; run.Records() != next-starts.First[k] {
		return &ChangedError{s.name}
	}
	head := make([]byte, 0, runHeader)
	size := int64(runHeader)
	for b := range order.Buckets {
		records, bytes := run.Bucket(b)
		head = binary.BigEndian.AppendUint64(head, uint64(records))
		head = binary.BigEndian.AppendUint64(head, uint64(bytes))
		size += bytes
	}
	return j.store.Write(ctx, at, size, func(w io.Writer) error {
		if _, err := w.Write(head); err != nil {
			return err
		}
		return run.Write(ctx, w)
	})
}

// The index begins with the number of records of each bucket, in all runs together. The
// places where bucket 0 begins in each run follow, then those of bucket 1, and so on, and
// at last where the runs end. So a range of buckets is a range of the index. All numbers
// are of eight bytes, big-endian.
const indexHeader = order.Buckets * 8

// ensureIndex writes the index, unless that has been done. Who does that at the same time
// writes the same.
func (j *Job) ensureIndex(ctx context.Context) error {
	at := j.own.Join("index")
	done, err := j.has(ctx, at)
	if done || err != nil {
		return err
	}
	n := len(j.segments)
	var total [order.Buckets]uint64
	heads := make([][]byte, n)
	if err := each(ctx, n, func(k int) error {
		head, err := j.readRange(ctx, k, 0, runHeader)
		heads[k] = head
		return missing(err, "scatter", k, n)
	}); err != nil {
		return err
	}
	place := make([]uint64, n) // where the bucket begins in each run
	for k, head := range heads {
		place[k] = runHeader
		for b := range total {
			total[b] += binary.BigEndian.Uint64(head[16*b:])
		}
	}
	size := int64(indexHeader + (order.Buckets+1)*n*8)
	return j.store.Write(ctx, at, size, func(to io.Writer) error {
		w := bufio.NewWriterSize(to, 1<<20)
		number := func(x uint64) { w.Write(binary.BigEndian.AppendUint64(w.AvailableBuffer(), x)) } // Flush has the error
		for _, x := range total {
			number(x)
		}
		for b := range order.Buckets + 1 {
			for k, head := range heads {
				number(place[k])
				if b < order.Buckets {
					place[k] += binary.BigEndian.Uint64(head[16*b+8:])
				}
			}
		}
		return w.Flush()
	})
}

// readRange returns n bytes of a run, or of the index if k is negative.
func (j *Job) readRange(ctx context.Context, k int, from, n int64) ([]byte, error) {
	name := j.own.Join("index")
	if k >= 0 {
		name = j.object("runs", k)
	}
	r, err := j.store.Read(ctx, name, from, n)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b := make([]byte, n)
	if _, err := io.ReadFull(r, b); err != nil {
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			err = errors.New("it is too short")
		}
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return b, nil
}

// Join does what all steps of a kind wait for: it adds up the counts for "scatter", and
// writes the index for "gather". Without it, the first of these steps does.
func (j *Job) Join(ctx context.Context, step string) error {
	if step == "scatter" {
		_, err := j.theStarts(ctx)
		return err
	}
	return j.ensureIndex(ctx)
}
