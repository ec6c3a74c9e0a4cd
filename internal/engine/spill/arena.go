// Package spill manages the memory and the disk of a shuffle: slabs of memory up to a
// limit, one temporary file, and a [Store] of scattered records that moves from memory to
// the file when the memory is full.
package spill

import (
	"context"
	"sync"
	"unsafe"
)

// A Slab is memory outside the Go heap, if the system can provide it.
type Slab []byte

// As returns the memory of b as values, where some of these begin and end.
func As[T any](b []byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(*new(T))))
}

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

// get returns a slab of at least size bytes. If that would exceed the limit, it waits until
// a slab that is lent comes back. When none is, it releases what is free and returns a slab
// whatever the limit is.
func (a *Arena) get(ctx context.Context, size int) (Slab, error) {
	for ctx.Err() == nil {
		s, wait, err := a.try(max(size, a.slabSize))
		if wait == nil {
			return s, err
		}
		select {
		case <-wait:
		case <-ctx.Done():
		}
	}
	return nil, context.Cause(ctx)
}

// try returns a slab of that size, or a channel that is closed when a slab comes back.
func (a *Arena) try(size int) (s Slab, wait <-chan struct{}, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if n := len(a.free); n > 0 && size == a.slabSize {
		s, a.free = a.free[n-1], a.free[:n-1]
		return s, nil, nil
	}
	if a.held+int64(size) > a.limit {
		if a.lent > 0 {
			return nil, a.changed, nil
		}
		a.trim()
	}
	s, err = NewSlab(size)
	if err == nil {
		a.held += int64(size)
	}
	return s, nil, err
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
