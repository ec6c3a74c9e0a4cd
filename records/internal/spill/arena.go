// Package spill manages the memory and the disk of a shuffle: slabs of memory up to a
// limit, one temporary file, and a [Store] of scattered records that moves from memory to
// the file when the memory is full.
package spill

import "sync"

// A Slab is memory outside the Go heap, if the system can provide it.
type Slab []byte

// An Arena allocates slabs up to a limit and reuses returned ones, because touching new
// memory costs as much as shuffling it. It is safe for concurrent use.
type Arena struct {
	slabSize int
	limit    int64

	mu      sync.Mutex
	free    []Slab
	held    int64         // bytes in slabs that are in use or free
	lent    int           // slabs that are in use and will come back by themselves
	changed chan struct{} // closed when a slab comes back
}

// NewArena returns an arena of slabs of a usual size, or larger ones.
func NewArena(slabSize int, limit int64) *Arena {
	return &Arena{slabSize: slabSize, limit: limit, changed: make(chan struct{})}
}

// Held returns the size of all slabs, in use or free, in bytes.
func (a *Arena) Held() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.held
}

// get returns a slab of at least size bytes. If that would exceed the limit, it returns no
// slab but a channel that is closed when a slab comes back, or nil if no slab is lent.
func (a *Arena) get(size int) (s Slab, wait <-chan struct{}, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if size <= a.slabSize {
		if n := len(a.free); n > 0 {
			s, a.free = a.free[n-1], a.free[:n-1]
			return s, nil, nil
		}
		size = a.slabSize
	}
	if a.held+int64(size) <= a.limit {
		s, err = a.grow(size)
		return s, nil, err
	}
	if a.lent > 0 {
		return nil, a.changed, nil
	}
	return nil, nil, nil
}

// exceed returns a slab of at least size bytes, whatever the limit is. It first releases
// free slabs.
func (a *Arena) exceed(size int) (Slab, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.trim()
	return a.grow(max(size, a.slabSize))
}

func (a *Arena) grow(size int) (Slab, error) {
	s, err := NewSlab(size)
	if err == nil {
		a.held += int64(size)
	}
	return s, err
}

// lend records that slabs in use will come back by themselves.
func (a *Arena) lend(slabs int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lent += slabs
}

// put takes a slab back. It releases slabs of an unusual size.
func (a *Arena) put(s Slab, lent bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if lent {
		a.lent--
	}
	if len(s) == a.slabSize {
		a.free = append(a.free, s)
	} else {
		a.held -= int64(len(s))
		s.Release()
	}
	close(a.changed)
	a.changed = make(chan struct{})
}

// trim releases the slabs that are not in use. The caller holds the lock.
func (a *Arena) trim() {
	for _, s := range a.free {
		a.held -= int64(len(s))
		s.Release()
	}
	a.free = nil
}

// Reset releases the slabs that are not in use and changes the sizes.
func (a *Arena) Reset(slabSize int, limit int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.trim()
	a.slabSize, a.limit = slabSize, limit
}

// A Buffer is growing memory, outside the Go heap so that old memory is released at once
// and not by the garbage collector. Its zero value is empty.
type Buffer struct{ mem Slab }

// Len returns the size of the buffer.
func (b *Buffer) Len() int { return len(b.mem) }

// Grow makes the buffer at least n bytes long, keeps its contents, and returns it. It
// grows by at least half, so that a large record is not copied repeatedly.
func (b *Buffer) Grow(n int) ([]byte, error) {
	if len(b.mem) < n {
		mem, err := NewSlab(max(n, min(2*len(b.mem), n+n/2)))
		if err != nil {
			return nil, err
		}
		copy(mem, b.mem)
		b.Release()
		b.mem = mem
	}
	return b.mem, nil
}

// Release releases the memory. The buffer is empty afterwards.
func (b *Buffer) Release() {
	if b.mem != nil {
		b.mem.Release()
		b.mem = nil
	}
}
