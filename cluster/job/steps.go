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

// Kinds are the kinds of steps, in the order in which they must be done.
var Kinds = []string{"count", "scatter", "gather"}

// A kind is what differs between kinds of steps: the objects with their results, and what does them.
type kind struct {
	results string
	do      func(j *Job, ctx context.Context, k int) error
}

var kinds = map[string]kind{
	"count":   {"counts", (*Job).count},
	"scatter": {"runs", (*Job).scatter},
	"gather":  {"shards", (*Job).gather},
}

// Steps returns how many steps of a kind there are.
func (j *Job) Steps(kind string) int {
	return map[string]int{"count": len(j.segments), "scatter": len(j.segments), "gather": j.plan.Shards}[kind]
}

// Do does step k of a kind, unless that has been done. All steps of the kinds before must have been done.
func (j *Job) Do(ctx context.Context, kind string, k int) (err error) {
	if kind == "gather" {
		_, err = j.shard(ctx, k)
	} else {
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

// Join does what all steps of a kind wait for: it adds up the counts for "scatter", and
// writes the index for "gather". Without it, the first of these steps does. What comes after
// all kinds is "", which finishes the job.
func (j *Job) Join(ctx context.Context, kind string) error {
	var err error
	switch kind {
	case "scatter":
		_, err = j.theStarts(ctx)
	case "gather":
		err = j.ensureIndex(ctx)
	case "":
		err = j.Finish(ctx)
	}
	return err
}

// Local is a scheduler in this process: it does all steps of a job and finishes it.
func Local(ctx context.Context, j *Job) error {
	for _, kind := range Kinds {
		if err := j.Share(ctx, kind, 1, 1); err != nil {
			return err
		}
	}
	return j.Finish(ctx)
}

// Share does the Kth of N shares of the steps of a kind. As many steps are done at a time as fit into the memory
// of the job, so that one of them computes while another one waits for its store. A step that the store does not
// let happen is tried again.
func (j *Job) Share(ctx context.Context, kind string, k, of int) error {
	if err := j.Join(ctx, kind); err != nil {
		return err
	}
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
