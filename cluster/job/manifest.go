package job

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
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
	Former  []Shard `json:"former,omitempty"` // of earlier outputs: removed when this one is complete
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

func (t *task) manifestName() store.Name { return t.beside("manifest.json") }

// ReadManifest returns the manifest of an output, whose name is as in a Spec, or nil if there
// is none.
func ReadManifest(ctx context.Context, st *store.Store, output string) (*Manifest, error) {
	if _, err := store.Parse(output); err != nil {
		return nil, err
	}
	m, _, err := (&task{Output: output}).readManifest(ctx, st)
	return m, err
}

// readManifest returns the manifest that is there, or nil, and its tag. The tag may be of an
// older version than the manifest, and then nothing can be swapped for it.
func (t *task) readManifest(ctx context.Context, st *store.Store) (m *Manifest, tag string, err error) {
	info, err := st.Stat(ctx, t.manifestName())
	var b []byte
	if err == nil {
		b, err = st.ReadAll(ctx, t.manifestName())
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	m = new(Manifest)
	if json.Unmarshal(b, m) != nil || m.Program != program {
		return nil, "", &NotManifestError{t.manifestName()}
	}
	return m, info.Tag, nil
}

// A NotManifestError reports an object where the manifest is to be that is none of ours.
type NotManifestError struct{ Name store.Name }

func (e *NotManifestError) Error() string {
	name := label.Name(e.Name.String())
	return name + " is in the place of the manifest, but is not one of yates-cluster"
}

// swap puts a manifest in the place of the one with a tag, and returns what it wrote.
func (t *task) swap(ctx context.Context, st *store.Store, m *Manifest, tag string) ([]byte, error) {
	m.Program = program
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	b = append(b, '\n')
	return b, st.Swap(ctx, t.manifestName(), b, tag)
}

// claim makes the output that of the task.
func (t *task) claim(ctx context.Context, st *store.Store) error {
	for {
		was, tag, err := t.readManifest(ctx, st)
		if err != nil || was != nil && was.Plan == t.taskID() && !was.Complete {
			return err
		}
		_, err = t.swap(ctx, st, &Manifest{Plan: t.taskID(), Former: t.former(was)}, tag)
		if !errors.Is(err, store.ErrChanged) {
			return err
		}
	}
}

// holds returns an error unless the output is that of the task.
func (t *task) holds(ctx context.Context, st *store.Store) error {
	m, _, err := t.readManifest(ctx, st)
	if err == nil && (m == nil || m.Plan != t.taskID()) {
		err = &TakenError{t.output()}
	}
	return err
}

// A TakenError reports an output that another job writes now.
type TakenError struct{ Output store.Name }

func (e *TakenError) Error() string {
	return fmt.Sprintf("the output %s has been taken by another job", label.Name(e.Output.String()))
}

// release gives up the output, unless it is complete or of another task.
func (t *task) release(ctx context.Context, st *store.Store) error {
	m, tag, err := t.readManifest(ctx, st)
	if err != nil || m == nil || m.Plan != t.taskID() || m.Complete {
		return err
	}
	if len(m.Former) == 0 {
		return st.Remove(ctx, t.manifestName())
	}
	_, err = t.swap(ctx, st, &Manifest{Former: m.Former}, tag)
	return err
}

// complete writes the manifest of the shards, and reads it back. Then it removes the shards
// of former outputs.
func (t *task) complete(ctx context.Context, st *store.Store, records int64, shards []Shard) error {
	was, tag, err := t.readManifest(ctx, st)
	if err != nil {
		return err
	}
	if was == nil || was.Plan != t.taskID() {
		return &TakenError{t.output()}
	}
	if err := t.recognise(ctx, st, shards); err != nil { // after the claim has been read
		return err
	}
	seed, _ := order.ParseSeed(t.Seed)
	h := sha256.Sum256(seed[:])
	m := &Manifest{Complete: true, Plan: t.taskID(), Order: t.Order, Seed: hex.EncodeToString(h[:]), Records: records,
		Split: t.Split, Head: t.Head, Format: t.Format, Inputs: t.Inputs, Shards: shards, Former: was.Former}
	wrote, err := t.swap(ctx, st, m, tag)
	if errors.Is(err, store.ErrChanged) {
		return &TakenError{t.output()}
	}
	if err != nil {
		return err
	}
	there, err := st.ReadAll(ctx, t.manifestName())
	if err == nil && !bytes.Equal(there, wrote) {
		err = &TakenError{t.output()}
	}
	if err != nil {
		return err
	}
	return t.removeFormer(ctx, st, m)
}

// done reports whether the output is complete: the manifest is of the task, and each shard
// is what was written. Then it also removes shards of former outputs, which a job that was
// killed has left.
func (t *task) done(ctx context.Context, st *store.Store) (bool, error) {
	m, _, err := t.readManifest(ctx, st)
	if err != nil || m == nil || !m.Complete || m.Plan != t.taskID() || len(m.Shards) != t.Shards {
		return false, err
	}
	err = t.recognise(ctx, st, m.Shards)
	if errors.As(err, new(*MissingError)) {
		return false, nil
	}
	if err == nil {
		err = t.removeFormer(ctx, st, m)
	}
	return err == nil, err
}

// recognise returns a [MissingError] unless all shards are what was written.
func (t *task) recognise(ctx context.Context, st *store.Store, shards []Shard) error {
	return each(ctx, len(shards), func(k int) error {
		return missing(recognise(ctx, st, t.shardName(k), &shards[k]), "gather", k, len(shards))
	})
}

// recognise returns fs.ErrNotExist unless a shard is what was written. Another tag does not
// mean other bytes: the step may have run twice, or the folder may have been copied.
func recognise(ctx context.Context, st *store.Store, name store.Name, was *Shard) error {
	info, err := st.Stat(ctx, name)
	if err != nil || info == (store.Info{Size: was.Size, Tag: was.Tag}) {
		return err
	}
	if info.Size != was.Size {
		return fs.ErrNotExist
	}
	r, err := st.Read(ctx, name, 0, -1)
	if err != nil {
		return err
	}
	defer r.Close()
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return err
	}
	if hex.EncodeToString(h.Sum(nil)) != was.SHA256 {
		return fs.ErrNotExist
	}
	return nil
}

// former returns the shards of earlier outputs with the same pattern that will not be written
// again. If they stayed, they would pass for shards of the new one.
func (t *task) former(was *Manifest) (gone []Shard) {
	if was == nil {
		return nil
	}
	before, after, numbered := strings.Cut(t.output().Base(), "{}") // or the manifest was forged
	inputs, keep := t.inputSet(), map[string]bool{}
	for _, name := range t.outputs() {
		keep[name.Base()] = true
	}
	for _, shard := range append(was.Former, was.Shards...) {
		name := t.output().Beside(shard.Name)
		ours := numbered && strings.HasPrefix(shard.Name, before) && strings.HasSuffix(shard.Name, after)
		if _, in := inputs.Find(name); ours && !in && !keep[shard.Name] && name.Base() == shard.Name {
			keep[shard.Name] = true
			gone = append(gone, shard)
		}
	}
	return gone
}

// removeFormer removes the shards of former outputs. What is another object now stays, and so do
// folders and links, which no shuffle wrote.
func (t *task) removeFormer(ctx context.Context, st *store.Store, m *Manifest) error {
	return each(ctx, len(m.Former), func(k int) error {
		name := t.output().Beside(m.Former[k].Name)
		if name.Replaceable() != nil {
			return nil
		}
		err := recognise(ctx, st, name, &m.Former[k])
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return st.Remove(ctx, name)
	})
}

// Finish writes the manifest. All shards must have been written.
func (j *Job) Finish(ctx context.Context) error {
	starts, err := j.theStarts(ctx)
	if err != nil {
		return err
	}
	shards := make([]Shard, j.Shards())
	if err := each(ctx, len(shards), func(k int) (err error) {
		return missing(j.readJSON(ctx, j.object("shards", numbered(k)), &shards[k]), "gather", k, len(shards))
	}); err != nil {
		return err
	}
	return j.plan.complete(ctx, j.store, starts.records(), shards)
}
