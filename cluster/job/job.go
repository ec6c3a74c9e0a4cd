// Package job shuffles what is too large for one machine. A job consists of steps, which
// are functions of their inputs: the names and the bytes that a step writes depend only on
// the plan of the job. So a step may be started again, or run twice at the same time, and
// machines need not know of each other. They share a folder in a store:
//
//	plan.json        what to do, by Make
//	ID/counts/K      how many records segment K of the input has, and their checksum, by Count
//	ID/starts.json   the counts of all segments, by Join or the first Scatter
//	ID/runs/K        the records of segment K by bucket, and where each bucket is, by Scatter;
//	                 of a head, those buckets that the head can need
//	ID/index         where each bucket is in each run, by Join or the first Gather
//	ID/shards/K      the size, tag and hash of shard K of the output, by Gather
//
// ID is the hash of the plan. A plan without a seed gets a random one, so no two such jobs
// have the same ID. All these objects end with a checksum of their name, which has the ID in
// it, and of what they hold: what another job or another step has written is damage.
//
// The shards and the manifest are beside each other, where the output is to be. See
// [Manifest] for what keeps two jobs with the same output apart.
package job

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// A Job is a shuffle that is divided into steps. It is safe for concurrent use.
type Job struct {
	Limits

	store    *store.Store
	work     store.Name // the folder of the job
	plan     *plan
	id       string // of the plan
	seed     order.Seed
	segments []segment

	mu     sync.Mutex
	starts *starts // when they are known
}

// Limits are what a step may use: see records.Options.
type Limits struct {
	Memory   int64
	Workers  int
	TempDir  string
	Progress *records.Progress
}

// Open returns the job in a folder.
func Open(ctx context.Context, st *store.Store, folder string) (*Job, error) {
	work, err := parseFolder(folder)
	if err != nil {
		return nil, err
	}
	p, err := readPlan(ctx, st, work)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &NoJobError{work}
	}
	if err != nil {
		return nil, err
	}
	return newJob(st, work, p)
}

// A NoJobError reports a folder without a job.
type NoJobError struct{ Work store.Name }

func (e *NoJobError) Error() string {
	return fmt.Sprintf("there is no job in the folder %s", label.Name(e.Work.String()))
}

func newJob(st *store.Store, work store.Name, p *plan) (*Job, error) {
	seed, err := order.ParseSeed(p.Seed)
	if err != nil {
		return nil, err
	}
	segments, err := p.segments()
	return &Job{store: st, work: work, plan: p, id: p.id(), seed: seed, segments: segments}, err
}

// Segments returns the number of segments: of steps to count, and to scatter.
func (j *Job) Segments() int { return len(j.segments) }

// Shards returns the number of shards: of steps to gather.
func (j *Job) Shards() int { return j.plan.Shards }

// Seed returns the seed.
func (j *Job) Seed() order.Seed { return j.seed }

// Work returns the folder of the job.
func (j *Job) Work() string { return j.work.Text() }

// Manifest returns where the manifest of the job is.
func (j *Job) Manifest() string { return j.plan.manifestName().Text() }

// Kinds are the kinds of steps, in the order in which they must be done.
var Kinds = []string{"count", "scatter", "gather"}

// Do does step k of a kind.
func (j *Job) Do(ctx context.Context, kind string, k int) error {
	switch kind {
	case "count":
		return j.Count(ctx, k)
	case "scatter":
		return j.Scatter(ctx, k)
	case "gather":
		return j.Gather(ctx, k)
	}
	return fmt.Errorf("there is no step called %q", kind)
}

// Steps returns how many steps of a kind there are.
func (j *Job) Steps(kind string) int {
	if kind == "gather" {
		return j.Shards()
	}
	return j.Segments()
}

// Join does what all steps of a kind wait for: it adds up the counts for "scatter", and
// writes the index for "gather". Without it, the first of these steps does.
func (j *Job) Join(ctx context.Context, kind string) error {
	var err error
	switch kind {
	case "scatter":
		_, err = j.theStarts(ctx)
	case "gather":
		err = j.ensureIndex(ctx)
	}
	return err
}

// options returns the options of a step.
func (j *Job) options() records.Options {
	opt, _ := j.plan.Format.options() // which newTask has tried
	opt.Memory, opt.Workers, opt.TempDir, opt.Progress, opt.Seed = j.Memory, j.Workers, j.TempDir, j.Progress, &j.seed
	return opt
}

// An object is one of those that a job makes.
type object struct {
	store.Name
	work store.Name // the folder of the job
	key  string     // within that
}

func objectIn(work store.Name, key string) object { return object{work.Join(key), work, key} }

func (j *Job) object(elements ...string) object {
	return objectIn(j.work, path.Join(append([]string{j.id}, elements...)...))
}

// numbered returns the name of object number k of a kind.
func numbered(k int) string { return fmt.Sprintf("%06d", k) }

// has reports whether an object of the job is there.
func (j *Job) has(ctx context.Context, o object) (bool, error) {
	_, err := j.store.Stat(ctx, o.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// A MissingError reports the result of a step that is not there.
type MissingError struct {
	Step   string // count, scatter or gather
	Number int    // of the segment or shard, from 0 on
	Of     int
}

func (e *MissingError) Error() string {
	of := "segment"
	if e.Step == "gather" {
		of = "shard"
	}
	return fmt.Sprintf("the step to %s %s %d of %d has not been done", e.Step, of, e.Number+1, e.Of)
}

// missing makes a MissingError of an object that is not there.
func missing(err error, step string, k, of int) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &MissingError{step, k, of}
	}
	return err
}

// side is how many requests are under way at a time.
const side = 16

// each calls do for 0, …, n−1, up to side of them at a time, until one fails.
func each(ctx context.Context, n int, do func(i int) error) error { return some(ctx, side, n, do) }

// some is each, with width of them at a time. It returns the error of the first number that
// fails: as those before it have begun, it waits for them.
func some(ctx context.Context, width, n int, do func(i int) error) error {
	group, going := errgroup.WithContext(ctx)
	errs, next := make([]error, n), atomic.Int64{}
	for range min(width, n) {
		group.Go(func() (err error) {
			for err == nil && going.Err() == nil {
				i := int(next.Add(1) - 1)
				if i >= n {
					break
				}
				err = do(i)
				errs[i] = err
			}
			return err
		})
	}
	group.Wait() // errs has the errors
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return errs[i]
	}
	return context.Cause(ctx)
}
