// Package job shuffles what is too large for one machine. A job consists of steps, which
// are functions of their inputs: the names and the bytes that a step writes depend only on
// the plan of the job. So it does no harm if a step is started again, or runs twice at the
// same time, and machines need not know of each other. They share a folder in a store:
//
//	plan.json        what to do, written by Make
//	ID/counts/K      how many records segment K of the input has, by Count
//	ID/starts.json   the number of the first record of each segment, by Join or the first Scatter
//	ID/runs/K        the records of segment K by bucket, and where each bucket is, by Scatter;
//	                 of a head, those buckets that the head can need
//	ID/index         where each bucket is in each run, by Join or the first Gather
//	ID/shards/K      the size, tag and hash of shard K of the output, by Gather
//
// ID is the hash of the plan, so a job never reads what another one has left in the folder.
// A plan without a seed gets a random one, so that no two such jobs have the same.
//
// The shards themselves, and at last the manifest, are where the output is to be.
package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// A Job is a shuffle that is divided into steps. It is safe for concurrent use.
type Job struct {
	// Memory, Workers and TempDir are as in records.Options, for a step.
	Memory  int64
	Workers int
	TempDir string

	store    *store.Store
	work     store.Name // the folder of the plan
	own      store.Name // the folder of all else
	plan     *plan
	seed     order.Seed
	segments []segment

	mu     sync.Mutex
	starts *starts // when they are known
}

// Open returns the job in a folder.
func Open(ctx context.Context, st *store.Store, folder string) (*Job, error) {
	work, err := workFolder(folder, store.Name{})
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
	return &Job{store: st, work: work, own: work.Join(p.id()), plan: p, seed: seed, segments: segments}, err
}

// Segments returns the number of segments: of steps to count, and to scatter.
func (j *Job) Segments() int { return len(j.segments) }

// Shards returns the number of shards: of steps to gather.
func (j *Job) Shards() int { return j.plan.Shards }

// Seed returns the seed.
func (j *Job) Seed() order.Seed { return j.seed }

// Work returns the folder of the job.
func (j *Job) Work() string { return j.work.Text() }

// options returns the options of a step.
func (j *Job) options() records.Options {
	opt, _ := j.plan.Format.options() // which Make has tried
	opt.Memory, opt.Workers, opt.TempDir, opt.Seed = j.Memory, j.Workers, j.TempDir, &j.seed
	return opt
}

// object returns the name of an object of the job that has a number.
func (j *Job) object(kind string, k int) store.Name { return j.own.Join(kind, fmt.Sprintf("%06d", k)) }

// has reports whether an object of the job is there.
func (j *Job) has(ctx context.Context, name store.Name) (bool, error) {
	_, err := j.store.Stat(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// readJSON reads an object of the job.
func (j *Job) readJSON(ctx context.Context, name store.Name, v any) error {
	b, err := j.store.ReadAll(ctx, name)
	if err != nil {
		return err
	}
	text, err := unsealText(b)
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		return j.damaged(name, err)
	}
	return nil
}

func (j *Job) writeJSON(ctx context.Context, name store.Name, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return j.store.WriteAll(ctx, name, sealText(append(b, '\n')))
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

// current returns an error unless the plan in the folder is still that of the job.
func (j *Job) current(ctx context.Context) error {
	p, err := readPlan(ctx, j.store, j.work)
	if errors.Is(err, fs.ErrNotExist) || err == nil && p.id() != j.plan.id() {
		return &GoneError{j.work}
	}
	return err
}

// A GoneError reports a job that has been removed while a step ran.
type GoneError struct{ Work store.Name }

func (e *GoneError) Error() string {
	return fmt.Sprintf("the job in the folder %s has been removed or replaced meanwhile", label.Name(e.Work.String()))
}

// missing makes a MissingError of an object that is not there.
func missing(err error, step string, k, of int) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &MissingError{step, k, of}
	}
	return err
}

// Clean removes the objects of the job. The outputs stay.
func (j *Job) Clean(ctx context.Context) error {
	if err := j.current(ctx); err != nil {
		return err
	}
	return Clean(ctx, j.store, j.work.Text())
}

// Clean removes the objects of the job in a folder, the plan last, and those that earlier
// jobs and writers which were killed have left there. Others in the folder stay.
func Clean(ctx context.Context, st *store.Store, folder string) error {
	work, err := workFolder(folder, store.Name{})
	if err != nil {
		return err
	}
	_, err = readPlan(ctx, st, work)
	none := errors.Is(err, fs.ErrNotExist)
	if err != nil && !none && !errors.As(err, new(*DamagedError)) {
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
	plan := slices.Index(names, work.Join("plan.json"))
	if err := each(ctx, len(names), func(i int) error {
		if i == plan {
			return nil
		}
		return st.Remove(ctx, names[i])
	}); err != nil {
		return 0, err
	}
	if plan >= 0 {
		err = st.Remove(ctx, names[plan])
	}
	st.RemoveFolders(work, func(name string) bool { return strings.HasPrefix(name+"/", prefix) && madeFolder.MatchString(name) })
	return len(names), err
}

// Settle returns what an error means with which a run of the job ended. It is none if an
// equal run has finished the job meanwhile, and a [GoneError] if the job was cleaned. In
// both cases it removes what the steps of this run have left since.
func (j *Job) Settle(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	done, e := j.plan.done(ctx, j.store)
	if e != nil {
		return err
	}
	gone := j.current(ctx)
	if errors.As(gone, new(*GoneError)) {
		if _, e := sweep(ctx, j.store, j.work, j.own.Base()+"/"); e != nil {
			return err
		}
	} else {
		gone = err
	}
	if done {
		return nil
	}
	return gone
}

// made matches the names that a job makes in its folder, and madeFolder those of folders.
// Files that are not complete have longer names.
var (
	made       = regexp.MustCompile(`^(plan\.json|[0-9a-f]{16}/(starts\.json|index|(counts|runs|shards)/[0-9]{6,}))(\.[0-9a-f]+\.tmp)?$`)
	madeFolder = regexp.MustCompile(`^[0-9a-f]{16}(/(counts|runs|shards))?$`)
)

// side is how many requests are under way at a time.
const side = 16

// each calls do for 0, …, n−1, some at a time, until one fails. It returns the error of the
// first number that fails: as those before it have begun, it waits for them.
func each(ctx context.Context, n int, do func(i int) error) error {
	going, stop := context.WithCancel(ctx)
	defer stop()
	var (
		all   sync.WaitGroup
		mu    sync.Mutex
		at    = n // which failed
		first error
		next  = make(chan int)
	)
	for range min(side, n) {
		all.Go(func() {
			for i := range next {
				err := do(i)
				if err == nil {
					continue
				}
				mu.Lock()
				if i < at {
					at, first = i, err
				}
				mu.Unlock()
				stop()
			}
		})
	}
	for i := 0; i < n && going.Err() == nil; i++ {
		select {
		case next <- i:
		case <-going.Done():
		}
	}
	close(next)
	all.Wait()
	if first == nil {
		first = context.Cause(ctx)
	}
	return first
}

// Do does step k of a kind: count, scatter or gather.
func (j *Job) Do(ctx context.Context, step string, k int) error {
	switch step {
	case "count":
		return j.Count(ctx, k)
	case "scatter":
		return j.Scatter(ctx, k)
	case "gather":
		return j.Gather(ctx, k)
	}
	return fmt.Errorf("there is no step called %q", step)
}

// Steps returns how many steps of a kind there are.
func (j *Job) Steps(step string) int {
	if step == "gather" {
		return j.Shards()
	}
	return j.Segments()
}
