// Package job shuffles what is too large for one machine. A job consists of steps, which
// are functions of their inputs: the names and the bytes that a step writes depend only on
// the plan of the job. So it does no harm if a step is started again, or runs twice at the
// same time, and machines need not know of each other. They share a folder in a store:
//
//	plan.json     what to do, written by Make
//	counts/K      how many records segment K of the input has, by Count
//	starts.json   the number of the first record of each segment, by Join or the first Scatter
//	runs/K        the records of segment K by bucket, with an index in front, by Scatter
//	index         where each bucket is in each run, by Join or the first Gather
//	shards/K      the size and hash of shard K of the output, by Gather
//
// The shards themselves, and at last the manifest, are where the output is to be.
package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
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
	work     store.Name
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
	p, err := readPlan(ctx, st, work.Join("plan.json"))
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
	return &Job{store: st, work: work, plan: p, seed: seed, segments: segments}, err
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
func (j *Job) object(kind string, k int) store.Name { return j.work.Join(kind, fmt.Sprintf("%06d", k)) }

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
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("%s is damaged: %w", label.Name(name.String()), err)
	}
	return nil
}

func (j *Job) writeJSON(ctx context.Context, name store.Name, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return j.store.WriteAll(ctx, name, append(b, '\n'))
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

// Clean removes the objects of the job. The outputs stay.
func (j *Job) Clean(ctx context.Context) error { return Clean(ctx, j.store, j.work.Text()) }

// Clean removes the objects of the job in a folder, the plan last, and those that writers
// which were killed have left there. Others in the folder stay.
func Clean(ctx context.Context, st *store.Store, folder string) error {
	work, err := workFolder(folder, store.Name{})
	if err != nil {
		return err
	}
	names, err := st.List(ctx, work)
	if err != nil {
		return err
	}
	var ours []store.Name
	for _, name := range names {
		rest := strings.TrimPrefix(name.String(), work.String()+"/")
		for _, prefix := range []string{"counts/", "runs/", "shards/", "starts.json", "index", "plan.json"} {
			if strings.HasPrefix(rest, prefix) && rest != "plan.json" {
				ours = append(ours, name)
				break
			}
		}
	}
	if err := each(ctx, len(ours), func(i int) error { return st.Remove(ctx, ours[i]) }); err != nil {
		return err
	}
	err = st.Remove(ctx, work.Join("plan.json"))
	st.RemoveFolders(work)
	return err
}

// side is how many requests are under way at a time.
const side = 16

// each calls do for 0, …, n−1, some at a time, until one fails.
func each(ctx context.Context, n int, do func(i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	next := make(chan int)
	for range min(side, n) {
		all.Go(func() {
			for i := range next {
				if err := do(i); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	for i := range n {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	all.Wait()
	return context.Cause(ctx)
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
