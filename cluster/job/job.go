// Package job shuffles what is too large for one machine. A job consists of steps, which
// are functions of their inputs: the names and the bytes that a step writes depend only on
// the plan of the job. So a step may be started again, or run twice at the same time, and
// machines need not know of each other. They share a folder in a store:
//
//	plan.json        what to do, by Make
//	ID-counts-K      how many records segment K of the input has, and their checksum, by Count
//	ID-starts        the counts of all segments, by Join or the first Scatter
//	ID-runs-K        the records of segment K by bucket, and where each bucket is, by Scatter;
//	                 of a head, those buckets that the head can need
//	ID-index         where each bucket is in each run, by Join or the first Gather
//	ID-shards-K      the size, tag and hash of shard K of the output, by Gather
//
// ID is the hash of the plan. A plan without a seed gets a random one, so no two such jobs
// have the same ID. All these objects end with a checksum of their name, which has the ID in
// it, and of what they hold: what another job or another step has written is damage.
//
// The shards and the manifest are beside each other, where the output is to be. See
// [Manifest] for what keeps two jobs with the same output apart.
package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/order"
)

// A Job is a shuffle that is divided into steps. It is safe for concurrent use.
type Job struct {
	Limits
	Watch func(kind string, done, of int) // is told how many steps of a kind are done

	store    *store.Store
	plan     *plan
	id       string // of the plan
	seed     order.Seed
	segments []segment

	mu     sync.Mutex
	starts *starts // when they are known
}

// Limits are what a step may use: see engine.Options.
type Limits struct {
	Memory  int64
	Workers int
	TempDir string
}

// Open returns the job in a folder.
func Open(ctx context.Context, st *store.Store, folder string) (*Job, error) {
	work, err := parseFolder(folder)
	if err != nil {
		return nil, err
	}
	p, err := readPlan(ctx, st, work)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &Error{Fault: NoJob, Work: work, Name: work}
	}
	if err != nil {
		return nil, err
	}
	return newJob(st, p)
}

func newJob(st *store.Store, p *plan) (*Job, error) {
	seed, err := order.ParseSeed(p.Seed)
	if err != nil {
		return nil, err
	}
	watch := func(string, int, int) {}
	return &Job{Watch: watch, store: st, plan: p, id: p.id(), seed: seed, segments: p.segments()}, nil
}

// Work returns the folder of the job.
func (j *Job) Work() string { return j.plan.Work.Text() }

// Seed returns the seed of the job.
func (j *Job) Seed() order.Seed { return j.seed }

// Manifest returns where the manifest of the job is.
func (j *Job) Manifest() string { return j.plan.manifestName().Text() }

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

// options returns the options of a step.
func (j *Job) options() engine.Options {
	opt := j.plan.Format.options()
	opt.Memory, opt.Workers, opt.TempDir, opt.Seed = j.Memory, j.Workers, j.TempDir, &j.seed
	return opt
}

// object returns an object of the job.
func (j *Job) object(kind string) object { return object{j.plan.Work.Join(j.id + "-" + kind)} }

// numbered returns object k of a kind.
func (j *Job) numbered(kind string, k int) object { return j.object(fmt.Sprintf("%s-%06d", kind, k)) }

// has reports whether an object of the job is there.
func (j *Job) has(ctx context.Context, o object) (bool, error) {
	_, err := j.store.Stat(ctx, o.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// side is how many requests are under way at a time.
const side = 16

// each calls do for 0, …, n−1, up to side of them at a time, until one fails.
func each(ctx context.Context, n int, do func(i int) error) error { return some(ctx, side, n, do) }

// some is each, with width of them at a time. It returns the error of the first number that
// fails: as those before it have begun, it waits for them.
func some(ctx context.Context, width, n int, do func(i int) error) error {
	var group errgroup.Group
	var failed atomic.Bool
	errs := make([]error, n, n+1)
	group.SetLimit(width)
	for i := 0; i < n && !failed.Load() && ctx.Err() == nil; i++ {
		group.Go(func() error {
			errs[i] = do(i)
			failed.CompareAndSwap(false, errs[i] != nil)
			return nil
		})
	}
	group.Wait() // errs has the errors
	return cmp.Or(append(errs, context.Cause(ctx))...)
}
