package job

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/yates-shuffle/yates/cluster/store"
)

// Run shuffles, unless that has been done: it plans a job, or goes on with the one that is
// there, lets schedule do its steps and finish it, and removes the folder of the job, unless
// it is to be kept. It believes the manifest, not the scheduler.
func Run(
	ctx context.Context, st *store.Store, spec Spec, keep bool, schedule func(context.Context, *Job) error,
) (*Manifest, error) {
	p, err := newPlan(ctx, st, spec)
	if err != nil {
		return nil, err
	}
	done, err := p.done(ctx, st)
	if err == nil && done == nil {
		j, err := p.begin(ctx, st, spec)
		if err != nil {
			return nil, err
		}
		return j.settle(ctx, keep, schedule(ctx, j))
	}
	left, e := readPlan(ctx, st, p.Work)
	if err == nil && e == nil && !keep && left.task() == p.task() { // it was killed before it was cleaned
		sweep(ctx, st, p.Work, "") // as far as it may
	}
	return done, err // what else is there is of others
}

// settle returns what an error, or none, means with which a run of the job ended. It is none if
// the output is complete, be it by an equal run, and then the job is removed. If it was cleaned
// meanwhile, what the steps of this run have left since is.
func (j *Job) settle(ctx context.Context, keep bool, err error) (*Manifest, error) {
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	done, e := j.plan.done(ctx, j.store)
	if e != nil {
		return nil, cmp.Or(err, e)
	}
	there, e := readPlan(ctx, j.store, j.plan.Work)
	mine := e == nil && there.id() == j.id
	switch {
	case mine && done != nil && !keep:
		_, err = sweep(ctx, j.store, j.plan.Work, "")
		return done, err
	case e == nil && !mine, errors.Is(e, fs.ErrNotExist):
		_, e = sweep(ctx, j.store, j.plan.Work, j.id+"-")
		err = cmp.Or(e, error(&Error{Fault: Gone, Work: j.plan.Work, Name: j.plan.Work}))
	case err == nil:
		err = &Error{Fault: Unfinished, Name: j.plan.manifestName()}
	}
	if done != nil {
		err = nil
	}
	return done, err
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

// Clean removes the objects of the job in a folder, the plan last, and those that earlier
// jobs and writers which were killed have left there. Others in the folder stay. It gives up
// the output if that is not complete.
func Clean(ctx context.Context, st *store.Store, folder string) error {
	work, err := parseFolder(folder)
	if err != nil {
		return err
	}
	j, err := Open(ctx, st, folder)
	if err == nil {
		err = j.giveUp(ctx)
	}
	if err != nil && !errors.Is(err, NoJob) && !errors.Is(err, Damaged) {
		return err
	}
	n, e := sweep(ctx, st, work, "")
	if n > 0 || !errors.Is(err, NoJob) {
		return e
	}
	return cmp.Or(e, err)
}

// sweep removes what jobs make in a folder from the objects that have the prefix within it,
// the plan last, and returns how many there were.
func sweep(ctx context.Context, st *store.Store, work store.Name, prefix string) (n int, err error) {
	names, err := st.List(ctx, work)
	if err != nil {
		return 0, err
	}
	names = slices.DeleteFunc(names, func(n store.Name) bool {
		return !strings.HasPrefix(n.Base(), prefix) || !made.MatchString(n.Base())
	})
	slices.SortFunc(names, func(a, b store.Name) int { return strings.Compare(a.Base(), b.Base()) }) // the plan last
	last := max(len(names)-1, 0)
	remove := func(i int) error { return st.Remove(ctx, names[i]) }
	if err = each(ctx, last, remove); err == nil && len(names) > 0 {
		err = remove(last)
	}
	store.RemoveFolder(work)
	return len(names), err
}

// made matches the names that a job makes in its folder, and those of files that are not
// complete.
var made = regexp.MustCompile(`^(plan\.json|[0-9a-f]{16}-(starts|index|(counts|runs|shards)-[0-9]{6,})|` +
	`\.yates-[0-9a-f]{16})$`)
