package job

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/records"
)

// Shuffle shuffles on this machine alone, unless that has been done. The outputs and the
// manifest are those of a job, but each input is read only once and nothing else is written.
func Shuffle(ctx context.Context, st *store.Store, spec Spec, with Limits) error {
	t, err := newTask(ctx, st, spec)
	if err != nil {
		return err
	}
	for {
		err := t.shuffle(ctx, st, with)
		if !errors.Is(err, store.ErrChanged) && !errors.As(err, new(*MissingError)) {
			return err
		}
		// Who had the output before wrote a shard at the last moment.
		if err := t.holds(ctx, st); err != nil {
			return err
		}
	}
}

func (t *task) shuffle(ctx context.Context, st *store.Store, with Limits) error {
	if done, err := t.done(ctx, st); done || err != nil {
		return err
	}
	p, err := t.divide(ctx, st, t.bytes()+1) // nothing is cut
	if err != nil {
		return err
	}
	j, err := newJob(st, store.Name{}, p)
	if err != nil {
		return err
	}
	j.Limits = with
	opt := j.options()
	opt.Parts, opt.Head = true, t.needed()
	var c *records.Collection
	_, err = j.read(ctx, slices.Concat(j.segments...), func(sources []records.Source) (err error) {
		c, err = records.Collect(ctx, opt, sources...)
		return err
	})
	if c != nil {
		defer c.Close()
	}
	if err == nil {
		err = t.claim(ctx, st)
	}
	if err != nil {
		return err
	}
	sizes, shards := make([]int64, t.Shards), make([]Shard, t.Shards)
	for k := range sizes {
		_, sizes[k] = t.share(k, c.Records())
	}
	var out *shardWriter
	end := func(k int, err error) error {
		err = out.finish(ctx, sizes[k], err)
		shards[k], out = out.Shard, nil
		return err
	}
	err = c.WriteParts(ctx, sizes, func(k int) ([]io.Writer, error) {
		if k > 0 {
			if err := end(k-1, nil); err != nil {
				return nil, err
			}
		}
		out, err = t.create(ctx, st, k, j.Workers)
		return []io.Writer{out}, err
	})
	if out != nil {
		err = end(t.Shards-1, err)
	}
	if err != nil {
		return err
	}
	return t.complete(ctx, st, c.Records(), shards)
}
