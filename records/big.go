package records

import (
	"sort"

	"github.com/yates-shuffle/yates/order"
)

// bigBucket shuffles a bucket that is too large to be held in memory. It finds
// out how long its records are, shuffles their numbers, and then goes through
// the bucket once for each part of the output that fits into memory, picking
// the records that belong there. A record that does not fit goes from the bucket
// to the output through a window. The memory it takes is that for a part, a
// window, 12 bytes for each record of the bucket and 24 for each of a part.
func (w *shuffler) bigBucket(b int) error {
	in := w.newBucketReader(b)
	ends, err := in.ends(w.format)
	if err != nil {
		return err
	}
	if w.column == nil {
		placed := make([]uint32, len(ends)) // placed[p] is the record that comes to place p
		for i := range placed {
			placed[i] = uint32(i)
		}
		order.ShuffleBucket(&w.order, w.seed, b, placed)
		return w.byPart(b, w.store.wanted(b, len(placed)), func(lo, hi int) error {
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
func (w *shuffler) groupBig(in *bucketReader, ends []int64) error {
	w.groups.reset()
	var record []byte
	at := int64(0)
	for _, end := range ends {
		n := int(end - at)
		if cap(record) < n {
			record = make([]byte, n)
		}
		if err := in.readAt(record[:n], at); err != nil {
			return err
		}
		key, err := w.column.key(w.format, record[:n])
		if err != nil {
			return err
		}
		w.groups.add(key)
		at = end
	}
	return nil
}

// fetch writes the records of a big bucket that come to some places.
func (w *shuffler) fetch(in *bucketReader, ends []int64, placed []uint32) error {
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
			if err := in.readAt(mem[p.to:p.to+p.length], p.from); err != nil {
				return err
			}
		}
		if err := w.flush(); err != nil {
			return err
		}
		if _, err := w.newRouter().write(mem[:size], true); err != nil {
			return err
		}
	}
	return nil
}

// longRecord writes a record that is not to be held in memory.
func (w *shuffler) longRecord(in *bucketReader, ends []int64, i int) error {
	at := int64(0)
	if i > 0 {
		at = ends[i-1]
	}
	if err := w.flush(); err != nil {
		return err
	}
	r := w.newRouter()
	for at < ends[i] {
		if err := in.slide(at); err != nil {
			return err
		}
		b := in.window[:min(int64(len(in.window)), ends[i]-at)]
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
	cut   cutter
	track int
}

func (w *shuffler) newRouter() *router { return &router{w: w, cut: cutter{format: w.parts.each}} }

// write writes data and returns how many bytes of it; the rest is to be shown
// again together with what follows. When last is set nothing follows.
func (r *router) write(data []byte, last bool) (n int, err error) {
	if len(r.w.bufs) == 1 {
		return len(data), r.w.write(0, data)
	}
	for n < len(data) {
		end, used := r.cut.next(data[n:], last)
		if err := r.w.write(r.track, data[n:n+max(end, used)]); err != nil {
			return n, err
		}
		n += max(end, used)
		if end < 0 {
			break
		}
		r.track = (r.track + 1) % len(r.w.bufs)
	}
	return n, nil
}

// A pick is a record that goes from a place in the bucket to one in the part.
type pick struct{ from, length, to int64 }

// A bucketReader reads a bucket, wherever it is, as if it were in one place. It
// is fastest from front to end.
type bucketReader struct {
	g      *gathering
	bucket int
	size   int64
	base   []int64 // where each part of the bucket begins: those in the spill file, then those in memory
	window []byte
	at     int64 // of the window
}

const windowSize = 1 << 20

func (g *gathering) newBucketReader(b int) *bucketReader {
	r := &bucketReader{g: g, bucket: b}
	for _, s := range g.store.spilled {
		r.base = append(r.base, r.size)
		r.size += s.start[b+1] - s.start[b]
	}
	for _, p := range g.store.run.pieces {
		r.base = append(r.base, r.size)
		r.size += int64(len(p.bucket(b)))
	}
	return r
}

// readAt fills dst from a place in the bucket.
func (r *bucketReader) readAt(dst []byte, at int64) error {
	for len(dst) > 0 {
		if at >= r.at && at < r.at+int64(len(r.window)) {
			n := copy(dst, r.window[at-r.at:])
			dst, at = dst[n:], at+int64(n)
			continue
		}
		if len(dst) >= windowSize {
			return r.fetch(dst, at)
		}
		if err := r.slide(at); err != nil {
			return err
		}
	}
	return nil
}

// slide moves the window to a place in the bucket.
func (r *bucketReader) slide(at int64) error {
	if r.window == nil {
		r.window = make([]byte, min(windowSize, r.size))
	}
	r.window, r.at = r.window[:min(int64(cap(r.window)), r.size-at)], at
	return r.fetch(r.window, at)
}

func (r *bucketReader) fetch(dst []byte, at int64) error {
	store := r.g.store
	i := sort.Search(len(r.base), func(i int) bool { return r.base[i] > at }) - 1
	for ; len(dst) > 0; i++ {
		if err := r.g.ctx.Err(); err != nil {
			return err
		}
		end := r.size
		if i+1 < len(r.base) {
			end = r.base[i+1]
		}
		n := min(int64(len(dst)), end-at)
		if n == 0 {
			continue
		}
		if i < len(store.spilled) {
			if err := store.read(dst[:n], store.spilled[i].start[r.bucket]+at-r.base[i]); err != nil {
				return err
			}
		} else {
			copy(dst[:n], store.run.pieces[i-len(store.spilled)].bucket(r.bucket)[at-r.base[i]:])
		}
		dst, at = dst[n:], at+n
	}
	return nil
}

// ends returns where the records of the bucket end.
func (r *bucketReader) ends(f *format) ([]int64, error) {
	if f.plain() {
		return r.plainEnds(f.sep)
	}
	var ends []int64
	cut := cutter{format: f}
	for at := int64(0); at < r.size; {
		if err := r.slide(at); err != nil {
			return nil, err
		}
		data := r.window
		last := at+int64(len(data)) == r.size
		for len(data) > 0 {
			end, used := cut.next(data, last)
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

// plainEnds is ends where records end with a separator.
func (r *bucketReader) plainEnds(sep byte) ([]int64, error) {
	var ends []int64
	starts := make([]uint32, 0, 4096)
	for at := int64(0); at < r.size; {
		if err := r.slide(at); err != nil {
			return nil, err
		}
		at += int64(len(r.window))
		for data, base := r.window, r.at; len(data) > 0; {
			var n int
			starts, n = appendStarts(starts[:0], data, sep)
			for _, s := range starts[1:] {
				ends = append(ends, base+int64(s))
			}
			if data[n-1] == sep {
				ends = append(ends, base+int64(n))
			}
			data, base = data[n:], base+int64(n)
		}
	}
	return ends, nil
}
