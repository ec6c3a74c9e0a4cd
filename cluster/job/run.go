package job

import (
	"context"
	"errors"
	"io/fs"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
)

// Run shuffles, unless that has been done: it plans a job, or goes on with the one that is
// there, lets schedule do its steps and finish it, and removes the folder of the job, unless
// it is to be kept. It believes the manifest, not the scheduler.
func Run(ctx context.Context, st *store.Store, spec Spec, keep bool, schedule func(context.Context, *Job) error) error {
	t, err := newTask(ctx, st, spec)
	if err != nil {
		return err
	}
	work, err := t.folder(spec.Work)
	if err != nil {
		return err
	}
	done, err := t.done(ctx, st)
	if err != nil {
		return err
	}
	if done {
		left, err := readPlan(ctx, st, work)
		if err == nil && !keep && left.taskID() == t.taskID() { // it was killed before it was cleaned
			_, err = sweep(ctx, st, work, "")
			return err
		}
		return nil // what else is there is of others
	}
	j, err := Make(ctx, st, spec)
	if err != nil {
		return err
	}
	err = schedule(ctx, j)
	if err == nil {
		if done, err = j.plan.done(ctx, st); err == nil && !done {
			err = &UnfinishedError{j.plan.manifestName()}
		}
	}
	if err != nil {
		return j.settle(ctx, err)
	}
	if keep {
		return nil
	}
	return j.settle(ctx, j.Clean(ctx))
}

// An UnfinishedError reports a scheduler that has ended without an error, but also without
// a manifest of all shards.
type UnfinishedError struct{ Manifest store.Name }

func (e *UnfinishedError) Error() string {
	return "the steps ended, but the output is not complete: " + label.Name(e.Manifest.String()) + " does not say so"
}

// settle returns what an error means with which a run of the job ended. It is none if an
// equal run has finished the job meanwhile, and a [GoneError] if the job was cleaned. In
// both cases it removes what the steps of this run have left since.
func (j *Job) settle(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	done, e := j.plan.done(ctx, j.store)
	if e != nil {
		return err
	}
	if gone := j.current(ctx); errors.As(gone, new(*GoneError)) {
		if _, e := sweep(ctx, j.store, j.work, j.id+"/"); e != nil {
			return err
		}
		err = gone
	}
	if done {
		return nil
	}
	return err
}

// Local is a scheduler in this process: it does all steps of a job and finishes it. As many
// steps are done at a time as fit into the memory of the job, so that one of them computes
// while another one waits for its store. Watch is told how many steps of a kind are done.
func Local(ctx context.Context, j *Job, watch func(kind string, done, of int)) error {
	all := j.Limits
	defer func() { j.Limits = all }()
	workers := all.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for _, kind := range Kinds {
		if err := j.Join(ctx, kind); err != nil {
			return err
		}
		n, done := j.Steps(kind), atomic.Int64{}
		each := map[string]int64{"scatter": j.plan.Segment, "gather": j.plan.bytes() / int64(j.Shards())}[kind]
		width := max(min(workers, atOnce, n, int(all.Memory/(each+each/8+1))), 1)
		j.Workers, j.Memory = workers/width, all.Memory/int64(width)
		watch(kind, 0, n)
		if err := some(ctx, width, n, func(k int) error {
			err := j.Do(ctx, kind, k)
			watch(kind, int(done.Add(1)), n)
			return err
		}); err != nil {
			return err
		}
	}
	return j.Finish(ctx)
}

// atOnce is how many steps are done at a time, at most.
const atOnce = 4

// Clean removes the objects of the job, and gives up its output if that is not complete.
func (j *Job) Clean(ctx context.Context) error {
	if err := j.current(ctx); err != nil {
		return err
	}
	return Clean(ctx, j.store, j.work.Text())
}

// Clean removes the objects of the job in a folder, the plan last, and those that earlier
// jobs and writers which were killed have left there. Others in the folder stay.
func Clean(ctx context.Context, st *store.Store, folder string) error {
	work, err := parseFolder(folder)
	if err != nil {
		return err
	}
	p, err := readPlan(ctx, st, work)
	none := errors.Is(err, fs.ErrNotExist)
	switch {
	case err == nil:
		err = p.release(ctx, st)
	case none || errors.As(err, new(*DamagedError)):
		err = nil
	}
	if err != nil {
		return err
	}
	n, err := sweep(ctx, st, work, "")
	if none && n == 0 && err == nil {
		return &NoJobError{work}
	}
	return err
}

// sweep removes what jobs make in a folder from the objects that have the prefix within it,
// the plan last, and returns how many there were.
func sweep(ctx context.Context, st *store.Store, work store.Name, prefix string) (n int, err error) {
	names, err := st.List(ctx, work)
	if err != nil {
		return 0, err
	}
	within := func(n store.Name) string { return strings.TrimPrefix(n.String(), work.String()+"/") }
	names = slices.DeleteFunc(names, func(n store.Name) bool {
		return !strings.HasPrefix(within(n), prefix) || !made.MatchString(within(n))
	})
	plan := planObject(work).Name
	if err := each(ctx, len(names), func(i int) error {
		if names[i] == plan {
			return nil
		}
		return st.Remove(ctx, names[i])
	}); err != nil {
		return 0, err
	}
	if slices.Contains(names, plan) {
		err = st.Remove(ctx, plan)
	}
	st.RemoveFolders(work, func(name string) bool {
		return strings.HasPrefix(name+"/", prefix) && madeFolder.MatchString(name)
	})
	return len(names), err
}

// made matches the names that a job makes in its folder, and those of files that are not
// complete. madeFolder matches the names of folders.
var (
	made = regexp.MustCompile(`^(\.?plan\.json|[0-9a-f]{16}/` +
		`(\.?(starts\.json|index)|(counts|runs|shards)/\.?[0-9]{6,}))(\.[0-9a-f]{16}\.tmp)?$`)
	madeFolder = regexp.MustCompile(`^[0-9a-f]{16}(/(counts|runs|shards))?$`)
)
