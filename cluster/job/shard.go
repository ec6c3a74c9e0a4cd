package job

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"runtime"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/packing"
)

// writeShard writes shard k, which has some records. It is compressed, if its name says so. It
// takes its place only if the output is still that of the job, and nobody else has written it
// since.
func (j *Job) writeShard(ctx context.Context, k int, records int64, do func(io.Writer) error) (Shard, error) {
	name := j.plan.shardName(k)
	shard, h := Shard{Name: name.Base(), Records: records}, sha256.New()
	opt := store.Options{
		Size:  j.plan.bytes() / int64(j.plan.Shards),
		Guard: func(ctx context.Context) error { return j.plan.holds(ctx, j.store, false) },
	}
	tag, err := j.store.Replace(ctx, name, opt, func(object io.Writer) error {
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
	})
	shard.SHA256, shard.Tag = hex.EncodeToString(h.Sum(nil)), tag
	return shard, err
}

// A length is the number of bytes that were written to it.
type length int64

func (n *length) Write(p []byte) (int, error) {
	*n += length(len(p))
	return len(p), nil
}
