package job

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"runtime"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/packing"
)

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

// create begins to write shard k, which workers compress. It takes its place only if the
// output is still that of the job, and nobody else has written it since.
func (p *plan) create(ctx context.Context, st *store.Store, k, workers int) (*shardWriter, error) {
	name := p.shardName(k)
	guard := func(ctx context.Context) error { return p.holds(ctx, st) }
	object, err := st.Replace(ctx, name, p.bytes()/int64(p.Shards), guard)
	if err != nil {
		return nil, err
	}
	w := &shardWriter{Shard: Shard{Name: name.Base()}, store: st, name: name, object: object, hash: sha256.New()}
	if kind := packing.Named(name.Base()); kind != packing.None {
		w.pack = packing.NewWriter(kind, w.put, cmp.Or(workers, runtime.GOMAXPROCS(0))+1)
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
