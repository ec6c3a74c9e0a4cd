package gather

import (
	"github.com/yates-shuffle/yates/internal/engine/kept"
	"github.com/yates-shuffle/yates/internal/engine/page"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/order"
)

// A shuffler shuffles the buckets, one after the other, and puts their records on pages, as Order 1 says.
type shuffler struct {
	*pass
	parts  *page.Parts
	pen    page.Pen
	order  order.Shuffler
	bucket kept.Bucket
	texts  *kept.Texts // the bucket, if that are the texts of records, which alone have groups and classes
	groups grouping
	segs   [][]byte
	buf    []byte
}

// visit shuffles bucket b and writes those of its records that are in a part: a bucket in memory at once, a big one
// through a window.
func (w *shuffler) visit(b int, loaded *spill.Loaded, out *turns.Out[*page.Page]) error {
	if !w.parts.Wants(b) {
		return nil
	}
	w.pen.Out = out
	if w.isBig(b) {
		return w.shuffleBig(b, w.Store.Bucket(w.ctx, b))
	}
	w.segs = loaded.Segments(w.segs[:0], b)
	w.bucket.Load(w.segs, w.Store.Size(b))
	if w.groups.Groups == nil {
		w.bucket.Shuffle(&w.order, w.groups.Seed, b)
		return w.byPart(b, w.bucket.Len(), w.put)
	}
	if err := w.groups.find(w.texts); err != nil {
		return err
	}
	w.groups.shuffle(&w.order, b)
	w.texts.Arrange(w.groups.arrange())
	return w.byPart(b, len(w.groups.groups), w.put)
}

// byPart calls put for the m groups of bucket b: for those of each part of the output by themselves, lo, …, hi−1.
func (w *shuffler) byPart(b, m int, put func(lo, hi int) error) error {
	for lo := 0; lo < m; {
		part, n := w.parts.At(b, lo)
		if part == len(w.parts.Ends) {
			return nil // it is in none
		}
		w.pen.Turn(part)
		hi := int(min(int64(m), int64(lo)+n))
		if err := put(lo, hi); err != nil {
			return err
		}
		lo = hi
	}
	return nil
}

// put puts groups lo, …, hi−1 on pages: together, or one by one, if they are dealt.
func (w *shuffler) put(lo, hi int) error {
	g := &w.groups
	if g.Dealer == nil {
		return w.bucket.Put(&w.pen, g.begin(lo), g.begin(hi))
	}
	for i := lo; i < hi; i++ {
		if err := w.deal(g.begin(i), g.begin(i+1)); err != nil {
			return err
		}
	}
	return nil
}

// deal puts the records of a group, lo, …, hi−1, on pages, which go where the first one goes.
func (w *shuffler) deal(lo, hi int) error {
	if err := w.classify(w.texts.Record(lo)); err != nil {
		return err
	}
	return w.texts.Put(&w.pen, lo, hi)
}

// classify finds the class of the group that is put on pages next, if groups are dealt. Of a long record the front is
// enough.
func (w *shuffler) classify(text []byte) (err error) {
	dealer := w.groups.Dealer
	if dealer == nil {
		return nil
	}
	if w.buf, _, err = dealer.Key().Take(w.buf[:0], text, false); err == nil {
		w.pen.Class, err = dealer.Class(w.buf)
	}
	return err
}
