package job

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// newPlan returns the plan for a Spec, but for how the inputs are divided.
func newPlan(ctx context.Context, st *store.Store, spec Spec) (p *plan, err error) {
	p = &plan{Program: program, Version: version, Order: 1, Split: spec.Split, Head: max(spec.Head, -1),
		Format: spec.Format, Key: rand.Text()}
	if p.Output, err = store.Parse(spec.Output); err != nil {
		return nil, err
	}
	parts, _ := p.parts()
	if p.Shards = cmp.Or(spec.Shards, len(parts), 1); p.Split != "" && spec.Shards != 0 {
		return nil, p.bad("a shuffle has a number of shards or a split, not both")
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	if p.Inputs, err = findInputs(ctx, st, spec.Inputs); err != nil {
		return nil, err
	}
	if spec.Shards == 0 && parts == nil && strings.Contains(p.Output.Base(), "{}") {
		p.Shards = max(pieces(p.bytes(), pieceSize(p.bytes())), 1)
	}
	if p.Drawn = spec.Seed == nil; p.Drawn {
		spec.Seed = new(order.NewSeed())
	}
	p.Seed = spec.Seed.String()
	if spec.Work == "" {
		spec.Work = p.beside("work").Text()
	}
	p.Work, err = parseFolder(spec.Work)
	output, isWork := label.Name(p.Output.String()), false
	for k := range p.Shards {
		isWork = isWork || p.shardName(k) == p.Work
	}
	switch {
	case err != nil:
	case isWork:
		err = p.bad("the output %s is the folder of the job", label.Name(p.Work.String()))
	case strings.HasPrefix(p.Output.Beside("").Place()+"/", p.Work.Place()+"/"):
		err = p.bad("the output %s is in the folder of the job", output)
	}
	return p, err
}

// Make plans a job and writes the plan to the folder of the job, or returns the job that
// is there if it is the same. With a nil Seed, it is the same if it has drawn its seed, too, and the
// rest is the same. A new job begins only where nothing is.
func Make(ctx context.Context, st *store.Store, spec Spec) (*Job, error) {
	p, err := newPlan(ctx, st, spec)
	if err != nil {
		return nil, err
	}
	return p.begin(ctx, st, spec.Segment)
}

func (p *plan) begin(ctx context.Context, st *store.Store, segment int64) (*Job, error) {
	err := p.divide(ctx, st, segment)
	if err == nil {
		err = p.check()
	}
	for err == nil {
		there, e := readPlan(ctx, st, p.Work)
		if !errors.Is(e, fs.ErrNotExist) {
			return p.resume(st, there, e)
		}
		if err = p.vacant(ctx, st); err == nil {
			err = p.claim(ctx, st)
		}
		if err == nil {
			text, _ := json.MarshalIndent(p, "", "  ") // plans hold nothing that JSON does not know
			o := planObject(p.Work)
			if err = st.CreateAll(ctx, o.Name, o.seal(append(text, '\n'))); err == nil {
				return newJob(st, p)
			}
		}
		if errors.Is(err, fs.ErrExist) { // somebody else was faster
			err = nil
		}
	}
	return nil, err
}

// resume returns the job whose plan is there, if it is that of p, but for a seed that both have drawn.
func (p *plan) resume(st *store.Store, there *plan, err error) (*Job, error) {
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
	return newJob(st, there)
}

// vacant returns an error if anything is in the place of the output, unless its manifest says that the
// same bytes belong there.
func (p *plan) vacant(ctx context.Context, st *store.Store) error {
	m, err := p.manifest(ctx, st)
	if m != nil || err != nil {
		return err
	}
	before, after, _ := strings.Cut(p.Output.Base(), "{}")
	names, err := st.List(ctx, p.Output.Beside(""), before, after)
	for _, name := range names {
		number := strings.TrimSuffix(strings.TrimPrefix(name.Base(), before), after)
		_, e := strconv.ParseUint(number, 10, 64)
		for k := 0; e != nil && k < p.Shards && (p.Split != "" || p.Shards == 1); k++ {
			if p.shardName(k).Base() == name.Base() {
				e = nil
			}
		}
		if e == nil {
			return &Error{Fault: Occupied, Name: name}
		}
	}
	return err
}

// A claim says which job an output belongs to, from the beginning of the job on. It spares two jobs the work
// that one of them would do in vain. That nothing is mixed does not depend on it: each object of an output is
// only created.
type claim struct {
	Program string     `json:"claim"` // yates-cluster
	Work    store.Name `json:"work"`  // the folder of the job
}

func (p *plan) claimName() store.Name { return p.beside("claim.json") }

// claim claims the output. It does that twice: a store where that can be done is none for us.
func (p *plan) claim(ctx context.Context, st *store.Store) error {
	text, _ := json.MarshalIndent(claim{program, p.Work}, "", "  ")
	for range 2 {
		err := st.CreateAll(ctx, p.claimName(), append(text, '\n'))
		if errors.Is(err, fs.ErrExist) {
			work, err := p.claimed(ctx, st)
			if err == nil && work.Place() != p.Work.Place() {
				err = &Error{Claimed, work, p.Output, fmt.Errorf("its folder is %s", label.Name(work.String()))}
			}
			return err
		}
		if err != nil {
			return err
		}
	}
	return &Error{Fault: Unconditional, Name: p.claimName()}
}

// claimed returns the folder of the job that the output belongs to.
func (p *plan) claimed(ctx context.Context, st *store.Store) (store.Name, error) {
	var c claim
	b, err := st.ReadRange(ctx, p.claimName(), 0, 1<<20)
	if err == nil && (json.Unmarshal(b, &c) != nil || c.Program != program) {
		err = &Error{Fault: Occupied, Name: p.claimName()}
	}
	return c.Work, err
}

// release gives up the claim, if it is that of the job in the folder. At worst, another job has it by now,
// and yet another one sees only at its end that the output is not its own.
func (p *plan) release(ctx context.Context, st *store.Store) error {
	work, err := p.claimed(ctx, st)
	if err == nil && work.Place() == p.Work.Place() {
		err = st.Remove(ctx, p.claimName())
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, Occupied) {
		err = nil
	}
	return err
}
