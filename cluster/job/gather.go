package job

import (
	"context"
	"encoding/binary"
	"io"
	"sort"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/order"
)

// gather writes shard k of the output. All segments must have been scattered.
func (j *Job) gather(ctx context.Context, k int) error {
	starts, err := j.theStarts(ctx)
	if err != nil {
		return err
	}
	first, n, err := j.plan.share(k, starts.records())
	if err != nil {
		return err
	}
	if n == 0 {
		return j.writeShard(ctx, k, n, func(w io.Writer) error { _, err := w.Write(starts.Header); return err })
	}
	c, skip, err := j.collect(ctx, first, n, starts)
	if err != nil {
		return err
	}
	defer c.Close()
	return j.writeShard(ctx, k, n, func(w io.Writer) error {
		parts := []io.Writer{io.Discard, w} // what is before the shard in its first bucket
		return c.WriteParts(ctx, []int64{skip, n}, func(part int) ([]io.Writer, error) {
			return parts[part : part+1], nil
		})
	})
}

// collect collects the buckets that records first, …, first+n−1 of the order are in, and
// returns how many records of these buckets come before them.
func (j *Job) collect(
	ctx context.Context, first, n int64, starts *starts,
) (c *engine.Collection, skip int64, err error) {
	if err := j.ensureIndex(ctx); err != nil {
		return nil, 0, err
	}
	head, err := j.index().read(ctx, j.store, 0, int64(indexHeader+sealed), 1)
	if err != nil {
		return nil, 0, err
	}
	before := func(b int) int64 { return int64(binary.BigEndian.Uint64(head[8*b:])) }
	of := engine.Buckets{Header: starts.Header}
	of.First = sort.Search(order.Buckets-1, func(b int) bool { return before(b+1) > first })
	for b := of.First; b < order.Buckets && before(b) < first+n; b++ {
		of.Records = append(of.Records, before(b+1)-before(b))
	}
	runs, err := j.runs(ctx, of.First, len(of.Records))
	if err != nil {
		return nil, 0, err
	}
	opt := j.options()
	opt.Header = 0
	c, err = engine.Gather(ctx, opt, of, runs)
	return c, first - before(of.First), err
}

// runs returns buckets lo, …, lo+n−1 of all runs.
func (j *Job) runs(ctx context.Context, lo, n int) ([]engine.Run, error) {
	all, row := len(j.segments), j.rowSize()
	size := int64(row + sealed)
	rows, err := j.index().read(ctx, j.store, int64(indexHeader+sealed)+int64(lo)*size, int64(n+1)*size, n+1)
	if err != nil {
		return nil, err
	}
	runs := make([]engine.Run, all)
	for k := range runs {
		at := func(b int) (p place) {
			binary.Decode(rows[b*row+k*placeSize:], binary.BigEndian, &p) // it is long enough
			return p
		}
		run, first, last := j.numbered("runs", k), at(0), at(n)
		var ends []int64
		for b := range n {
			ends = append(ends, at(b+1).At-first.At)
		}
		explain := func(err error) error {
			if err == errSeal {
				return run.damaged(err)
			}
			return missing(err, "scatter", k, all)
		}
		runs[k] = engine.Run{Name: run.String(), Ends: ends, Open: func(ctx context.Context) (io.ReadCloser, error) {
			body := j.store.Read(ctx, run.Name, first.At, ends[n-1])
			return &checkedReader{body, ends[n-1], first.CRC, last.CRC, explain}, nil
		}}
	}
	return runs, nil
}

// A checkedReader reads neighbouring buckets of a run. It gives the last bytes only if all are
// those that were written: they continue the checksum of what is before them.
type checkedReader struct {
	io.ReadCloser
	left      int64
	sum, want uint32
	explain   func(error) error
}

func (r *checkedReader) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n, err := r.ReadCloser.Read(p[:min(int64(len(p)), r.left)])
	r.left, r.sum = r.left-int64(n), crc(r.sum, p[:n])
	if r.left == 0 && r.sum != r.want || r.left > 0 && err == io.EOF {
		n, err = 0, errSeal
	}
	return n, r.explain(err)
}
