// Package pipeline runs a job on Apache Beam. Beam only schedules the steps: what it sends
// around are their numbers, and the records go through the store. So workers need little
// memory, and a step that a runner starts again, or twice, does no harm.
package pipeline

import (
	"context"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/order"
)

// Settings are what workers need to know of a job.
type Settings struct {
	Work             string // the folder of the job
	Segments, Shards int
	Memory           int64
	Workers          int
	TempDir          string
}

func init() {
	register.DoFn3x1[context.Context, int, func(int), error](&stepFn{})
	register.DoFn4x1[context.Context, int, func(*int) bool, func(int), error](&joinFn{})
	register.Emitter1[int]()
	register.Iter1[int]()
}

// New returns the pipeline of a job: count, join, scatter, join, gather, finish.
func New(s Settings) *beam.Pipeline {
	p, scope := beam.NewPipelineWithRoot()
	numbers := make([]int, s.Segments)
	for i, k := range anyOrder(s.Segments) {
		numbers[i] = k
	}
	at := beam.CreateList(scope, numbers)
	if s.Segments == 0 {
		at = beam.CreateList(scope, []int{none})
	}
	for _, step := range []string{"count", "scatter", "gather"} {
		scope := scope.Scope(step)
		done := beam.ParDo(scope, &stepFn{worker{Settings: s}, step}, beam.Reshuffle(scope, at))
		at = beam.ParDo(scope, &joinFn{worker{Settings: s}, step}, beam.GroupByKey(scope, beam.AddFixedKey(scope, done)))
	}
	return p
}

// anyOrder returns the numbers from 0 to n−1 in another order each time. So pipelines that
// share a job, because their runner has one worker for each, mostly do different steps.
func anyOrder(n int) []int { return order.Shuffle(order.NewSeed(), n) }

// none is the number of a step that there is not.
const none = -1

// A worker holds the job that a worker of Beam works on.
type worker struct {
	Settings
	store *store.Store
	job   *job.Job
}

func (w *worker) Setup() { w.store = store.New() }

func (w *worker) Teardown() error { return w.store.Close() }

// open opens the job when it is needed first.
func (w *worker) open(ctx context.Context) (err error) {
	if w.job == nil {
		if w.job, err = job.Open(ctx, w.store, w.Work); err == nil {
			w.job.Memory, w.job.Workers, w.job.TempDir = w.Memory, w.Workers, w.TempDir
		}
	}
	return err
}

// one lets a process do one step at a time, which uses all its processors and as much
// memory as it may.
var one sync.Mutex

// A stepFn does a step of a kind.
type stepFn struct {
	worker
	Step string
}

func (f *stepFn) ProcessElement(ctx context.Context, k int, emit func(int)) error {
	one.Lock()
	defer one.Unlock()
	err := f.open(ctx)
	if err == nil && k != none {
		err = f.job.Do(ctx, f.Step, k)
	}
	if err == nil {
		emit(k)
	}
	return note(err)
}

// A joinFn does what comes when all steps of a kind are done, and emits the numbers of the
// next ones.
type joinFn struct {
	worker
	Step string
}

func (f *joinFn) ProcessElement(ctx context.Context, _ int, steps func(*int) bool, emit func(int)) error {
	for k := 0; steps(&k); {
	}
	next, err := f.join(ctx)
	if err != nil {
		return note(err)
	}
	for _, k := range anyOrder(next) {
		emit(k)
	}
	if next == 0 {
		emit(none)
	}
	return nil
}

// join returns how many steps come next.
func (f *joinFn) join(ctx context.Context) (next int, err error) {
	if err := f.open(ctx); err != nil {
		return 0, err
	}
	switch f.Step {
	case "count":
		return f.Segments, f.job.Join(ctx, "scatter")
	case "scatter":
		return f.Shards, f.job.Join(ctx, "gather")
	}
	return 0, f.job.Finish(ctx)
}
