package gather

import (
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
)

// shuffleBig shuffles a bucket that is too large to be held in memory, or has records
// that are. A record without columns is a group by itself. It finds out how large the
// groups are, shuffles their numbers, and goes through the bucket once for as many of them
// as fit into memory, or for a larger one, whose records go from the bucket to the output
// through a window. The memory it takes is that for some groups, a window, and some 20
// bytes for each record of the bucket or, with columns, 150 for each group, however many
// records it has.
func (w *shuffler) shuffleBig(b int, in *spill.Bucket) error {
	g := &w.groups
	if err := g.measure(in, w.texts.Format); err != nil {
		return err
	}
	g.shuffle(&w.order, b)
	return w.byPart(b, len(g.groups), func(lo, hi int) error { return w.fetch(in, g.groups[lo:hi]) })
}

// fetch writes the records of some groups of a big bucket, group by group.
func (w *shuffler) fetch(in *spill.Bucket, groups []uint32) error {
	var mem []byte
	sizes := w.groups.sizes
	next := make([]int64, len(sizes)) // where the next record of each group goes in mem
	for len(groups) > 0 {
		for i := range next {
			next[i] = -1
		}
		n, size := 0, int64(0)
		for n < len(groups) && size+sizes[groups[n]] <= w.most {
			next[groups[n]] = size
			size += sizes[groups[n]]
			n++
		}
		if n == 0 {
			if err := w.copyGroup(in, groups[0]); err != nil {
				return err
			}
			groups = groups[1:]
			continue
		}
		if int64(len(mem)) < size {
			mem = make([]byte, size)
		}
		if err := w.groups.visitRecords(in, w.texts.Format, func(id uint32, at, size int64, text []byte) error {
			to := next[id]
			if to < 0 {
				return nil
			}
			next[id] += size
			if text == nil {
				return in.ReadAt(mem[to:to+size], at)
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
func (w *shuffler) putFetched(mem []byte, groups []uint32) error {
	if w.groups.Dealer == nil {
		w.texts.Index(mem)
		return w.texts.Put(&w.pen, 0, w.texts.Len())
	}
	for _, id := range groups {
		size := w.groups.sizes[id]
		w.texts.Index(mem[:size])
		if err := w.deal(0, w.texts.Len()); err != nil {
			return err
		}
		mem = mem[size:]
	}
	return nil
}

// copyGroup writes the records of a large group, as it goes through the bucket.
func (w *shuffler) copyGroup(in *spill.Bucket, group uint32) error {
	begun := false
	return w.groups.visitRecords(in, w.texts.Format, func(id uint32, at, size int64, text []byte) error {
		if id != group {
			return nil
		}
		if !begun && w.groups.Dealer != nil {
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
			return w.pen.Put(text)
		}
		if err := w.copyLong(in, at, at+size); err != nil {
			return err
		}
		if w.groups.Groups == nil { // else it is looked at again
			in.Discard(at, size)
		}
		return nil
	})
}

// copyLong writes a record that is not to be held in memory.
func (w *shuffler) copyLong(in *spill.Bucket, at, end int64) error {
	for at < end {
		b, _, err := in.Window(at)
		if err != nil {
			return err
		}
		b = b[:min(int64(len(b)), end-at)]
		if err := w.pen.Put(b); err != nil {
			return err
		}
		at += int64(len(b))
	}
	return nil
}

// eachRecord calls do for each record of the bucket: with the place where it stands,
// and its text if that is in one window. If it is not, the text is nil, and do may
// read.
func eachRecord(r *spill.Bucket, f *record.Format, do func(at, size int64, text []byte) error) error {
	for at := int64(0); at < r.Size; {
		size := r.Long(at)
		if size == 0 {
			data, whole, err := r.Window(at)
			if err != nil {
				return err
			}
			cut, found := record.NewCutter(f), false
			for n, _ := cut.Next(data, whole); n > 0; n, _ = cut.Next(data, whole) {
				if err := do(at, int64(n), data[:n]); err != nil {
					return err
				}
				data, at, found = data[n:], at+int64(n), true
			}
			if found {
				continue
			}
			if size, err = sizeAt(r, f, at); err != nil {
				return err
			}
		}
		if err := do(at, size, nil); err != nil {
			return err
		}
		at += size
	}
	return nil
}

// sizeAt returns the size of the record that stands at a place, which is longer than
// a window.
func sizeAt(r *spill.Bucket, f *record.Format, at int64) (size int64, err error) {
	cut := record.NewCutter(f)
	for {
		data, whole, err := r.Window(at + size)
		if err != nil {
			return 0, err
		}
		end, used := cut.Next(data, whole)
		size += int64(max(end, used))
		if end >= 0 || whole {
			return size, nil
		}
	}
}
