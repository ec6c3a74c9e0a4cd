package gather

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/yates-shuffle/yates/internal/engine/kept"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/order"
)

// A grouping finds the groups of a bucket's records, for one worker.
type grouping struct {
	*Layout
	most    int64                    // bytes of a record that are looked at
	first   func(front []byte) error // is shown the first record of each group, or the front of it; or nil
	ids     map[string]uint32        // by key; in order of first appearance
	hashes  [][32]byte               // of keys that are sorted
	sizes   []int64                  // in records, or in bytes where the bucket is big
	groups  []uint32                 // in the order that they come to
	groupOf []uint32                 // the group of each record
	ends    []int
	placed  []uint32
	buf     []byte
	front   []byte
}

// reset begins with another bucket.
func (g *grouping) reset() {
	if g.ids == nil {
		g.ids = make(map[string]uint32)
	}
	clear(g.ids)
	g.groupOf, g.sizes, g.hashes = g.groupOf[:0], g.sizes[:0], g.hashes[:0]
}

// id returns the group of a record, or of the front of one that is long: the scatterer has found its columns there.
// One that stands alone is known by its place in the bucket.
func (g *grouping) id(text []byte, place int64) (id uint32, err error) {
	has := false
	if g.buf, has, err = g.Groups.Take(g.buf[:0], text, false); err != nil {
		return 0, err
	}
	key := record.Brief(g.buf)
	if g.Groups.Alone(has) {
		key = fmt.Appendf(nil, "%0*d", record.LongKey, place) // as long as no other
	}
	id, ok := g.ids[string(key)]
	if !ok {
		id = uint32(len(g.sizes))
		g.ids[string(key)] = id
		g.sizes = append(g.sizes, 0)
		if g.Sorted {
			g.hashes = append(g.hashes, order.KeyHash(g.Seed, g.buf))
		}
		if g.first != nil {
			err = g.first(text)
		}
	}
	return id, err
}

// wanted returns how many groups of the bucket are in the order: those whose keys are in one of the shares.
func (g *grouping) wanted() int64 {
	n := len(g.sizes)
	for _, h := range g.hashes {
		if g.Shares != nil && binary.BigEndian.Uint64(h[:]) >= g.Shares[len(g.Shares)-1] {
			n--
		}
	}
	return int64(n)
}

// find finds the groups of a bucket in memory, and how many records they have.
func (g *grouping) find(bucket *kept.Texts) error {
	g.reset()
	for i := range bucket.Len() {
		id, err := g.id(bucket.Record(i), int64(i))
		if err != nil {
			return err
		}
		g.sizes[id]++
		g.groupOf = append(g.groupOf, id)
	}
	return nil
}

// measure finds the groups of a big bucket, and how many bytes they have.
func (g *grouping) measure(in *spill.Bucket, f *record.Format) error {
	g.reset()
	return g.visitRecords(in, f, func(id uint32, _, size int64, _ []byte) error {
		g.sizes[id] += size
		return nil
	})
}

// visitRecords calls do for each record of a big bucket: with its group, where it
// stands, and its text, or nil if that is not at hand.
func (g *grouping) visitRecords(in *spill.Bucket, f *record.Format,
	do func(id uint32, at, size int64, text []byte) error) error {
	number := uint32(0)
	return eachRecord(in, f, func(at, size int64, text []byte) error {
		if g.Groups == nil {
			number++
			if int(number) > len(g.sizes) {
				g.sizes = append(g.sizes, 0)
			}
			return do(number-1, at, size, text)
		}
		front, err := g.frontOf(in, at, size, text)
		if err != nil {
			return err
		}
		id, err := g.id(front, at)
		if err != nil {
			return err
		}
		return do(id, at, size, text)
	})
}

// frontOf returns the text of a record of a big bucket, or the front of it if that is not at hand.
func (g *grouping) frontOf(in *spill.Bucket, at, size int64, text []byte) ([]byte, error) {
	if text != nil {
		return text, nil
	}
	n := int(min(size, g.most))
	g.front = slices.Grow(g.front[:0], n)[:n]
	return g.front, in.ReadAt(g.front, at)
}

// shuffle shuffles the groups of bucket b of Order 1, or sorts them.
func (g *grouping) shuffle(s *order.Shuffler, b int) {
	g.groups = g.groups[:0]
	for id := range g.sizes {
		g.groups = append(g.groups, uint32(id))
	}
	if len(g.hashes) > 0 {
		slices.SortFunc(g.groups, func(a, b uint32) int { return bytes.Compare(g.hashes[a][:], g.hashes[b][:]) })
		return
	}
	order.ShuffleBucket(s, g.Seed, b, g.groups)
}

// arrange returns which record comes to each place, when the groups are shuffled. Where group i of that order
// begins and ends is known then.
func (g *grouping) arrange() (placed []uint32) {
	g.ends = g.ends[:0]
	next := g.sizes // where the next record of each group goes
	at := int64(0)
	for _, id := range g.groups {
		size := g.sizes[id]
		next[id] = at
		at += size
		g.ends = append(g.ends, int(at))
	}
	if int64(cap(g.placed)) < at {
		g.placed = make([]uint32, at)
	}
	g.placed = g.placed[:at]
	for i, id := range g.groupOf {
		g.placed[next[id]] = uint32(i)
		next[id]++
	}
	return g.placed
}

// begin returns where group i begins in the order that was arranged, or the last one ends.
func (g *grouping) begin(i int) int {
	if i == 0 || g.Groups == nil {
		return i
	}
	return g.ends[i-1]
}
