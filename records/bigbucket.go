package records

import (
	"github.com/yates-shuffle/yates/records/internal/record"
	"github.com/yates-shuffle/yates/records/internal/spill"
)

// bigBucket shuffles a bucket that is too large to be held in memory, or has records
// that are. A record without columns is a group by itself. It finds out how large the
// groups are, shuffles their numbers, and goes through the bucket once for as many of them
// as fit into memory, or for a larger one, whose records go from the bucket to the output
// through a window. The memory it takes is that for some groups, a window, and some 20
// bytes for each record of the bucket or, with columns, 150 for each group, however many
// records it has.
func (w *shuffler) bigBucket(b int) error {
	in := w.store.Bucket(w.ctx, b)
	if w.asIs {
		return w.longRecord(in, 0, in.Size)
	}
	w.groups.reset()
	if err := w.eachInGroup(in, func(id uint32, at, size int64, text []byte) error {
		first := w.groups.sizes[id] == 0
		w.groups.sizes[id] += size
		if !first || w.strata == nil || w.parts != nil {
			return nil
		}
		if text == nil {
			text = make([]byte, min(size, w.strata.key.most))
			if err := in.Read(text, at); err != nil {
				return err
			}
		}
		return w.countClass(text)
	}); err != nil {
		return err
	}
	groups := len(w.groups.sizes)
	if w.parts == nil {
		w.counts[b] = int64(groups)
		return nil
	}
	w.shuffleGroups(b)
	return w.byPart(b, w.tally.wanted(b, groups), func(lo, hi int) error {
		return w.fetch(in, w.groups.groups[lo:hi])
	})
}

// eachInGroup calls do for each record of the bucket: with its group, where it
// stands, and its text, or nil if that is not at hand.
func (w *shuffler) eachInGroup(in *spill.Bucket, do func(id uint32, at, size int64, text []byte) error) error {
	var front []byte
	number := uint32(0)
	return eachRecord(in, w.format, func(at, size int64, text []byte) error {
		if w.key == nil {
			number++
			if int(number) > len(w.groups.sizes) {
				w.groups.sizes = append(w.groups.sizes, 0)
			}
			return do(number-1, at, size, text)
		}
		head := text
		if text == nil {
			if n := min(size, w.key.most); int64(cap(front)) < n {
				front = make([]byte, n)
			}
			head = front[:min(size, w.key.most)]
			if err := in.Read(head, at); err != nil {
				return err
			}
		}
		if err := w.setKey(head); err != nil {
			return err
		}
		return do(w.groups.id(w.keyBuf, w.alone, at), at, size, text)
	})
}

// fetch writes the records of some groups of a big bucket, group by group.
func (w *shuffler) fetch(in *spill.Bucket, groups []uint32) error {
	var mem []byte
	next := make([]int64, len(w.groups.sizes)) // where the next record of each group goes in mem
	for len(groups) > 0 {
		for i := range next {
			next[i] = -1
		}
		n, size := 0, int64(0)
		for n < len(groups) && size+w.groups.sizes[groups[n]] <= w.big {
			next[groups[n]] = size
			size += w.groups.sizes[groups[n]]
			n++
		}
		large := groups[0]
		if int64(len(mem)) < size {
			mem = make([]byte, size)
		}
		if err := w.eachInGroup(in, func(id uint32, at, size int64, text []byte) error {
			to := next[id]
			switch {
			case n == 0 && id == large:
				if text != nil {
					return w.putRecords(text)
				}
				if err := w.longRecord(in, at, at+size); err != nil {
					return err
				}
				if w.key == nil { // else it is looked at again
					in.Discard(at, size)
				}
				return nil
			case to < 0:
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
		if err := w.putRecords(mem[:size]); err != nil {
			return err
		}
		groups = groups[max(n, 1):]
	}
	return nil
}

// putRecords puts whole records on pages.
func (w *shuffler) putRecords(data []byte) error {
	w.index(data)
	return w.emit(data, w.entries)
}

// longRecord writes a record that is not to be held in memory. Of files in step each gets
// its part.
func (w *shuffler) longRecord(in *spill.Bucket, at, end int64) error {
	if w.strata != nil {
		front := make([]byte, min(end-at, w.strata.key.most))
		if err := in.Read(front, at); err != nil {
			return err
		}
		if err := w.classify(front); err != nil {
			return err
		}
	}
	cut, track := record.NewCutter(w.parts.each), 0
	for at < end {
		b, _, err := in.Window(at)
		if err != nil {
			return err
		}
		b = b[:min(int64(len(b)), end-at)]
		last := at+int64(len(b)) == end
		for whole := true; whole && len(b) > 0; {
			n := len(b) // that go to the track: all, if there is only one
			if w.parts.tracks > 1 {
				ends, used := cut.Next(b, last)
				n, whole = max(ends, used), ends >= 0
			}
			if err := w.put(track, b[:n]); err != nil {
				return err
			}
			b, at = b[n:], at+int64(n)
			if whole {
				track = (track + 1) % w.parts.tracks
			}
		}
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
