package gather

import (
	"github.com/yates-shuffle/yates/internal/engine/kept"
	"github.com/yates-shuffle/yates/internal/engine/page"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/order"
)

// A counter counts the groups of each bucket and, if there are strata, of each class.
type counter struct {
	*pass
	bucket *kept.Texts
	groups grouping
	strata *Strata // or nil
	counts *[order.Buckets]int64
	sizes  map[scatter.Class]int64
	segs   [][]byte
	buf    []byte
}

func (c *counter) visit(b int, loaded *spill.Loaded, _ *turns.Out[*page.Page]) (err error) {
	if c.isBig(b) {
		err = c.groups.measure(c.Store.Bucket(c.ctx, b), c.bucket.Format)
	} else {
		c.segs = loaded.Segments(c.segs[:0], b)
		c.bucket.Load(c.segs, c.Store.Size(b))
		err = c.groups.find(c.bucket)
	}
	c.counts[b] = c.groups.wanted()
	if err != nil || c.strata == nil {
		return err
	}
	return c.strata.Census.AddSizes(c.sizes)
}

// classify counts a group that begins with a record, or the front of one, in its class.
func (c *counter) classify(front []byte) (err error) {
	if c.buf, _, err = c.strata.key.Take(c.buf[:0], front, false); err != nil {
		return err
	}
	return c.strata.Census.CountOne(c.sizes, order.ClassHash(c.strata.seed, c.buf))
}
