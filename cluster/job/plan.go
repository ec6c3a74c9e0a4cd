package job

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// A plan is what all steps of a job share. It is an object in the folder of the job.
type plan struct {
	Order  int        `json:"order"` // Order 1
	Seed   string     `json:"seed"`
	Drawn  bool       `json:"drawn,omitempty"` // the seed is a random one, for this job
	Output store.Name `json:"output"`
	Shards int        `json:"shards"`
	Split  string     `json:"split,omitempty"`
	Head   int64      `json:"head"` // negative: all
	Format Format     `json:"format"`
	Inputs []input    `json:"inputs"`

	// How the inputs are divided, and where the job is. Jobs that differ only in that write
	// the same bytes.
	Segment int64      `json:"segment_bytes"`
	Cut     []int      `json:"cut,omitempty"` // the inputs of several segments, by their numbers
	Work    store.Name `json:"work"`
}

// id returns what names the job.
func (p *plan) id() string { return digest(p) }

// task returns what names the bytes that the job writes.
func (p *plan) task() string {
	t := *p
	t.Drawn, t.Segment, t.Cut, t.Work = false, 0, nil, store.Name{}
	return digest(t)
}

// digest returns the beginning of the hash of what JSON makes of v.
func digest(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // plans hold nothing that JSON does not know
	}
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:8])
}

// newPlan returns the plan for a Spec, but for how the inputs are divided.
func newPlan(ctx context.Context, st *store.Store, spec Spec) (p *plan, err error) {
	p = &plan{Order: 1, Shards: spec.Shards, Split: spec.Split, Head: max(spec.Head, -1), Format: spec.Format}
	if p.Output, err = store.Parse(spec.Output); err != nil {
		return nil, err
	}
	if err := p.check(spec.Output); err != nil {
		return nil, &SpecError{err}
	}
	if p.Inputs, err = findInputs(ctx, st, spec.Inputs); err != nil {
		return nil, err
	}
	if p.Shards == 0 {
		p.Shards = 1
		if strings.Contains(p.Output.Base(), "{}") {
			p.Shards = max(pieces(p.bytes(), pieceSize(p.bytes())), 1)
		}
	}
	if p.Drawn = spec.Seed == nil; p.Drawn {
		spec.Seed = new(order.NewSeed())
	}
	p.Seed = spec.Seed.String()
	if err := p.checkOutputs(); err != nil {
		return nil, err
	}
	if spec.Work == "" {
		spec.Work = p.beside("work").Text()
	}
	p.Work, err = parseFolder(spec.Work)
	switch {
	case err != nil:
	case slices.Contains(p.outputs(), p.Work):
		err = &SpecError{fmt.Errorf("the output %s is the folder of the job", label.Name(p.Work.String()))}
	case strings.HasPrefix(p.Output.Beside("").Place()+"/", p.Work.Place()+"/"):
		err = &SpecError{fmt.Errorf("the output %s is in the folder of the job", label.Name(p.Output.String()))}
	}
	return p, err
}

// parseFolder returns the name of a folder, which may end with slashes.
func parseFolder(name string) (store.Name, error) {
	query := ""
	if i := strings.LastIndexByte(name, '?'); i >= 0 && strings.Contains(name, "://") {
		name, query = name[:i], name[i:]
	}
	if !strings.HasSuffix(name, "://") { // or it has no bucket
		name = cmp.Or(strings.TrimRight(name, "/"), name)
	}
	return store.Parse(name + query)
}

// Make plans a job and writes the plan to the folder of the job, or returns the job that
// is there if it is the same. With a nil Seed, it is the same if it has drawn its seed, too, and the
// rest is the same.
func Make(ctx context.Context, st *store.Store, spec Spec) (*Job, error) {
	p, err := newPlan(ctx, st, spec)
	if err != nil {
		return nil, err
	}
	return p.begin(ctx, st, spec)
}

func (p *plan) begin(ctx context.Context, st *store.Store, spec Spec) (*Job, error) {
	err := p.divide(ctx, st, spec.Segment)
	if err == nil {
		p, err = p.place(ctx, st)
	}
	if err == nil {
		err = p.claim(ctx, st)
	}
	if err != nil {
		return nil, err
	}
	return newJob(st, p)
}

// planObject is the plan in a folder.
func planObject(work store.Name) object { return object{work.Join("plan.json")} }

// place writes the plan unless there is one already, which must be the same, but for a seed that
// both have drawn. It returns the plan that is there.
func (p *plan) place(ctx context.Context, st *store.Store) (*plan, error) {
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return nil, err
	}
	o := planObject(p.Work)
	for {
		err := st.WriteAll(ctx, o.Name, o.seal(append(text, '\n')), store.Options{Private: true, Exact: true})
		if !errors.Is(err, store.ErrChanged) {
			return p, err
		}
		there, err := readPlan(ctx, st, p.Work)
		if errors.Is(err, fs.ErrNotExist) { // cleaned since
			continue
		}
		if err != nil {
			return nil, err
		}
		if p.Drawn && there.Drawn {
			p.Seed = there.Seed
		}
		p.Drawn = there.Drawn // who gives a seed may know it from there
		if what := p.difference(there); what != "" {
			return nil, &Error{OtherJob, p.Work, p.Work, errors.New("it differs in its " + what)}
		}
		return there, nil
	}
}

// readPlan returns the plan in a folder. One that is damaged is told from what is none of ours;
// zeros, or nothing, are what a power cut leaves of a file.
func readPlan(ctx context.Context, st *store.Store, work store.Name) (*plan, error) {
	o := planObject(work)
	b, err := o.read(ctx, st, 0, -1, 1)
	has := func(text string) bool { return bytes.Contains(b, []byte(text)) }
	ours := len(bytes.Trim(b, "\x00")) == 0 || has(`"order": `) || has(`{"crc32c":`)
	if err != nil && (ours || !errors.Is(err, Damaged)) {
		return nil, err
	}
	p := new(plan)
	if err != nil || json.Unmarshal(b, p) != nil || p.Order != 1 || p.Segment < 1 {
		return nil, fmt.Errorf("%s is not a plan of this program", label.Name(o.String()))
	}
	if p.Work.Place() != work.Place() {
		return nil, o.damaged(fmt.Errorf("it is that of the job in %s", label.Name(p.Work.String())))
	}
	return p, nil
}

// difference names what differs between two plans, or is empty. How they are cut follows from the rest.
func (p *plan) difference(q *plan) string {
	var names []string
	a, b := reflect.ValueOf(*p), reflect.ValueOf(*q)
	for i := range a.NumField() {
		name := strings.ToLower(a.Type().Field(i).Name)
		if name != "cut" && digest(a.Field(i).Interface()) != digest(b.Field(i).Interface()) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
