package job

import (
	"context"
	"io"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/records"
)

// Shuffle shuffles on this machine alone. The outputs and the manifest are those of a job,
// but each input is read only once and nothing else is written. Memory, Workers and TempDir
// of opt count. Shards that are complete stay if it fails.
func Shuffle(ctx context.Context, st *store.Store, spec Spec, opt records.Options) error {
	p, err := newPlan(ctx, st, spec)
	if err != nil {
		return err
	}
	if err := p.divide(ctx, st, p.bytes()+1); err != nil { // each input is a segment
		return err
	}
	j, err := newJob(st, store.Name{}, p)
	if err != nil {
		return err
	}
	j.Memory, j.Workers, j.TempDir = opt.Memory, opt.Workers, opt.TempDir
	c, err := j.collectAll(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	was, err := p.readManifest(ctx, st) // of another shuffle
	if err != nil {
		return err
	}
	p.Former = p.former(was)
	sizes, shards := make([]int64, p.Shards), make([]Shard, p.Shards)
	for k := range sizes {
		_, sizes[k] = p.share(k, c.Records())
	}
	var out *shardWriter
	end := func(k int, err error) error {
		if err == nil { // each time, as another shuffle may write the same output now
			err = st.Remove(ctx, p.manifestName())
		}
		err = out.finish(ctx, sizes[k], err)
		shards[k] = out.Shard
		out = nil
		return err
	}
	err = c.WriteParts(ctx, sizes, func(k int) ([]io.Writer, error) {
		if k > 0 {
			if err := end(k-1, nil); err != nil {
				return nil, err
			}
		}
		w, err := p.create(ctx, st, k, j.Workers)
		if err != nil {
			return nil, err
		}
		out = w
		return []io.Writer{w}, nil
	})
	if out != nil {
		err = end(p.Shards-1, err)
	}
	if err != nil {
		return err
	}
	if err := p.confirm(ctx, st, shards); err != nil {
		return err
	}
	return p.writeManifest(ctx, st, c.Records(), shards)
}

// collectAll collects the records of all inputs.
func (j *Job) collectAll(ctx context.Context) (c *records.Collection, err error) {
	opt := j.options()
	opt.Parts, opt.Head = true, j.plan.needed()
	err = j.readAll(ctx, j.segments, nil, func(sources []records.Source) (err error) {
		c, err = records.Collect(ctx, opt, sources...)
		return err
	})
	if err != nil && c != nil {
		c.Close()
		c = nil
	}
	return c, err
}

// readAll is read for several segments.
func (j *Job) readAll(ctx context.Context, segments []segment, sources []records.Source, use func([]records.Source) error) error {
	if len(segments) == 0 {
		return use(sources)
	}
	return j.read(ctx, &segments[0], func(s records.Source) error {
		return j.readAll(ctx, segments[1:], append(sources, s), use)
	})
}
