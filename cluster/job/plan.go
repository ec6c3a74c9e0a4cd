package job

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
)

// A plan is what all steps of a job share: a task, and how it is divided. It is an object in
// the folder of the job.
type plan struct {
	task
	Segment int64 `json:"segment_bytes"`
	// Cut has the inputs of several segments, by their numbers, with the lengths of their headers.
	Cut map[int]int64 `json:"cut,omitempty"`
}

// id returns what names the job.
func (p *plan) id() string { return digest(p) }

// Make plans a job and writes the plan to the folder of the job, or returns the job that
// is there if it is the same. With a nil Seed, it is the same if the rest is.
func Make(ctx context.Context, st *store.Store, spec Spec) (*Job, error) {
	t, err := newTask(ctx, st, spec)
	if err != nil {
		return nil, err
	}
	work, err := t.folder(spec.Work)
	if err != nil {
		return nil, err
	}
	p, err := t.divide(ctx, st, spec.Segment)
	if err != nil {
		return nil, err
	}
	if p, err = p.place(ctx, st, work, spec.Seed == nil); err != nil {
		return nil, err
	}
	if err := p.claim(ctx, st); err != nil {
		return nil, err
	}
	return newJob(st, work, p)
}

// planObject is the plan in a folder.
func planObject(work store.Name) object { return objectIn(work, "plan.json") }

// place writes the plan unless there is one already, which must be the same, but for the
// seed if anySeed is set. It returns the plan that is there.
func (p *plan) place(ctx context.Context, st *store.Store, work store.Name, anySeed bool) (*plan, error) {
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return nil, err
	}
	o := planObject(work)
	for {
		err := st.Create(ctx, o.Name, o.seal(append(text, '\n')))
		if !errors.Is(err, store.ErrChanged) {
			return p, err
		}
		there, err := readPlan(ctx, st, work)
		if errors.Is(err, fs.ErrNotExist) { // cleaned since
			continue
		}
		if err != nil {
			return nil, err
		}
		if anySeed {
			p.Seed = there.Seed
		}
		if what := p.difference(there); what != "" {
			return nil, &OtherJobError{work, what}
		}
		return there, nil
	}
}

func readPlan(ctx context.Context, st *store.Store, work store.Name) (*plan, error) {
	o := planObject(work)
	b, err := o.read(ctx, st, 0, -1)
	if errors.As(err, new(*DamagedError)) { // or it is something else; zeros are what a power cut leaves of a file
		ours := bytes.HasPrefix(b, []byte("{\n  \"order\": ")) || bytes.Contains(b, []byte("\n{\"crc32c\":"))
		if ours || len(bytes.Trim(b, "\x00")) == 0 {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	p := new(plan)
	if err != nil || json.Unmarshal(b, p) != nil || !p.valid() || p.Segment < 1 {
		return nil, fmt.Errorf("%s is not a plan of this program", label.Name(o.String()))
	}
	return p, nil
}

// difference names what differs between two plans, or is empty.
func (p *plan) difference(q *plan) string {
	fields := func(p *plan) (m map[string]any) {
		b, _ := json.Marshal(p)
		json.Unmarshal(b, &m)
		return m
	}
	a, b := fields(p), fields(q)
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if !reflect.DeepEqual(a[name], b[name]) {
			return strings.ReplaceAll(name, "_", " ")
		}
	}
	if len(a) != len(b) {
		return "format"
	}
	return ""
}

// An OtherJobError reports a folder that holds another job.
type OtherJobError struct {
	Work store.Name
	What string // differs
}

func (e *OtherJobError) Error() string {
	return fmt.Sprintf("the folder %s holds another job, which differs in its %s", label.Name(e.Work.String()), e.What)
}

// current returns an error unless the plan in the folder is still that of the job.
func (j *Job) current(ctx context.Context) error {
	p, err := readPlan(ctx, j.store, j.work)
	if errors.Is(err, fs.ErrNotExist) || err == nil && p.id() != j.id {
		return &GoneError{j.work}
	}
	return err
}

// A GoneError reports a job that has been removed while a step ran.
type GoneError struct{ Work store.Name }

func (e *GoneError) Error() string {
	return fmt.Sprintf("the job in the folder %s has been removed or replaced meanwhile", label.Name(e.Work.String()))
}
