package job

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"runtime"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/packing"
)

// A Shard describes a part of the output. A folder of shards may be moved or copied with
// its manifest.
type Shard struct {
	Name    string `json:"name"` // in the folder of the manifest
	Records int64  `json:"records"`
	Size    int64  `json:"size"`
	SHA256  string `json:"sha256"`
	Tag     string `json:"etag"` // when it was written
}

// writeShard writes shard k, which has some records. It is compressed, if its name says so. If it is
// there, it must have the bytes that it should: whoever wrote it did the same.
func (j *Job) writeShard(ctx context.Context, k int, records int64, do func(io.Writer) error) error {
	name := j.plan.shardName(k)
	shard, h := Shard{Name: name.Base(), Records: records}, sha256.New()
	written := false
	fill := func(object io.Writer) error {
		written = true
		to := io.MultiWriter(object, h, (*length)(&shard.Size))
		kind := packing.Named(name.Base())
		if kind == packing.None {
			return do(to)
		}
		pack := packing.NewWriter(kind, to.Write, cmp.Or(j.Workers, runtime.GOMAXPROCS(0))+1)
		defer pack.Wait()
		if err := do(pack); err != nil {
			return err
		}
		return pack.Finish()
	}
	made := j.store.Create(ctx, name, j.plan.bytes()/int64(j.plan.Shards), fill)
	if errors.Is(made, fs.ErrExist) && !written {
		if err := fill(io.Discard); err != nil { // what should be there
			return err
		}
	}
	if made != nil && !errors.Is(made, fs.ErrExist) {
		return made
	}
	shard.SHA256 = hex.EncodeToString(h.Sum(nil))
	info, err := j.store.Stat(ctx, name)
	if err == nil && (made != nil || info.Size != shard.Size) {
		err = j.plan.recognise(ctx, j.store, &shard)
	}
	if shard.Tag = info.Tag; err != nil {
		return err
	}
	return j.writeJSON(ctx, j.numbered("shards", k), shard)
}

// shard returns what was written as shard k. It must be there.
func (j *Job) shard(ctx context.Context, k int) (was Shard, err error) {
	if err = j.readJSON(ctx, j.numbered("shards", k), &was); err == nil {
		err = j.plan.recognise(ctx, j.store, &was)
	}
	return was, err
}

// A length is the number of bytes that were written to it.
type length int64

func (n *length) Write(p []byte) (int, error) {
	*n += length(len(p))
	return len(p), nil
}

// recognise returns fs.ErrNotExist if a shard is not there, and that its place is Occupied if it is not what
// was written. Another tag does not mean other bytes: the folder may have been copied.
func (p *plan) recognise(ctx context.Context, st *store.Store, was *Shard) error {
	name := p.Output.Beside(was.Name)
	info, err := st.Stat(ctx, name)
	if err != nil || info == (store.Info{Size: was.Size, Tag: was.Tag}) {
		return err
	}
	h := sha256.New()
	if info.Size == was.Size {
		r := st.Read(ctx, name, 0, -1)
		defer r.Close()
		if _, err := io.Copy(h, r); err != nil {
			return err
		}
	}
	if info.Size != was.Size || hex.EncodeToString(h.Sum(nil)) != was.SHA256 {
		return &Error{Occupied, store.Name{}, name, errors.New("it is not what this job writes there")}
	}
	return nil
}
