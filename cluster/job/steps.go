package job

import (
	"cmp"
	"context"
	"runtime"
	"sync/atomic"
)

// Kinds are the kinds of steps, in the order in which they must be done.
var Kinds = []string{"count", "scatter", "gather"}

var doers = map[string]func(*Job, context.Context, int) error{
	"count": (*Job).Count, "scatter": (*Job).Scatter, "gather": (*Job).Gather,
}

// Do does step k of a kind.
func (j *Job) Do(ctx context.Context, kind string, k int) error { return doers[kind](j, ctx, k) }

// Steps returns how many steps of a kind there are.
func (j *Job) Steps(kind string) int {
	return map[string]int{"count": len(j.segments), "scatter": len(j.segments), "gather": j.plan.Shards}[kind]
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

// Local is a scheduler in this process: it does all steps of a job and finishes it. As many
// steps are done at a time as fit into the memory of the job, so that one of them computes
// while another one waits for its store.
func Local(ctx context.Context, j *Job) error {
	all := j.Limits
	defer func() { j.Limits = all }()
	workers := cmp.Or(all.Workers, runtime.GOMAXPROCS(0))
	for _, kind := range Kinds {
		if err := j.Join(ctx, kind); err != nil {
			return err
		}
		n, done := j.Steps(kind), atomic.Int64{}
		each := map[string]int64{"scatter": j.plan.Segment, "gather": j.plan.bytes() / int64(j.plan.Shards)}[kind]
		width := max(min(workers, atOnce, n, int(all.Memory/(each+each/8+1))), 1)
		j.Workers, j.Memory = workers/width, all.Memory/int64(width)
		j.Watch(kind, 0, n)
		if err := some(ctx, width, n, func(k int) error {
			err := j.Do(ctx, kind, k)
			j.Watch(kind, int(done.Add(1)), n)
			return err
		}); err != nil {
			return err
		}
	}
	return j.Finish(ctx)
}

// atOnce is how many steps are done at a time, at most.
const atOnce = 4
