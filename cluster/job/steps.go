package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"sync/atomic"

	"github.com/yates-shuffle/yates/cluster/store"
)

// Kinds are the kinds of steps, in the order in which they must be done. Of "starts", "index" and "finish" there is
// one step, which joins what the steps before it have left. The first two are also done by whoever needs them first.
var Kinds = []string{"count", "starts", "scatter", "index", "gather", "finish"}

// A kind is what differs between kinds of steps: the objects with their results, and what does them.
type kind struct {
	results string
	do      func(j *Job, ctx context.Context, k int) error
}

var kinds = map[string]kind{
	"count":   {"counts", (*Job).count},
	"starts":  {"starts", func(j *Job, ctx context.Context, _ int) error { _, err := j.theStarts(ctx); return err }},
	"scatter": {"runs", (*Job).scatter},
	"index":   {"index", func(j *Job, ctx context.Context, _ int) error { return j.ensureIndex(ctx) }},
	"gather":  {"shards", (*Job).gather},
	"finish":  {"", func(j *Job, ctx context.Context, _ int) error { return j.finish(ctx) }},
}

// Steps returns how many steps of a kind there are.
func (j *Job) Steps(kind string) int {
	switch kind {
	case "count", "scatter":
		return len(j.segments)
	case "gather":
		return j.plan.Shards
	}
	return 1
}

// Do does step k of a kind, unless that has been done. All steps of the kinds before must have been done.
func (j *Job) Do(ctx context.Context, kind string, k int) (err error) {
	switch kind {
	case "gather":
		_, err = j.shard(ctx, k)
	case "finish":
		err = fs.ErrNotExist // it looks itself
	default:
		_, err = j.store.Stat(ctx, j.numbered(kinds[kind].results, k).Name)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	note := j.note(kind, k)
	if err = j.create(ctx, note, 0, func(io.Writer) error { return nil }); err != nil {
		return err
	}
	if err = kinds[kind].do(j, ctx, k); err != nil {
		j.store.Remove(ctx, note.Name) // or the step seems to be under way
	}
	return err
}

// Local is a scheduler in this process: it does all steps of a job.
func Local(ctx context.Context, j *Job) error {
	for _, kind := range Kinds {
		if err := j.Share(ctx, kind, 1, 1); err != nil {
			return err
		}
	}
	return nil
}

// Share does the Kth of N shares of the steps of a kind. As many steps are done at a time as fit into the memory
// of the job, so that one of them computes while another one waits for its store. A step that the store does not
// let happen is tried again.
func (j *Job) Share(ctx context.Context, kind string, k, of int) error {
	all := j.Limits
	defer func() { j.Limits = all }()
	n := (j.Steps(kind) - k + of) / of
	each := map[string]int64{"scatter": j.plan.Segment, "gather": j.plan.bytes() / int64(j.plan.Shards)}[kind]
	workers := cmp.Or(all.Workers, runtime.GOMAXPROCS(0))
	width := max(min(workers, atOnce, n, int(all.Memory/(each+each/8+1))), 1)
	j.Workers, j.Memory = workers/width, all.Memory/int64(width)
	done := atomic.Int64{}
	tell := func() { j.Watch(fmt.Sprintf("%s: %d of %d", kind, done.Load(), n)) }
	tell()
	return some(ctx, width, n, func(i int) (err error) {
		step := k - 1 + i*of
		for try := range attempts {
			if err = j.Do(ctx, kind, step); err == nil || ctx.Err() != nil || !errors.As(err, new(*store.Error)) {
				break
			}
			if try < attempts-1 {
				j.Say(fmt.Sprintf("the step %s %d of %d is tried again: %v", kind, step+1, j.Steps(kind), err))
			}
		}
		done.Add(1)
		tell()
		return err
	})
}

const (
	atOnce   = 4 // how many steps are done at a time, at most
	attempts = 3 // how often a step is tried
)
