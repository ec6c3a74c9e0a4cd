package records

import (
	"sort"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/internal/record"
	"github.com/yates-shuffle/yates/records/internal/spill"
)

// bigBucket shuffles a bucket that is too large to be held in memory. It finds
// out how long its records are, shuffles their numbers, and then goes through
// the bucket once for each part of the output that fits into memory, picking
// the records that belong there. A record that does not fit goes from the bucket
// to the output through a window. The memory it takes is that for a part, a
// window, 12 bytes for each record of the bucket and 24 for each of a part.
func (w *shuffler) bigBucket(b int) error {
	in := w.store.Bucket(w.ctx, b)
	ends, err := recordEnds(in, w.format)
	if err != nil {
		return err
	}
	if w.key == nil {
		placed := make([]uint32, len(ends)) // placed[p] is the record that comes to place p
		for i := range placed {
			placed[i] = uint32(i)
		}
		order.ShuffleBucket(&w.order, w.seed, b, placed)
		return w.byPart(b, w.tally.wanted(b, len(placed)), func(lo, hi int) error {
			return w.fetch(in, ends, placed[lo:hi])
		})
	}
	if err := w.groupBig(in, ends); err != nil {
		return err
	}
	if w.parts == nil {
		w.counts[b] = int64(len(w.groups.sizes))
		return nil
	}
	placed, last := w.arrange(b)
	return w.byPart(b, len(last), func(lo, hi int) error {
		return w.fetch(in, ends, placed[endOf(last, lo):endOf(last, hi)])
	})
}

// groupBig finds the groups of a big bucket. It holds one record at a time, as
// the scatterer did.
func (w *shuffler) groupBig(in *spill.Bucket, ends []int64) error {
	w.groups.reset()
	var record []byte
	at := int64(0)
	for _, end := range ends {
		n := int(end - at)
		if cap(record) < n {
			record = make([]byte, n)
		}
		if err := in.Read(record[:n], at); err != nil {
			return err
		}
		if err := w.addToGroup(record[:n]); err != nil {
			return err
		}
		at = end
	}
	return nil
}

// fetch writes the records of a big bucket that come to some places.
func (w *shuffler) fetch(in *spill.Bucket, ends []int64, placed []uint32) error {
	var part []pick
	var mem []byte
	for len(placed) > 0 {
		part = part[:0]
		size := int64(0)
		for len(part) < len(placed) {
			i := placed[len(part)]
			start := int64(0)
			if i > 0 {
				start = ends[i-1]
			}
			length := ends[i] - start
			if size+length > w.big {
				break
			}
			part = append(part, pick{from: start, length: length, to: size})
			size += length
		}
		if len(part) == 0 {
			if err := w.longRecord(in, ends, int(placed[0])); err != nil {
				return err
			}
			placed = placed[1:]
			continue
		}
		placed = placed[len(part):]
		sort.Slice(part, func(i, j int) bool { return part[i].from < part[j].from })
		if int64(len(mem)) < size {
			mem = make([]byte, size)
		}
		for _, p := range part {
			if err := in.Read(mem[p.to:p.to+p.length], p.from); err != nil {
				return err
			}
		}
		if _, err := w.newRouter().write(mem[:size], true); err != nil {
			return err
		}
	}
	return nil
}

// longRecord writes a record that is not to be held in memory.
func (w *shuffler) longRecord(in *spill.Bucket, ends []int64, i int) error {
	at := int64(0)
	if i > 0 {
		at = ends[i-1]
	}
	r := w.newRouter()
	for at < ends[i] {
		b, err := in.Window(at)
		if err != nil {
			return err
		}
		b = b[:min(int64(len(b)), ends[i]-at)]
		last := at+int64(len(b)) == ends[i]
		n, err := r.write(b, last)
		if err != nil {
			return err
		}
		at += int64(n)
	}
	return nil
}

// A router writes records, which come bit by bit: of files in step each gets its
// part.
type router struct {
	w     *shuffler
	cut   record.Cutter
	track int
}

func (w *shuffler) newRouter() *router { return &router{w: w, cut: record.NewCutter(w.parts.each)} }

// write writes data and returns how many bytes of it; the rest is to be shown
// again together with what follows. When last is set nothing follows.
func (r *router) write(data []byte, last bool) (n int, err error) {
	if r.w.parts.tracks == 1 {
		return len(data), r.w.put(0, data)
	}
	for n < len(data) {
		end, used := r.cut.Next(data[n:], last)
		if err := r.w.put(r.track, data[n:n+max(end, used)]); err != nil {
			return n, err
		}
		n += max(end, used)
		if end < 0 {
			break
		}
		r.track = (r.track + 1) % r.w.parts.tracks
	}
	return n, nil
}

// A pick is a record that goes from a place in the bucket to one in the part.
type pick struct{ from, length, to int64 }

// recordEnds returns where the records of the bucket end.
func recordEnds(r *spill.Bucket, f *record.Format) ([]int64, error) {
	if f.Plain() {
		return plainEnds(r, f)
	}
	var ends []int64
	cut := record.NewCutter(f)
	for at := int64(0); at < r.Size; {
		data, err := r.Window(at)
		if err != nil {
			return nil, err
		}
		last := at+int64(len(data)) == r.Size
		for len(data) > 0 {
			end, used := cut.Next(data, last)
			at += int64(max(end, used))
			if end < 0 {
				break
			}
			ends = append(ends, at)
			data = data[end:]
		}
	}
	return ends, nil
}

// plainEnds is recordEnds where records end with a separator.
func plainEnds(r *spill.Bucket, f *record.Format) ([]int64, error) {
	var ends []int64
	starts := make([]uint32, 0, 4096)
	for at := int64(0); at < r.Size; {
		data, err := r.Window(at)
		if err != nil {
			return nil, err
		}
		base := at
		at += int64(len(data))
		for len(data) > 0 {
			var n int
			starts, n = f.AppendStarts(starts[:0], data)
			for _, s := range starts[1:] {
				ends = append(ends, base+int64(s))
			}
			if data[n-1] == f.Sep {
				ends = append(ends, base+int64(n))
			}
			data, base = data[n:], base+int64(n)
		}
	}
	return ends, nil
}
