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
		if c, skip, err = j.collect(ctx, first, n, starts.Header); err != nil {
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
	if err := out.finish(err); err != nil {
		return err
	}
	out.Records = n
	info, err := j.store.Stat(ctx, j.plan.shardName(k))
	if err != nil {
		return err
	}
	return j.writeJSON(ctx, j.object("shards", k), written{out.Shard, info.Tag})
}

// A written is what a job notes of a shard, to know it again.
type written struct {
	Shard
	Tag string `json:"etag"`
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
	var was written
	err := j.readJSON(ctx, j.object("shards", k), &was)
	if err == nil {
		err = j.recognise(ctx, k, &was)
	}
	return was.Shard, missing(err, "gather", k, j.Shards())
}

// recognise returns fs.ErrNotExist unless shard k is what was written. Another tag does not
// mean other bytes: the step may have run twice.
func (j *Job) recognise(ctx context.Context, k int, was *written) error {
	name := j.plan.shardName(k)
	info, err := j.store.Stat(ctx, name)
	if err != nil || info == (store.Info{Size: was.Size, Tag: was.Tag}) {
		return err
	}
	if info.Size != was.Size {
		return fs.ErrNotExist
	}
	r, err := j.store.Read(ctx, name, 0, -1)
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
func (j *Job) collect(ctx context.Context, first, n int64, header []byte) (c *records.Collection, skip int64, err error) {
	if err := j.ensureIndex(ctx); err != nil {
		return nil, 0, err
	}
	head, err := j.readRange(ctx, -1, 0, indexHeader)
	if err != nil {
		return nil, 0, err
	}
	of := records.Buckets{Header: header}
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
	return c, skip, err
}

// runs returns buckets lo, …, lo+n−1 of all runs.
func (j *Job) runs(ctx context.Context, lo, n int) ([]records.Run, error) {
	all := len(j.segments)
	table, err := j.readRange(ctx, -1, int64(indexHeader+lo*all*8), int64((n+1)*all*8))
	if err != nil {
		return nil, err
	}
	place := func(b, k int) int64 { return int64(binary.BigEndian.Uint64(table[8*(b*all+k):])) }
	runs := make([]records.Run, all)
	for k := range runs {
		name, from := j.object("runs", k), place(0, k)
		runs[k].Name = name.String()
		for b := range n {
			runs[k].Ends = append(runs[k].Ends, place(b+1, k)-from)
		}
		size := place(n, k) - from
		runs[k].Open = func(ctx context.Context) (io.ReadCloser, error) {
			r, err := j.store.Read(ctx, name, from, size)
			return r, missing(err, "scatter", k, all)
		}
	}
	return runs, nil
}
