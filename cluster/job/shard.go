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
	"github.com/yates-shuffle/yates/internal/packing"
)

// A Shard describes a part of the output.
type Shard struct {
	Name    string `json:"name"`
	Records int64  `json:"records"`
	Size    int64  `json:"size"`
	SHA256  string `json:"sha256"`
}

// shardName returns the name of shard k.
func (p *plan) shardName(k int) store.Name {
	name, _ := store.Parse(p.Output) // which newPlan has tried
	number := fmt.Sprintf("%0*d", len(strconv.Itoa(p.Shards-1)), k)
	return name.Beside(strings.ReplaceAll(name.Base(), "{}", number))
}

// share returns which of the records are in shard k, by their places in the order: as for
// yates shuffle --shards, the first shards have one more if they cannot be equal.
func (p *plan) share(k int, records int64) (first, n int64) {
	if p.Head >= 0 {
		records = min(records, p.Head)
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
	w := &shardWriter{Shard: Shard{Name: name.Text()}, object: object, hash: sha256.New()}
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

// finish completes the shard, unless there was an error, and returns the first one.
func (w *shardWriter) finish(err error) error {
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
	return w.object.Close()
}
