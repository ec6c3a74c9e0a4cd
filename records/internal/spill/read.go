package spill

import (
	"context"
	"sort"
)

// A Group is neighbouring buckets, lo, …, hi−1, that are in memory.
type Group struct {
	store *Store
	lo    int
	mem   Slab    // what was read from the file
	at    []int64 // where each run begins in mem
}

// Load reads the buckets lo, …, hi−1 into memory, if they are not there, as soon
// as there is room for them; Release gives it back. If they are larger than the
// limit of the arena, they are loaded when all other groups are released. Where
// last is set their room in the file is given back.
func (s *Store) Load(ctx context.Context, lo, hi int, last bool) (*Group, error) {
	g := &Group{store: s, lo: lo}
	if len(s.spilled) == 0 {
		return g, nil
	}
	size := int64(0)
	for _, r := range s.spilled {
		size += r.start[hi] - r.start[lo]
	}
	if err := g.allocate(ctx, int(size)); err != nil {
		return nil, err
	}
	at := int64(0)
	for _, r := range s.spilled {
		from, n := r.start[lo], r.start[hi]-r.start[lo]
		g.at = append(g.at, at)
		if err := s.file.Read(g.mem[at:at+n], from); err != nil {
			g.Release()
			return nil, err
		}
		if last {
			s.file.Discard(from, n) // it need not reach the disk any more
		}
		at += n
	}
	return g, nil
}

func (g *Group) allocate(ctx context.Context, size int) error {
	arena := g.store.Arena
	for {
		mem, wait, err := arena.get(size)
		if mem == nil && wait == nil && err == nil {
			mem, err = arena.exceed(size)
		}
		if err != nil {
			return err
		}
		if mem != nil {
			g.mem = mem
			arena.lend(1)
			return nil
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Release gives the memory back. It may be called again.
func (g *Group) Release() {
	if g.mem != nil {
		g.store.Arena.put(g.mem, true)
		g.mem = nil
	}
}

// Segments appends the segments of bucket b, in input order, to dst.
func (g *Group) Segments(dst [][]byte, b int) [][]byte {
	for i, r := range g.store.spilled {
		base := g.at[i] - r.start[g.lo]
		dst = append(dst, g.mem[base+r.start[b]:base+r.start[b+1]])
	}
	for _, p := range g.store.run.pieces {
		dst = append(dst, p.bucket(b))
	}
	return dst
}

// A Bucket reads one bucket, wherever it is, as if its segments stood in one
// place. It must not be used by several goroutines at the same time.
type Bucket struct {
	Size   int64
	store  *Store
	ctx    context.Context
	number int
	base   []int64 // where each segment begins: those in the file, then those in memory
	window []byte
	at     int64 // of the window
}

// WindowSize is how much a [Bucket] reads at a time.
const WindowSize = 1 << 20

// Bucket returns a reader of bucket b.
func (s *Store) Bucket(ctx context.Context, b int) *Bucket {
	r := &Bucket{store: s, ctx: ctx, number: b}
	for _, run := range s.spilled {
		r.base = append(r.base, r.Size)
		r.Size += run.start[b+1] - run.start[b]
	}
	for _, p := range s.run.pieces {
		r.base = append(r.base, r.Size)
		r.Size += int64(len(p.bucket(b)))
	}
	return r
}

// Read fills dst from a place in the bucket. It is fastest from front to end.
func (r *Bucket) Read(dst []byte, at int64) error {
	for len(dst) > 0 {
		if at >= r.at && at < r.at+int64(len(r.window)) {
			n := copy(dst, r.window[at-r.at:])
			dst, at = dst[n:], at+int64(n)
			continue
		}
		if len(dst) >= WindowSize {
			return r.fetch(dst, at)
		}
		if _, err := r.Window(at); err != nil {
			return err
		}
	}
	return nil
}

// Window returns what stands at a place in the bucket and behind it, up to
// [WindowSize] bytes, which are valid until the next call.
func (r *Bucket) Window(at int64) ([]byte, error) {
	if r.window == nil {
		r.window = make([]byte, min(WindowSize, r.Size))
	}
	r.window, r.at = r.window[:min(int64(cap(r.window)), r.Size-at)], at
	return r.window, r.fetch(r.window, at)
}

func (r *Bucket) fetch(dst []byte, at int64) error {
	s := r.store
	i := sort.Search(len(r.base), func(i int) bool { return r.base[i] > at }) - 1
	for ; len(dst) > 0; i++ {
		if r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		end := r.Size
		if i+1 < len(r.base) {
			end = r.base[i+1]
		}
		n := min(int64(len(dst)), end-at)
		if n == 0 {
			continue
		}
		if i < len(s.spilled) {
			if err := s.file.Read(dst[:n], s.spilled[i].start[r.number]+at-r.base[i]); err != nil {
				return err
			}
		} else {
			copy(dst[:n], s.run.pieces[i-len(s.spilled)].bucket(r.number)[at-r.base[i]:])
		}
		dst, at = dst[n:], at+n
	}
	return nil
}
