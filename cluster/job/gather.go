package job

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// A Shard describes a part of the output.
type Shard struct {
	Name    string `json:"name"`
	Records int64  `json:"records"`
	Size    int64  `json:"size"`
	SHA256  string `json:"sha256"`
}

// Gather writes shard k of the output, unless that has been done. All segments must have
// been scattered.
func (j *Job) Gather(ctx context.Context, k int) error {
	at, name := j.object("shards", k), j.shardName(k)
	if done, err := j.gathered(ctx, k); done || err != nil {
		return err
	}
	starts, err := j.theStarts(ctx)
	if err != nil {
		return err
	}
	shard := Shard{Name: name.Text()}
	first, n := j.share(k, starts.Records)
	shard.Records = n
	var c *records.Collection
	skip := int64(0)
	if n > 0 {
		if c, skip, err = j.collect(ctx, first, n, starts.Header); err != nil {
			return err
		}
		defer c.Close()
	}
	hash := sha256.New()
	err = j.store.Write(ctx, name, j.Bytes()/int64(j.Shards()), func(to io.Writer) error {
		out := &output{w: to, hash: hash}
		if kind := packing.Named(name.Base()); kind != packing.None {
			out.pack = packing.NewWriter(kind, out.put, 2+j.Workers)
		}
		var err error
		if c == nil {
			_, err = out.Write(starts.Header)
		} else {
			parts := []io.Writer{io.Discard, out} // what is before the shard in its first bucket
			err = c.WriteParts(ctx, []int64{skip, n}, func(part int) ([]io.Writer, error) { return parts[part : part+1], nil })
		}
		if e := out.finish(); err == nil {
			err = e
		}
		shard.Size = out.n
		return err
	})
	if err != nil {
		return err
	}
	shard.SHA256 = hex.EncodeToString(hash.Sum(nil))
	return j.writeJSON(ctx, at, shard)
}

// gathered reports whether shard k has been written.
func (j *Job) gathered(ctx context.Context, k int) (bool, error) {
	_, err := j.shard(ctx, k)
	if errors.As(err, new(*MissingError)) {
		return false, nil
	}
	return err == nil, err
}

// shard describes shard k, which must have been written.
func (j *Job) shard(ctx context.Context, k int) (shard Shard, err error) {
	if err = j.readJSON(ctx, j.object("shards", k), &shard); err == nil {
		var info store.Info
		if info, err = j.store.Stat(ctx, j.shardName(k)); err == nil && info.Size != shard.Size {
			err = fs.ErrNotExist
		}
	}
	return shard, missing(err, "gather", k, j.Shards())
}

func (j *Job) shardName(k int) store.Name {
	name, _ := j.plan.shardName(k) // which Make has tried
	return name
}

// share returns which records of the order are in shard k: as for yates shuffle --shards,
// the first shards have one more if they cannot be equal.
func (j *Job) share(k int, records int64) (first, n int64) {
	if j.plan.Head >= 0 {
		records = min(records, j.plan.Head)
	}
	each, more := records/int64(j.Shards()), records%int64(j.Shards())
	first = each*int64(k) + min(int64(k), more)
	n = each
	if int64(k) < more {
		n++
	}
	return first, n
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

// An output compresses what is written, if it is to be, and hashes what comes of it.
type output struct {
	w    io.Writer
	hash hash.Hash
	pack *packing.Writer // or nil
	n    int64
	err  error
}

func (o *output) Write(p []byte) (int, error) {
	if o.pack != nil {
		return o.pack.Write(p)
	}
	return o.put(p)
}

func (o *output) put(p []byte) (int, error) {
	n, err := o.w.Write(p)
	o.hash.Write(p[:n])
	o.n += int64(n)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// finish ends the compression and returns the first error.
func (o *output) finish() error {
	if o.pack != nil {
		o.pack.Finish() // put keeps its errors
		o.pack.Wait()
	}
	return o.err
}
