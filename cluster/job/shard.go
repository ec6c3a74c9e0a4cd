package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"runtime"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/shares"
)

// A Shard describes a part of the output.
type Shard struct {
	Name    string `json:"name"`
	Records int64  `json:"records"`
	Size    int64  `json:"size"`
	SHA256  string `json:"sha256"`
	Tag     string `json:"etag"` // when it was written
}

// parts returns the parts of a split.
func (p *plan) parts() (parts shares.Parts, err error) {
	if err = parts.Set(p.Split); err != nil {
		err = fmt.Errorf("the split %s: %w", label.Name(p.Split), err)
	}
	return parts, err
}

// checkParts returns an error if a name of a part of a split cannot be in the name of a shard.
func (p *plan) checkParts() error {
	if p.Split == "" {
		return nil
	}
	parts, _ := p.parts() // which newPlan has tried
	pattern, _ := store.Parse(p.Output)
	for k, part := range parts {
		name := p.shardName(k)
		switch {
		case name.Base() != strings.ReplaceAll(pattern.Base(), "{}", part.Name):
			return fmt.Errorf("the part %s cannot be in the name of a shard", label.Name(part.Name))
		case name == p.manifestName():
			return fmt.Errorf("the part %s would have the name of the manifest, %s", label.Name(part.Name), label.Name(name.String()))
		}
	}
	return nil
}

// shardName returns the name of shard k.
func (p *plan) shardName(k int) store.Name {
	name, _ := store.Parse(p.Output) // which newPlan has tried
	text := fmt.Sprintf("%0*d", len(strconv.Itoa(p.Shards-1)), k)
	if p.Split != "" {
		parts, _ := p.parts() // in the same way
		text = parts[k].Name
	}
	return name.Beside(strings.ReplaceAll(name.Base(), "{}", text))
}

// share returns which of the records are in shard k, by their places in the order: as for
// yates shuffle --split, or --shards, of which the first have one more if they cannot be
// equal.
func (p *plan) share(k int, records int64) (first, n int64) {
	if p.Head >= 0 {
		records = min(records, p.Head)
	}
	if p.Split != "" {
		parts, _ := p.parts()
		sizes := parts.Sizes(records)
		for _, size := range sizes[:k] {
			first += size
		}
		return first, sizes[k]
	}
	each, more := records/int64(p.Shards), records%int64(p.Shards)
	first, n = each*int64(k)+min(int64(k), more), each
	if int64(k) < more {
		n++
	}
	return first, n
}

// A shardWriter writes a shard: it compresses it, if its name says so, and hashes it.
type shardWriter struct {
	Shard
	store  *store.Store
	name   store.Name
	object *store.Writer
	hash   hash.Hash
	pack   *packing.Writer // or nil
	err    error           // of the object
}

// create begins to write shard k, which workers compress.
func (p *plan) create(ctx context.Context, st *store.Store, k, workers int) (*shardWriter, error) {
	name := p.shardName(k)
	object, err := st.Writer(ctx, name, p.bytes()/int64(p.Shards))
	if err != nil {
		return nil, err
	}
	w := &shardWriter{Shard: Shard{Name: name.Text()}, store: st, name: name, object: object, hash: sha256.New()}
	if kind := packing.Named(name.Base()); kind != packing.None {
		if workers == 0 {
			workers = runtime.GOMAXPROCS(0)
		}
		w.pack = packing.NewWriter(kind, w.put, workers+1)
	}
	return w, nil
}

func (w *shardWriter) Write(p []byte) (int, error) {
	if w.pack != nil {
		return w.pack.Write(p)
	}
	return w.put(p)
}

func (w *shardWriter) put(p []byte) (int, error) {
	n, err := w.object.Write(p)
	w.hash.Write(p[:n])
	w.Size += int64(n)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

// finish completes the shard, which has that many records, unless there was an error, and
// returns the first one.
func (w *shardWriter) finish(ctx context.Context, records int64, err error) error {
	if w.pack != nil {
		w.pack.Finish() // put keeps its errors
		w.pack.Wait()
	}
	if w.err != nil {
		err = w.err
	}
	if err != nil {
		w.object.Abort()
		return err
	}
	w.SHA256 = hex.EncodeToString(w.hash.Sum(nil))
	if err := w.object.Close(); err != nil {
		return err
	}
	info, err := w.store.Stat(ctx, w.name)
	w.Records, w.Tag = records, info.Tag
	return err
}
