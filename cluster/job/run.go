package job

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"regexp"
	"slices"

	"github.com/yates-shuffle/yates/cluster/store"
)

// Run shuffles, unless that has been done: it plans a job, or goes on with the one that is
// there, lets schedule do its steps and finish it, and removes the folder of the job, unless
// it is to be kept. It believes the manifest, not the scheduler: an equal run may have finished the job.
func Run(
	ctx context.Context, st *store.Store, spec Spec, keep bool, schedule func(context.Context, *Job) error,
) (*Manifest, error) {
	p, err := newPlan(ctx, st, spec)
	if err != nil {
		return nil, err
	}
	m, err := p.done(ctx, st)
	before := m != nil
	if m == nil && err == nil {
		j, err := p.begin(ctx, st, spec.Segment)
		if err != nil {
			return nil, err
		}
		if err = schedule(ctx, j); err != nil && ctx.Err() != nil {
			return nil, err
		}
		done, e := j.plan.done(ctx, st)
		if done == nil || e != nil {
			return nil, j.lost(ctx, cmp.Or(err, e, error(&Error{Fault: Unfinished, Name: p.manifestName()})))
		}
		p, m = j.plan, done
		j.lost(ctx, nil) // if an equal run has finished and removed it
	}
	if there, e := readPlan(ctx, st, p.Work); err == nil && e == nil && !keep && there.task() == p.task() {
		if _, e := sweep(ctx, st, p.Work, ""); !before { // what another run has left goes as far as it may
			err = e
		}
	}
	return m, err
}

// lost explains the error of a run if its job is not there any more. Then it removes what its steps have left
// since.
func (j *Job) lost(ctx context.Context, err error) error {
	there, e := readPlan(ctx, j.store, j.plan.Work)
	if e == nil && there.id() != j.id || errors.Is(e, fs.ErrNotExist) {
		_, e = sweep(ctx, j.store, j.plan.Work, j.id+"-")
		return cmp.Or(e, error(&Error{Fault: Gone, Work: j.plan.Work, Name: j.plan.Work}))
	}
	return err
}

// Clean removes the objects of the job in a folder, the plan last, and those that earlier
// jobs and writers which were killed have left there. Others in the folder stay, and so does what is
// in the place of the output: a clean that is slow could take it from another job.
func Clean(ctx context.Context, st *store.Store, folder string) error {
	work, err := parseFolder(folder)
	if err != nil {
		return err
	}
	_, err = Open(ctx, st, folder)
	if err != nil && !errors.Is(err, NoJob) && !errors.Is(err, Damaged) && !errors.Is(err, OtherVersion) {
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
	all, err := st.List(ctx, work, prefix, "")
	if err != nil {
		return 0, err
	}
	all = slices.DeleteFunc(all, func(o store.Listed) bool { return !made.MatchString(o.Base()) })
	last := max(len(all)-1, 0) // in the order of names, which is the plan
	remove := func(i int) error { return st.Remove(ctx, all[i].Name) }
	if err = each(ctx, last, remove); err == nil && len(all) > 0 {
		err = remove(last)
	}
	store.RemoveFolder(work)
	return len(all), err
}

// made matches the names that a job makes in its folder, and those of files that are not
// complete.
var made = regexp.MustCompile(`^(plan\.json|[0-9a-f]{16}-((counts|starts|runs|index|shards)-[0-9]{6,}|` +
	noteName + `)|\.yates-[0-9a-f]{16})$`)
