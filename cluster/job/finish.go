package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"reflect"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/order"
)

// A Manifest is written when a job is whole.
type Manifest struct {
	Order   int     `json:"order"`       // Order 1
	Seed    string  `json:"seed_sha256"` // the hash of the seed
	Records int64   `json:"records"`
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

func (p *plan) writeManifest(ctx context.Context, st *store.Store, records int64, shards []Shard) error {
	m := p.manifest()
	m.Records, m.Shards = records, shards
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return st.WriteAll(ctx, p.manifestName(), append(b, '\n'))
}

// manifest returns what the manifest says of the plan. How the inputs were divided makes no
// difference to the result.
func (p *plan) manifest() *Manifest {
	m := &Manifest{Order: p.Order, Seed: seedHash(p.Seed), Head: p.Head, Format: p.Format}
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
// there. Without a seed it never has.
func Done(ctx context.Context, st *store.Store, spec Spec) (bool, error) {
	if spec.Seed == nil {
		return false, nil
	}
	p, err := newPlan(ctx, st, spec)
	if err != nil {
		return false, err
	}
	b, err := st.ReadAll(ctx, p.manifestName())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	var was Manifest
	if err != nil || json.Unmarshal(b, &was) != nil || len(was.Shards) != p.Shards {
		return false, err
	}
	now := p.manifest()
	now.Records, now.Shards = was.Records, was.Shards
	if !reflect.DeepEqual(&was, now) {
		return false, nil
	}
	err = each(ctx, p.Shards, func(k int) error {
		info, err := st.Stat(ctx, p.shardName(k))
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size != was.Shards[k].Size {
			return errNotDone
		}
		return err
	})
	if errors.Is(err, errNotDone) {
		return false, nil
	}
	return err == nil, err
}

var errNotDone = errors.New("a shard is missing")
