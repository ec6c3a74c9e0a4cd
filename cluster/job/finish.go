package job

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
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
func (j *Job) Manifest() string { return j.manifest().Text() }

func (j *Job) manifest() store.Name {
	name, _ := store.Parse(j.plan.Output) // which Make has tried
	before, _, numbered := strings.Cut(name.Base(), "{}")
	if !numbered {
		before += "."
	}
	return name.Beside(before + "manifest.json")
}

// Finish writes the manifest. All shards must have been written.
func (j *Job) Finish(ctx context.Context) error {
	m, err := j.expected(ctx)
	if err != nil {
		return err
	}
	if err := each(ctx, len(m.Shards), func(k int) (err error) {
		m.Shards[k], err = j.shard(ctx, k)
		return err
	}); err != nil {
		return err
	}
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return j.store.WriteAll(ctx, j.manifest(), append(b, '\n'))
}

// expected returns the manifest of the job, without its shards.
func (j *Job) expected(ctx context.Context) (*Manifest, error) {
	m := &Manifest{
		Order: 1, Seed: seedHash(j.seed), Head: j.plan.Head, Format: j.plan.Format, Inputs: j.plan.Inputs, Shards: make([]Shard, j.Shards()),
	}
	starts, err := j.theStarts(ctx)
	if err == nil {
		m.Records = starts.Records
	}
	return m, err
}
