package job

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
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
	p.Work = p.beside("work")
	return p, nil
}

// Make plans a job and writes the plan to its folder, which is beside the output, or returns the job that
// is there if it is the same: the plan is the claim of the output. With a nil Seed, it is the same if it has
// drawn its seed, too, and the rest is the same. A new job begins only where nothing is.
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
	if err != nil {
		return nil, err
	}
	text, _ := json.MarshalIndent(p, "", "  ") // plans hold nothing that JSON does not know
	o := planObject(p.Work)
	for {
		there, err := readPlan(ctx, st, p.Work)
		if !errors.Is(err, fs.ErrNotExist) {
			return p.resume(st, there, err)
		}
		if err := p.vacant(ctx, st); err != nil {
			return nil, err
		}
		sealed := o.seal(append(text, '\n'))
		if err = st.CreateAll(ctx, o.Name, sealed); err == nil {
			err = st.CreateAll(ctx, o.Name, sealed) // a store where that can be done again is none for us
			if err == nil {
				err = &Error{Fault: Unconditional, Name: o.Name}
			}
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
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
			return &Error{Fault: Occupied, Name: name.Name}
		}
	}
	return err
}
