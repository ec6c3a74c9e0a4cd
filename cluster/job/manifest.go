package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
)

// A Manifest belongs to an output. While shards are written it is a claim: it names the
// plan whose steps may put them in place. Whoever plans a job with the same output swaps in
// a claim of his own, and from then on the steps of the former job fail. When all shards
// are there, the complete manifest takes the place of its claim, if that is still there.
type Manifest struct {
	Program  string `json:"manifest"` // yates-cluster
	Complete bool   `json:"complete"` // what the rest says is there
	Plan     string `json:"plan"`     // the hash of what is to be written; empty if nothing is

	Order   int     `json:"order,omitempty"`       // Order 1
	Seed    string  `json:"seed_sha256,omitempty"` // the hash of the seed
	Records int64   `json:"records"`
	Split   string  `json:"split,omitempty"`
	Head    int64   `json:"head"` // negative: all
	Format  Format  `json:"format"`
	Inputs  []input `json:"inputs,omitempty"`
	Shards  []Shard `json:"shards,omitempty"`
	Former  []Shard `json:"former,omitempty"` // of earlier jobs: removed when the output is complete
}

const program = "yates-cluster"

// A Shard describes a part of the output. A folder of shards may be moved or copied with
// its manifest.
type Shard struct {
	Name    string `json:"name"` // in the folder of the manifest
	Records int64  `json:"records"`
	Size    int64  `json:"size"`
	SHA256  string `json:"sha256"`
	Tag     string `json:"etag"` // when it was written
}

func (p *plan) manifestName() store.Name { return p.beside("manifest.json") }

// readManifest returns the manifest that is there, and its tag, or an empty one. The tag may be
// of an older version than the manifest, and then nothing can be swapped for it. One that is not
// of the plan is read again: it may have been damaged on the way.
func (p *plan) readManifest(ctx context.Context, st *store.Store) (m *Manifest, tag string, err error) {
	info, err := st.Stat(ctx, p.manifestName())
	if err == nil {
		for range 2 {
			if m, err = manifestOf(ctx, st, p.manifestName()); err == nil && m.Plan == p.task() {
				break
			}
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return new(Manifest), "", nil
	}
	return m, info.Tag, err
}

// manifestOf returns the manifest with a name.
func manifestOf(ctx context.Context, st *store.Store, name store.Name) (*Manifest, error) {
	m := new(Manifest)
	b, err := st.ReadAll(ctx, name)
	if err == nil && (json.Unmarshal(b, m) != nil || m.Program != program) {
		err = &Error{Fault: NotManifest, Name: name}
	}
	return m, err
}

// update swaps the manifest that is there for what change makes of it, or leaves it if that is
// nil. It begins again if somebody else was faster.
func (p *plan) update(ctx context.Context, st *store.Store, change func(was *Manifest) (*Manifest, error)) error {
	for {
		m, tag, err := p.readManifest(ctx, st)
		if err == nil {
			m, err = change(m)
		}
		if m == nil || err != nil {
			return err
		}
		m.Program = program
		b, err := json.MarshalIndent(m, "", "  ")
		if err != nil {
			return err
		}
		err = st.WriteAll(ctx, p.manifestName(), append(b, '\n'), store.Options{Exact: true, Tag: tag})
		if !errors.Is(err, store.ErrChanged) {
			return err
		}
	}
}

// claim makes the output that of the plan. The claim has all shards that there were before,
// because it may not be this job that completes the output.
func (p *plan) claim(ctx context.Context, st *store.Store) error {
	return p.update(ctx, st, func(was *Manifest) (*Manifest, error) {
		if was.Plan == p.task() && !was.Complete {
			return nil, nil
		}
		return &Manifest{Plan: p.task(), Former: union(was.Former, was.Shards)}, nil
	})
}

func union(all, more []Shard) []Shard {
	known := func(s Shard) bool { return slices.Contains(all, s) }
	return append(all, slices.DeleteFunc(slices.Clone(more), known)...)
}

// holds returns an error unless the output is that of the plan, and complete if it should be.
func (p *plan) holds(ctx context.Context, st *store.Store, complete bool) error {
	m, _, err := p.readManifest(ctx, st)
	if err == nil && (m.Plan != p.task() || complete && !m.Complete) {
		err = &Error{Fault: Taken, Name: p.Output}
	}
	return err
}

// giveUp gives up the output, unless the job has completed it. The shards that the job has
// written go when another one completes the output, or now if it has.
func (j *Job) giveUp(ctx context.Context) error {
	p, st := j.plan, j.store
	shards, err := j.gathered(ctx, fs.ErrNotExist, Damaged)
	if err != nil {
		return err
	}
	shards = slices.DeleteFunc(shards, func(s Shard) bool { return s.Name == "" })
	return p.update(ctx, st, func(m *Manifest) (*Manifest, error) {
		ours, former := m.Plan == p.task(), union(m.Former, shards)
		switch {
		case ours && m.Complete:
			return nil, nil
		case m.Complete:
			return nil, p.remove(ctx, st, p.strays(m, shards))
		case ours && len(former) == 0:
			return nil, st.Remove(ctx, p.manifestName())
		case ours:
			m.Plan = ""
		case len(former) == len(m.Former), m.Program == "": // nothing new, or nobody's
			return nil, nil
		}
		m.Former = former
		return m, nil
	})
}

// yield returns the error of a step. If the output has been taken, it gives up what the job has
// written there; what it cannot, clean does.
func (j *Job) yield(ctx context.Context, err error) error {
	if errors.Is(err, Taken) {
		j.giveUp(ctx)
	}
	return err
}

// done returns the manifest if the output is complete: it is of the plan, and each shard is
// what was written. Else it is nil. Then it also removes shards of former outputs, which a job that was
// killed has left.
func (p *plan) done(ctx context.Context, st *store.Store) (*Manifest, error) {
	m, _, err := p.readManifest(ctx, st)
	if err != nil || !m.Complete || m.Plan != p.task() || len(m.Shards) != p.Shards {
		return nil, err
	}
	err = p.recogniseAll(ctx, st, m.Shards)
	if errors.As(err, new(*MissingError)) {
		return nil, nil
	}
	if err == nil {
		err = p.remove(ctx, st, m.Former)
	}
	return m, err
}

// recogniseAll returns a [MissingError] unless all shards are what was written.
func (p *plan) recogniseAll(ctx context.Context, st *store.Store, shards []Shard) error {
	return each(ctx, len(shards), func(k int) error {
		err := fs.ErrNotExist // if the name is forged
		if shards[k].Name == p.shardName(k).Base() {
			err = p.recognise(ctx, st, &shards[k])
		}
		return missing(err, "gather", k, len(shards))
	})
}

// recognise returns fs.ErrNotExist unless a shard is what was written. Another tag does not
// mean other bytes: the step may have run twice, or the folder may have been copied.
func (p *plan) recognise(ctx context.Context, st *store.Store, was *Shard) error {
	name := p.Output.Beside(was.Name)
	info, err := st.Stat(ctx, name)
	if err != nil || info == (store.Info{Size: was.Size, Tag: was.Tag}) {
		return err
	}
	if info.Size != was.Size {
		return fs.ErrNotExist
	}
	r := st.Read(ctx, name, 0, -1)
	defer r.Close()
	h := sha256.New()
	if _, err = io.Copy(h, r); err == nil && hex.EncodeToString(h.Sum(nil)) != was.SHA256 {
		err = fs.ErrNotExist
	}
	return err
}

// strays returns those shards that would pass for shards of an output, and are none of its
// own, nor its inputs. (Their names may be forged.)
func (p *plan) strays(m *Manifest, shards []Shard) (gone []Shard) {
	before, after, numbered := strings.Cut(p.Output.Base(), "{}")
	inputs := places(append(m.Inputs, p.Inputs...))
	for _, shard := range shards {
		name := p.Output.Beside(shard.Name)
		_, in := inputs[name.Place()]
		ours := numbered && strings.HasPrefix(shard.Name, before) && strings.HasSuffix(shard.Name, after)
		own := slices.ContainsFunc(m.Shards, func(s Shard) bool { return s.Name == shard.Name })
		if ours && !own && !in && name.Base() == shard.Name {
			gone = append(gone, shard)
		}
	}
	return gone
}

// remove removes shards. What is another object now stays, and so do folders and links, which
// no shuffle wrote.
func (p *plan) remove(ctx context.Context, st *store.Store, shards []Shard) error {
	return each(ctx, len(shards), func(k int) error {
		name := p.Output.Beside(shards[k].Name)
		if name.Replaceable() != nil {
			return nil
		}
		err := p.recognise(ctx, st, &shards[k])
		if err == nil {
			err = st.Remove(ctx, name)
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return err
	})
}

// gathered returns the shards that the job has written; those that cannot be read for one of the reasons
// are empty.
func (j *Job) gathered(ctx context.Context, reasons ...error) ([]Shard, error) {
	shards := make([]Shard, j.plan.Shards)
	return shards, each(ctx, len(shards), func(k int) error {
		err := j.readJSON(ctx, j.numbered("shards", k), &shards[k])
		if slices.ContainsFunc(reasons, func(reason error) bool { return errors.Is(err, reason) }) {
			return nil
		}
		return err
	})
}

// Finish writes the manifest, and reads it back. Then it removes the shards of former outputs. All
// shards must have been written.
func (j *Job) Finish(ctx context.Context) error {
	p, st := j.plan, j.store
	starts, err := j.theStarts(ctx)
	if err != nil {
		return err
	}
	shards, err := j.gathered(ctx, fs.ErrNotExist)
	if err != nil {
		return err
	}
	h := sha256.Sum256(j.seed[:])
	m := &Manifest{Complete: true, Plan: p.task(), Order: p.Order, Seed: hex.EncodeToString(h[:]),
		Records: starts.records(), Split: p.Split, Head: p.Head, Format: p.Format, Inputs: p.Inputs, Shards: shards}
	err = p.update(ctx, st, func(was *Manifest) (*Manifest, error) {
		if was.Plan != p.task() {
			return nil, &Error{Fault: Taken, Name: p.Output}
		}
		m.Former = p.strays(m, was.Former)
		return m, p.recogniseAll(ctx, st, shards) // after the claim has been read
	})
	if err == nil {
		err = p.holds(ctx, st, true)
	}
	if err == nil {
		err = p.remove(ctx, st, m.Former)
	}
	return j.yield(ctx, err)
}
