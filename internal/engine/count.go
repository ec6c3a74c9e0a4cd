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

func (c *counter) visit(ctx context.Context, b int, loaded *spill.Group, _ *turns.Out[*page]) error {
	if c.of.isBig(b) {
		if err := c.big(c.of.store.Bucket(ctx, b)); err != nil {
			return err
		}
	} else {
		c.segs = loaded.Segments(c.segs[:0], b)
		c.bucket.load(c.segs, c.of.store.Size(b))
		if err := c.groups.find(c.bucket, c.classify); err != nil {
			return err
		}
	}
	c.counts[b] = int64(len(c.groups.sizes))
	if c.strata == nil {
		return nil
	}
	return c.strata.census.add(c.sizes)
}

// big counts the groups of a bucket that is not held in memory.
func (c *counter) big(in *spill.Bucket) error {
	c.groups.reset()
	return c.groups.each(in, c.bucket.format, func(id uint32, at, size int64, text []byte) error {
		first := c.groups.sizes[id] == 0
		c.groups.sizes[id] += size
		if !first || c.strata == nil {
			return nil
		}
		if text == nil {
			text = make([]byte, min(size, c.strata.key.most))
			if err := in.Read(text, at); err != nil {
				return err
			}
		}
		return c.classify(text)
	})
}

// classify counts a group that begins with a record, or the front of one, in its class, if there are strata.
func (c *counter) classify(text []byte) error {
	if c.strata == nil {
		return nil
	}
	class, err := c.strata.classOf(text, &c.buf)
	if err != nil {
		return err
	}
	return c.strata.census.note(c.sizes, class)
}
