package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"

	"github.com/yates-shuffle/yates/cluster/store"
)

// A Manifest is beside the shards of an output when all of them are there.
type Manifest struct {
	Program  string `json:"manifest"` // yates-cluster
	Complete bool   `json:"complete"` // true
	Plan     string `json:"plan"`     // the hash of what is written

	Order   int     `json:"order"`       // Order 1
	Seed    string  `json:"seed_sha256"` // the hash of the seed
	Records int64   `json:"records"`
	Split   string  `json:"split,omitempty"`
	Head    int64   `json:"head"` // negative: all
	Format  Format  `json:"format"`
	Inputs  []input `json:"inputs"`
	Shards  []Shard `json:"shards"`
}

// manifest returns the manifest that is there, or nil. One that is not of the plan is read again, as it may
// have been damaged on the way; then it is an error.
func (p *plan) manifest(ctx context.Context, st *store.Store) (m *Manifest, err error) {
	name := p.manifestName()
	for range 2 {
		is, err := ours(ctx, st, name)
		var b []byte
		if is {
			b, err = st.ReadAll(ctx, name)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		m = new(Manifest)
		if json.Unmarshal(b, m) == nil && m.Complete && m.Plan == p.task() && len(m.Shards) == p.Shards {
			return m, nil
		}
	}
	return nil, &Error{Fault: Occupied, Name: name}
}

// done returns the manifest if the output is complete: it is of the plan, and each shard is
// what was written. If one is missing, it is nil.
func (p *plan) done(ctx context.Context, st *store.Store) (*Manifest, error) {
	m, err := p.manifest(ctx, st)
	if m == nil || err != nil {
		return nil, err
	}
	err = each(ctx, p.Shards, func(k int) error {
		if m.Shards[k].Name != p.shardName(k).Base() { // it is forged
			return &Error{Fault: Occupied, Name: p.manifestName()}
		}
		return missing(p.recognise(ctx, st, &m.Shards[k]), "gather", k, p.Shards)
	})
	if errors.As(err, new(*MissingError)) {
		return nil, nil
	}
	return m, err
}

// finish writes the manifest, and then looks whether the output is complete. All shards must have been
// written.
func (j *Job) finish(ctx context.Context) error {
	p, st := j.plan, j.store
	starts, err := j.theStarts(ctx)
	if err != nil {
		return err
	}
	shards := make([]Shard, p.Shards)
	if err := each(ctx, p.Shards, func(k int) (err error) {
		shards[k], err = j.shard(ctx, k)
		return missing(err, "gather", k, p.Shards)
	}); err != nil {
		return err
	}
	h := sha256.Sum256(j.seed[:])
	m := &Manifest{Program: program, Complete: true, Plan: p.task(), Order: p.Order,
		Seed: hex.EncodeToString(h[:]), Records: starts.records(), Split: p.Split, Head: p.Head, Format: p.Format,
		Inputs: p.Inputs, Shards: shards}
	text, err := json.MarshalIndent(m, "", "  ")
	if err == nil {
		err = st.CreateAll(ctx, p.manifestName(), append(text, '\n'))
	}
	if err == nil || errors.Is(err, fs.ErrExist) {
		m, err = p.done(ctx, st)
	}
	if m == nil && err == nil {
		err = &Error{Fault: Unfinished, Name: p.manifestName()}
	}
	return err
}
