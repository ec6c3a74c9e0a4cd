package engine

import (
	"context"

	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/order"
)

// A writer shuffles the buckets, one after the other, and puts their records on pages: Order 1's second and third
// step.
type writer struct {
	of     *gathering
	seed   order.Seed
	parts  *parts
	pen    pen
	order  order.Shuffler
	held   held
	texts  *texts // held, if that are the texts of records, which alone have groups and classes
	groups grouping
	strata *strata // or nil
	segs   [][]byte
	buf    []byte
}

func (w *writer) visit(ctx context.Context, b int, loaded *spill.Group, out *turns.Out[*page]) error {
	if !w.parts.wanted(b) {
		return nil
	}
	w.pen.out = out
	if w.of.isBig(b) {
		return w.big(b, w.of.store.Bucket(ctx, b))
	}
	size := w.of.store.Size(b)
	w.segs = loaded.Segments(w.segs[:0], b)
	w.held.load(w.segs, size)
	if w.groups.key == nil {
		w.held.shuffle(&w.order, w.seed, b)
		return w.byPart(b, w.held.len(), w.put)
	}
	if err := w.groups.find(w.texts); err != nil {
		return err
	}
	w.groups.shuffle(&w.order, b)
	w.texts.arrange(w.groups.arrange())
	return w.byPart(b, len(w.groups.groups), w.putGroups)
}

// byPart calls put for the m records, or groups, of bucket b: for those of each
// part of the output by themselves, lo, …, hi−1.
func (w *writer) byPart(b, m int, put func(lo, hi int) error) error {
	for lo := 0; lo < m; {
		part, n := w.parts.of(b, lo)
		if part == len(w.parts.ends) {
			return nil // it is in none
		}
		w.pen.turn(part)
		hi := int(min(int64(m), int64(lo)+n))
		if err := put(lo, hi); err != nil {
			return err
		}
		lo = hi
	}
	return nil
}

// put puts records lo, …, hi−1 on pages.
func (w *writer) put(lo, hi int) error {
	if w.strata == nil {
		return w.held.put(&w.pen, lo, hi)
	}
	for i := lo; i < hi; i++ {
		if err := w.putGroup(i, i+1); err != nil {
			return err
		}
	}
	return nil
}

// putGroups puts groups lo, …, hi−1 on pages.
func (w *writer) putGroups(lo, hi int) error {
	g := &w.groups
	if w.strata == nil {
		return w.texts.put(&w.pen, g.begin(lo), g.begin(hi))
	}
	for i := lo; i < hi; i++ {
		if err := w.putGroup(g.begin(i), g.begin(i+1)); err != nil {
			return err
		}
	}
	return nil
}

// putGroup puts records lo, …, hi−1 on pages, which go where the first one goes.
func (w *writer) putGroup(lo, hi int) error {
	if err := w.classify(w.texts.record(lo)); err != nil {
		return err
	}
	return w.texts.put(&w.pen, lo, hi)
}

// classify finds the class of the record, or group, that is put on pages next, if there are strata. Of a long
// record the front is enough.
func (w *writer) classify(text []byte) (err error) {
	if w.strata == nil {
		return nil
	}
	if w.buf, err = w.strata.keyOf(text, w.buf); err == nil {
		w.pen.class, err = w.strata.idOf(w.buf)
	}
	return err
}

// big shuffles a bucket that is too large to be held in memory, or has records
// that are. A record without columns is a group by itself. It finds out how large the
// groups are, shuffles their numbers, and goes through the bucket once for as many of them
// as fit into memory, or for a larger one, whose records go from the bucket to the output
// through a window. The memory it takes is that for some groups, a window, and some 20
// bytes for each record of the bucket or, with columns, 150 for each group, however many
// records it has.
func (w *writer) big(b int, in *spill.Bucket) error {
	g := &w.groups
	if err := g.measure(in, w.texts.format); err != nil {
		return err
	}
	g.shuffle(&w.order, b)
	return w.byPart(b, len(g.groups), func(lo, hi int) error { return w.fetch(in, g.groups[lo:hi]) })
}

// fetch writes the records of some groups of a big bucket, group by group.
func (w *writer) fetch(in *spill.Bucket, groups []uint32) error {
	var mem []byte
	sizes := w.groups.sizes
	next := make([]int64, len(sizes)) // where the next record of each group goes in mem
	for len(groups) > 0 {
		for i := range next {
			next[i] = -1
		}
		n, size := 0, int64(0)
		for n < len(groups) && size+sizes[groups[n]] <= w.of.big {
			next[groups[n]] = size
			size += sizes[groups[n]]
			n++
		}
		if n == 0 {
			if err := w.pass(in, groups[0]); err != nil {
				return err
			}
			groups = groups[1:]
			continue
		}
		if int64(len(mem)) < size {
			mem = make([]byte, size)
		}
		if err := w.groups.each(in, w.texts.format, func(id uint32, at, size int64, text []byte) error {
			to := next[id]
			if to < 0 {
				return nil
			}
			next[id] += size
			if text == nil {
				return in.Read(mem[to:to+size], at)
			}
			copy(mem[to:], text)
			return nil
		}); err != nil {
			return err
		}
		if err := w.putFetched(mem[:size], groups[:n]); err != nil {
			return err
		}
		groups = groups[n:]
	}
	return nil
}

// putFetched puts groups that stand in mem, one after the other, on pages.
func (w *writer) putFetched(mem []byte, groups []uint32) error {
	if w.strata == nil {
		w.texts.index(mem)
		return w.put(0, w.texts.len())
	}
	for _, id := range groups {
		size := w.groups.sizes[id]
		w.texts.index(mem[:size])
		if err := w.putGroup(0, w.texts.len()); err != nil {
			return err
		}
		mem = mem[size:]
	}
	return nil
}

// pass writes the records of a large group, as it goes through the bucket.
func (w *writer) pass(in *spill.Bucket, group uint32) error {
	begun := false
	return w.groups.each(in, w.texts.format, func(id uint32, at, size int64, text []byte) error {
		if id != group {
			return nil
		}
		if !begun && w.strata != nil {
			front, err := w.groups.frontOf(in, at, size, text)
			if err == nil {
				err = w.classify(front)
			}
			if err != nil {
				return err
			}
		}
		begun = true
		if text != nil {
			return w.pen.put(text)
		}
		if err := w.long(in, at, at+size); err != nil {
			return err
		}
		if w.groups.key == nil { // else it is looked at again
			in.Discard(at, size)
		}
		return nil
	})
}

// long writes a record that is not to be held in memory.
func (w *writer) long(in *spill.Bucket, at, end int64) error {
	for at < end {
		b, _, err := in.Window(at)
		if err != nil {
			return err
		}
		b = b[:min(int64(len(b)), end-at)]
		if err := w.pen.put(b); err != nil {
			return err
		}
		at += int64(len(b))
	}
	return nil
}
