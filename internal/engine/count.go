package engine

import (
	"context"

	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/order"
)

// A counter counts the groups of each bucket and, if there are strata, of each class.
type counter struct {
	of     *gathering
	bucket *texts
	groups grouping
	strata *strata // or nil
	counts *[order.Buckets]int64
	sizes  map[class]int64
	segs   [][]byte
	buf    []byte
}

func (c *counter) visit(ctx context.Context, b int, loaded *spill.Group, _ *turns.Out[*page]) (err error) {
	if c.of.isBig(b) {
		err = c.groups.measure(c.of.store.Bucket(ctx, b), c.bucket.format)
	} else {
		c.segs = loaded.Segments(c.segs[:0], b)
		c.bucket.load(c.segs, c.of.store.Size(b))
		err = c.groups.find(c.bucket)
	}
	c.counts[b] = c.groups.wanted()
	if err != nil || c.strata == nil {
		return err
	}
	return c.strata.census.add(c.sizes)
}

// classify counts a group that begins with a record, or the front of one, in its class.
func (c *counter) classify(front []byte) (err error) {
	if c.buf, err = c.strata.keyOf(front, c.buf); err != nil {
		return err
	}
	return c.strata.census.note(c.sizes, order.StratumHash(*c.strata.opt.Seed, c.buf))
}
