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

func init() {
	register.DoFn3x1[context.Context, int, func(int), error](&stepFn{})
	register.DoFn4x1[context.Context, int, func(*int) bool, func(int), error](&nextFn{})
	register.Emitter1[int]()
	register.Iter1[int]()
}

// newPipeline returns the pipeline of a job. The steps of each kind wait for those of the kind before.
func newPipeline(w worker, j *job.Job) *beam.Pipeline {
	p, scope := beam.NewPipelineWithRoot()
	done := beam.Create(scope, 0)
	for _, kind := range job.Kinds {
		scope := scope.Scope(kind)
		steps := beam.ParDo(scope, &nextFn{j.Steps(kind)}, beam.GroupByKey(scope, beam.AddFixedKey(scope, done)))
		done = beam.ParDo(scope, &stepFn{w, kind}, beam.Reshuffle(scope, steps))
	}
	return p
}

// numbers returns the numbers of n steps, in another order each time. So pipelines that share
// a job, because their runner has one worker for each, mostly do different steps.
func numbers(n int) []int { return order.Of(order.NewSeed(), n) }

// A worker holds the job that a worker of Beam works on. Beam sends the exported fields.
type worker struct {
	Work   string // the folder of the job
	Limits job.Limits
	job    *job.Job // when it is needed first
}

// stores are those of this process.
var stores = store.New()

// one lets a process do one step at a time, which uses all its processors and as much
// memory as it may.
var one sync.Mutex

// A stepFn does a step of a kind.
type stepFn struct {
	worker
	Kind string
}

func (f *stepFn) ProcessElement(ctx context.Context, k int, emit func(int)) (err error) {
	one.Lock()
	defer one.Unlock()
	if f.job == nil {
		f.job, err = job.Open(ctx, stores, f.Work)
	}
	if err == nil {
		f.job.Limits = f.Limits
		err = f.job.Do(ctx, f.Kind, k)
	}
	if err != nil {
		failure.CompareAndSwap(nil, &err)
		return err
	}
	emit(k)
	return nil
}

// A nextFn emits the numbers of the next steps when all those before are done.
type nextFn struct{ Steps int }

func (f *nextFn) ProcessElement(_ context.Context, _ int, done func(*int) bool, emit func(int)) error {
	for k := 0; done(&k); {
	}
	for _, k := range numbers(f.Steps) {
		emit(k)
	}
	return nil
}
