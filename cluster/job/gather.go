package job

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// Gather writes shard k of the output, unless that has been done. All segments must have
// been scattered.
func (j *Job) Gather(ctx context.Context, k int) error {
	if done, err := j.gathered(ctx, k); done || err != nil {
		return err
	}
	starts, err := j.theStarts(ctx)
	if err != nil {
		return err
	}
	first, n := j.plan.share(k, starts.Records)
	var c *records.Collection
	skip := int64(0)
	if n > 0 {
		if c, skip, err = j.collect(ctx, first, n, starts); err != nil {
			return err
		}
		defer c.Close()
	}
	out, err := j.plan.create(ctx, j.store, k, j.Workers)
	if err != nil {
		return err
	}
	if c == nil {
		_, err = out.Write(starts.Header)
	} else {
		parts := []io.Writer{io.Discard, out} // what is before the shard in its first bucket
		err = c.WriteParts(ctx, []int64{skip, n}, func(part int) ([]io.Writer, error) { return parts[part : part+1], nil })
	}
	if err == nil { // a step that slept must not write over what came after its job
		err = j.current(ctx)
	}
	if err := out.finish(ctx, n, err); err != nil {
		return err
	}
	return j.writeJSON(ctx, j.object("shards", k), out.Shard)
}

// gathered reports whether shard k has been written.
func (j *Job) gathered(ctx context.Context, k int) (bool, error) {
	_, err := j.shard(ctx, k)
	if errors.As(err, new(*MissingError)) {
		return false, nil
	}
	return err == nil, err
}

// shard describes shard k, which must have been written by this job.
func (j *Job) shard(ctx context.Context, k int) (Shard, error) {
	var was Shard
	err := j.readJSON(ctx, j.object("shards", k), &was)
	if err == nil {
		err = recognise(ctx, j.store, j.plan.shardName(k), &was)
	}
	return was, missing(err, "gather", k, j.Shards())
}

// recognise returns fs.ErrNotExist unless a shard is what was written. Another tag does not
// mean other bytes: the step may have run twice.
func recognise(ctx context.Context, st *store.Store, name store.Name, was *Shard) error {
	info, err := st.Stat(ctx, name)
	if err != nil || info == (store.Info{Size: was.Size, Tag: was.Tag}) {
		return err
	}
	if info.Size != was.Size {
		return fs.ErrNotExist
	}
	r, err := st.Read(ctx, name, 0, -1)
	if err != nil {
		return err
	}
	defer r.Close()
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return err
	}
	if hex.EncodeToString(h.Sum(nil)) != was.SHA256 {
		return fs.ErrNotExist
	}
	return nil
}

// collect collects the buckets that records first, …, first+n−1 of the order are in, and
// returns how many records of these buckets come before them.
func (j *Job) collect(ctx context.Context, first, n int64, starts *starts) (c *records.Collection, skip int64, err error) {
	if err := j.ensureIndex(ctx); err != nil {
		return nil, 0, err
	}
	head, err := j.readSealed(ctx, j.index(), 0, indexHeader)
	if err != nil {
		return nil, 0, err
	}
	total := int64(0)
	for b := range order.Buckets {
		total += int64(binary.BigEndian.Uint64(head[8*b:]))
	}
	if !j.plan.enough(total, starts.Records) {
		return nil, 0, j.damaged(j.index(), errors.New("it has another number of records than were counted"))
	}
	of := records.Buckets{Header: starts.Header}
	before := int64(0) // records in the buckets before b
	for b := 0; b < order.Buckets && before < first+n; b++ {
		size := int64(binary.BigEndian.Uint64(head[8*b:]))
		if before+size <= first {
			of.First = b + 1
			skip = first - before - size
		} else {
			of.Records = append(of.Records, size)
		}
		before += size
	}
	if of.First == 0 {
		skip = first
	}
	runs, err := j.runs(ctx, of.First, len(of.Records))
	if err != nil {
		return nil, 0, err
	}
	opt := j.options()
	opt.Header = 0
	c, err = records.Gather(ctx, opt, of, runs)
	if damage := (*DamagedError)(nil); errors.As(err, &damage) {
		err = damage // which has the name of the run already
	}
	return c, skip, err
}

// runs returns buckets lo, …, lo+n−1 of all runs.
func (j *Job) runs(ctx context.Context, lo, n int) ([]records.Run, error) {
	all, row := len(j.segments), j.rowSize()
	rows, err := j.readRange(ctx, j.index(), int64(indexHeader+lo*row), int64((n+1)*row))
	if err != nil {
		return nil, err
	}
	for b := range n + 1 {
		if _, err := unseal(rows[b*row:][:row]); err != nil {
			return nil, j.damaged(j.index(), err)
		}
	}
	entry := func(b, k int) []byte { return rows[b*row+k*indexEntry:] }
	place := func(b, k int) int64 { return int64(binary.BigEndian.Uint64(entry(b, k))) }
	runs := make([]records.Run, all)
	for k := range runs {
		name, from := j.object("runs", k), place(0, k)
		var ends []int64
		var sums []uint32
		for b := range n {
			ends = append(ends, place(b+1, k)-from)
			sums = append(sums, binary.BigEndian.Uint32(entry(b, k)[8:]))
		}
		runs[k] = records.Run{Name: name.String(), Ends: ends, Open: func(ctx context.Context) (io.ReadCloser, error) {
			r, err := j.store.Read(ctx, name, from, ends[n-1])
			if err != nil {
				return nil, missing(err, "scatter", k, all)
			}
			return checkedReader{newBucketSums(ends), sums, r, func(err error) error { return j.damaged(name, err) }}, nil
		}}
	}
	return runs, nil
}
