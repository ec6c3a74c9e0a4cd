package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// A Manifest is written when a job is whole.
type Manifest struct {
	Order   int     `json:"order"`       // Order 1
	Seed    string  `json:"seed_sha256"` // the hash of the seed
	Records int64   `json:"records"`
	Split   string  `json:"split,omitempty"`
	Head    int64   `json:"head"` // negative: all
	Format  Format  `json:"format"`
	Inputs  []input `json:"inputs"`
	Shards  []Shard `json:"shards"`
}

// Manifest returns where the manifest of the job is.
func (j *Job) Manifest() string { return j.plan.manifestName().Text() }

func (p *plan) manifestName() store.Name {
	name, _ := store.Parse(p.Output) // which newPlan has tried
	return name.Beside(beside(name) + "manifest.json")
}

// Finish writes the manifest. All shards must have been written.
func (j *Job) Finish(ctx context.Context) error {
	starts, err := j.theStarts(ctx)
	if err != nil {
		return err
	}
	shards := make([]Shard, j.Shards())
	if err := each(ctx, len(shards), func(k int) (err error) {
		shards[k], err = j.shard(ctx, k)
		return err
	}); err != nil {
		return err
	}
	if err := j.current(ctx); err != nil {
		return err
	}
	return j.plan.writeManifest(ctx, j.store, starts.Records, shards)
}

// writeManifest removes the shards of the former output, and writes the manifest. All shards
// must be those that are given.
func (p *plan) writeManifest(ctx context.Context, st *store.Store, records int64, shards []Shard) error {
	if err := each(ctx, len(p.Former), func(k int) error {
		name, err := store.Parse(p.Former[k].Name)
		if err == nil && name.Replaceable() != nil { // a folder or a link, which no shuffle wrote
			return nil
		}
		if err == nil {
			err = recognise(ctx, st, name, &p.Former[k])
		}
		if errors.Is(err, fs.ErrNotExist) { // or it is another one now
			return nil
		}
		if err != nil {
			return err
		}
		return st.Remove(ctx, name)
	}); err != nil {
		return err
	}
	m := p.manifest()
	m.Records, m.Shards = records, shards
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := st.WriteAll(ctx, p.manifestName(), append(b, '\n')); err != nil {
		return err
	}
	return p.confirm(ctx, st, shards)
}

// An OverwrittenError reports an output that another shuffle wrote to at the same time.
type OverwrittenError struct{ Name store.Name }

func (e *OverwrittenError) Error() string {
	return fmt.Sprintf("%s has been overwritten by another shuffle; nothing is sure of the output", label.Name(e.Name.String()))
}

// confirm returns an error unless the shards are those that were written, and then leaves no
// manifest that others do not fit.
func (p *plan) confirm(ctx context.Context, st *store.Store, shards []Shard) error {
	changed := func(shards []Shard) error {
		return each(ctx, len(shards), func(k int) error {
			name, err := store.Parse(shards[k].Name)
			if err == nil {
				err = recognise(ctx, st, name, &shards[k])
			}
			if errors.Is(err, fs.ErrNotExist) {
				err = &OverwrittenError{name}
			}
			return err
		})
	}
	err := changed(shards)
	if !errors.As(err, new(*OverwrittenError)) {
		return err
	}
	m, e := p.readManifest(ctx, st)
	if e != nil || m == nil || changed(m.Shards) == nil { // of the other shuffle
		return err
	}
	if e := st.Remove(ctx, p.manifestName()); e != nil {
		return e
	}
	return err
}

// ReadManifest returns the manifest of an output, whose name is as in a Spec, or nil if there
// is none.
func ReadManifest(ctx context.Context, st *store.Store, output string) (*Manifest, error) {
	if _, err := store.Parse(output); err != nil {
		return nil, err
	}
	return (&plan{Output: output}).readManifest(ctx, st)
}

// readManifest returns the manifest that is there, or nil. What is no manifest is one that
// says nothing.
func (p *plan) readManifest(ctx context.Context, st *store.Store) (*Manifest, error) {
	b, err := st.ReadAll(ctx, p.manifestName())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m := new(Manifest)
	if json.Unmarshal(b, m) != nil {
		return new(Manifest), nil
	}
	return m, nil
}

// of reports whether the manifest is one of the plan.
func (m *Manifest) of(p *plan) bool {
	now := p.manifest()
	now.Records, now.Shards = m.Records, m.Shards
	return len(m.Shards) == p.Shards && reflect.DeepEqual(m, now)
}

// former returns the shards of an output with the same name that will not be written again.
// If they stayed, they would pass for shards of the new one. They are looked for where the
// manifest is now, because its folder may have been moved or copied since.
func (p *plan) former(was *Manifest) (gone []Shard) {
	output, _ := store.Parse(p.Output)
	before, after, numbered := strings.Cut(output.Base(), "{}")
	if was == nil || len(was.Shards) == 0 || !numbered {
		return nil
	}
	keep := p.inputSet()
	now := map[store.Name]bool{}
	for k := range p.Shards {
		now[p.shardName(k)] = true
	}
	for _, shard := range was.Shards {
		there, err := store.Parse(shard.Name)
		name := output.Beside(there.Base())
		if err != nil || now[name] {
			continue
		}
		rest, ok := strings.CutPrefix(name.Base(), before)
		if _, in := keep.Find(name); ok && strings.HasSuffix(rest, after) && !in {
			shard.Name = name.Text()
			gone = append(gone, shard)
		}
	}
	return gone
}

// manifest returns what the manifest says of the plan. How the inputs were divided makes no
// difference to the result.
func (p *plan) manifest() *Manifest {
	m := &Manifest{Order: p.Order, Seed: seedHash(p.Seed), Split: p.Split, Head: p.Head, Format: p.Format}
	for _, in := range p.Inputs {
		m.Inputs = append(m.Inputs, input{Name: in.Name, Size: in.Size, Tag: in.Tag})
	}
	return m
}

// seedHash returns the SHA-256 hash of the seed.
func seedHash(digits string) string {
	seed, _ := order.ParseSeed(digits)
	h := sha256.Sum256(seed[:])
	return hex.EncodeToString(h[:])
}

// Done reports whether the manifest says that the shuffle has been done, and the shards are
// what was written: each has the size and tag that the manifest says, or is read and has the
// hash. Without a seed it never has. It also returns the folder of the job if that is still
// there, because the job was killed before it was cleaned.
func Done(ctx context.Context, st *store.Store, spec Spec) (done bool, folder string, err error) {
	if spec.Seed == nil {
		return false, "", nil
	}
	p, err := newPlan(ctx, st, spec)
	if err != nil {
		return false, "", err
	}
	if done, err = p.done(ctx, st); !done || err != nil {
		return false, "", err
	}
	output, _ := store.Parse(p.Output)
	work, err := workFolder(spec.Work, output)
	if err != nil {
		return true, "", err
	}
	left, err := readPlan(ctx, st, work)
	if err == nil && left.Output == p.Output && left.Shards == p.Shards && reflect.DeepEqual(left.manifest(), p.manifest()) {
		folder = work.Text()
	}
	return true, folder, nil // what else is there is of others
}

func (p *plan) done(ctx context.Context, st *store.Store) (bool, error) {
	was, err := p.readManifest(ctx, st)
	if err != nil || was == nil || !was.of(p) {
		return false, err
	}
	err = each(ctx, p.Shards, func(k int) error { return recognise(ctx, st, p.shardName(k), &was.Shards[k]) })
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
