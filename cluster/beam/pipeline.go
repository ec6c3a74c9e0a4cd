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
	register.DoFn4x1[context.Context, int, func(*int) bool, func(int), error](&joinFn{})
	register.Emitter1[int]()
	register.Iter1[int]()
}

// newPipeline returns the pipeline of a job: each kind of step, and after it a join.
func newPipeline(w worker, first int) *beam.Pipeline {
	p, scope := beam.NewPipelineWithRoot()
	at := beam.CreateList(scope, numbers(first))
	for i, kind := range job.Kinds {
		scope := scope.Scope(kind)
		next := append(job.Kinds, "")[i+1]
		done := beam.ParDo(scope, &stepFn{w, kind}, beam.Reshuffle(scope, at))
		at = beam.ParDo(scope, &joinFn{w, next}, beam.GroupByKey(scope, beam.AddFixedKey(scope, done)))
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

// with calls do with the job, and notes its error.
func (w *worker) with(ctx context.Context, do func(*job.Job) error) (err error) {
	if w.job == nil {
		w.job, err = job.Open(ctx, stores, w.Work)
	}
	if err == nil {
		w.job.Limits = w.Limits
		err = do(w.job)
	}
	if err != nil {
		failure.CompareAndSwap(nil, &err)
	}
	return err
}

// one lets a process do one step at a time, which uses all its processors and as much
// memory as it may.
var one sync.Mutex

// A stepFn does a step of a kind.
type stepFn struct {
	worker
	Kind string
}

func (f *stepFn) ProcessElement(ctx context.Context, k int, emit func(int)) error {
	one.Lock()
	defer one.Unlock()
	return f.with(ctx, func(j *job.Job) error {
		err := j.Do(ctx, f.Kind, k)
		if err == nil {
			emit(k)
		}
		return err
	})
}

// A joinFn does what comes when all steps of a kind are done, and emits the numbers of the
// next ones. After the last kind it finishes the job.
type joinFn struct {
	worker
	Next string
}

func (f *joinFn) ProcessElement(ctx context.Context, _ int, steps func(*int) bool, emit func(int)) error {
	for k := 0; steps(&k); {
	}
	return f.with(ctx, func(j *job.Job) error {
		err := j.Join(ctx, f.Next)
		if err == nil {
			for _, k := range numbers(j.Steps(f.Next)) {
				emit(k)
			}
		}
		return err
	})
}
