package spill

import (
	"context"
	"sort"
)

// A Loaded is neighbouring buckets, lo, …, hi−1, that are in memory.
type Loaded struct {
	store *Store
	lo    int
	mem   Slab    // what was read from the file
	at    []int64 // where each run begins in mem
}

// Load reads the buckets lo, …, hi−1 into memory, if they are not there, as soon as they
// fit; Release releases the memory. If they exceed the limit of the arena, Load waits until
// all others are released. If last is set, it frees their space in the file.
func (s *Store) Load(ctx context.Context, lo, hi int, last bool) (*Loaded, error) {
	g := &Loaded{store: s, lo: lo}
	if len(s.spilled) == 0 {
		return g, nil
	}
	size := int64(0)
	for _, r := range s.spilled {
		size += r.start[hi] - r.start[lo]
	}
	var err error
	if g.mem, err = s.Arena.get(ctx, int(size)); err != nil {
		return nil, err
	}
	s.Arena.lend(1)
	at := int64(0)
	for _, r := range s.spilled {
		from, n := r.start[lo], r.start[hi]-r.start[lo]
		g.at = append(g.at, at)
		if err := s.file.Read(g.mem[at:at+n], from); err != nil {
			g.Release()
			return nil, err
		}
		if last {
			s.file.Discard(from, n) // it need no longer reach the disk
		}
		at += n
	}
	return g, nil
}

// Release releases the memory. Further calls do nothing.
func (g *Loaded) Release() {
	if g.mem != nil {
		g.store.Arena.put(g.mem, true)
		g.mem = nil
	}
}

// Segments appends the segments of bucket b, in input order, to dst.
func (g *Loaded) Segments(dst [][]byte, b int) [][]byte {
	for i, r := range g.store.spilled {
		base := g.at[i] - r.start[g.lo]
		dst = append(dst, g.mem[base+r.start[b]:base+r.start[b+1]])
	}
	for _, p := range g.store.run.pieces {
		dst = append(dst, p.bucket(b))
	}
	return dst
}

// A Bucket reads one bucket, in memory or in the file, as if its segments were contiguous.
// It is not safe for concurrent use.
type Bucket struct {
	Size     int64
	store    *Store
	ctx      context.Context
	segments []segment
	window   []byte
}

// A segment is a contiguous part of a bucket.
type segment struct {
	base int64  // where it begins in the bucket
	mem  []byte // or nil:
	file int64  // where it begins in the file
	long bool   // it is a long record
}

// WindowSize is the number of bytes that a [Bucket] reads at a time.
const WindowSize = 1 << 20

// Bucket returns a reader of bucket b.
func (s *Store) Bucket(ctx context.Context, b int) *Bucket {
	r := &Bucket{store: s, ctx: ctx}
	add := func(size int64, seg segment) {
		if size > 0 {
			seg.base = r.Size
			r.segments = append(r.segments, seg)
			r.Size += size
		}
	}
	long := s.long[b]
	// next adds the long records of a run that come before what has been found.
	next := func(before func(l *longRecord) bool) {
		for ; len(long) > 0 && before(long[0]); long = long[1:] {
			add(long[0].size, segment{file: long[0].at, long: true})
		}
	}
	for i, run := range s.spilled {
		from, end := run.start[b], run.start[b+1]
		for len(long) > 0 && long[0].run == i {
			to := run.start[b] + long[0].offset
			add(to-from, segment{file: from})
			from = to
			next(func(l *longRecord) bool { return l.run == i && run.start[b]+l.offset == to })
		}
		add(end-from, segment{file: from})
	}
	for i, p := range s.run.pieces {
		next(func(l *longRecord) bool { return l.pieces <= i })
		add(int64(len(p.bucket(b))), segment{mem: p.bucket(b)})
	}
	next(func(*longRecord) bool { return true })
	return r
}

// Window returns what stands at a place in the bucket and behind it, up to
// [WindowSize] bytes, which are valid until the next call. No window goes over the
// beginning or the end of a long record, as its bytes may be discarded; whole reports
// whether it ends there, or where the bucket ends, so that its last record is whole.
func (r *Bucket) Window(at int64) (window []byte, whole bool, err error) {
	if r.window == nil {
		r.window = make([]byte, min(WindowSize, r.Size))
	}
	end := min(at+int64(cap(r.window)), r.Size)
	whole = end == r.Size
	for i := max(r.segment(at), 0); i < len(r.segments) && r.segments[i].base < end; i++ {
		if border := r.end(i); border <= end && (r.segments[i].long || i+1 < len(r.segments) && r.segments[i+1].long) {
			end, whole = border, true
		}
	}
	r.window = r.window[:end-at]
	err = r.ReadAt(r.window, at)
	return r.window, whole, err
}

// Long returns the size of the long record that begins at a place, or 0.
func (r *Bucket) Long(at int64) int64 {
	if i := r.segment(at); r.segments[i].long && r.segments[i].base == at {
		return r.end(i) - at
	}
	return 0
}

// Discard frees the disk space of n bytes of a long record that are no longer needed.
func (r *Bucket) Discard(at, n int64) {
	if seg := r.segments[r.segment(at)]; seg.long {
		r.store.file.Discard(seg.file+at-seg.base, n)
	}
}

// segment returns the number of the segment that a place is in.
func (r *Bucket) segment(at int64) int {
	return sort.Search(len(r.segments), func(i int) bool { return r.segments[i].base > at }) - 1
}

// end returns where segment i ends.
func (r *Bucket) end(i int) int64 {
	if i+1 < len(r.segments) {
		return r.segments[i+1].base
	}
	return r.Size
}

// ReadAt fills dst from a place in the bucket.
func (r *Bucket) ReadAt(dst []byte, at int64) error {
	for i := r.segment(at); len(dst) > 0; i++ {
		if r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		seg := r.segments[i]
		n := min(int64(len(dst)), r.end(i)-at)
		if seg.mem != nil {
			copy(dst[:n], seg.mem[at-seg.base:])
		} else if err := r.store.file.Read(dst[:n], seg.file+at-seg.base); err != nil {
			return err
		}
		dst, at = dst[n:], at+n
	}
	return nil
}
