// Package job shuffles what is too large for one machine. A job consists of steps, which
// are functions of their inputs: the names and the bytes that a step writes depend only on
// the plan of the job. So a step may be started again, or run twice at the same time, and
// machines need not know of each other. They share a folder in a store:
//
//	plan.json        what to do, by Make
//	ID-counts-K      how many records segment K of the input has, and their checksum, by Count
//	ID-starts-0      the counts of all segments
//	ID-runs-K        the records of segment K by bucket, and where each bucket is, by Scatter;
//	                 of a head, those buckets that the head can need
//	ID-index-0       where each bucket is in each run
//	ID-shards-K      the size, tag and hash of shard K of the output, by Gather
//	ID-notes-…       nothing; its name says which step was begun by which process
//
// ID is the hash of the plan, which has a random key, so no two jobs have the same ID. All these
// objects end with a checksum of the key, of their name, which has the ID in it, and of what they
// hold: what another job or another step has written is damage.
//
// The shards and the manifest are beside each other, where the output is to be. Each is created
// where nothing is, and never replaced or removed. So jobs with the same output cannot be mixed:
// whatever of one comes late, a later one notices what is not its own, and fails.
package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/order"
)

// A Job is a shuffle that is divided into steps. It is safe for concurrent use.
type Job struct {
	Limits
	Watch func(doing string) // is told what the job does
	Say   func(what string)  // is told what went wrong, if it is tried again

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
	silent := func(string) {}
	return &Job{Watch: silent, Say: silent, store: st, plan: p, id: p.id(), seed: seed, segments: p.segments()}, nil
}

// Work returns the folder of the job.
func (j *Job) Work() string { return j.plan.Work.Text() }

// Seed returns the seed of the job.
func (j *Job) Seed() order.Seed { return j.seed }

// Manifest returns where the manifest of the job is.
func (j *Job) Manifest() string { return j.plan.manifestName().Text() }

// options returns the options of a step.
func (j *Job) options() engine.Options {
	opt := j.plan.Format.options()
	opt.Memory, opt.Workers, opt.TempDir, opt.Seed = j.Memory, j.Workers, j.TempDir, &j.seed
	return opt
}

// object returns an object of the job.
func (j *Job) object(kind string) object {
	return object{j.plan.Work.Private().Join(j.id + "-" + kind), j.plan.Key}
}

// numbered returns object k of a kind.
func (j *Job) numbered(kind string, k int) object { return j.object(numbered(kind, k)) }

func numbered(kind string, k int) string { return fmt.Sprintf("%s-%06d", kind, k) }

// create makes an object of the job. If it is there, whoever wrote it did the same.
func (j *Job) create(ctx context.Context, o object, size int64, do func(io.Writer) error) error {
	err := j.store.Create(ctx, o.Name, size, do)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// readJSON reads an object of the job.
func (j *Job) readJSON(ctx context.Context, o object, v any) error {
	b, err := o.read(ctx, j.store, 0, -1, 1)
	if err == nil && json.Unmarshal(b, v) != nil {
		err = o.damaged(errSeal)
	}
	return err
}

func (j *Job) writeJSON(ctx context.Context, o object, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return j.create(ctx, o, int64(len(b)), func(w io.Writer) error {
		_, err := w.Write(o.seal(append(b, '\n')))
		return err
	})
}
