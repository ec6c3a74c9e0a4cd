package records

import "sync"

// An arena hands out large pieces of memory, slabs, up to a limit, and keeps
// those that come back: touching new memory costs as much as shuffling it.
type arena struct {
	slabSize int

	mu   sync.Mutex
	free []slab
	held int64 // bytes in slabs that are in use or free
}

// A slab is memory outside the Go heap, where the system has a way to get it.
type slab []byte

// get returns a slab of at least size bytes, or nil if that would take the arena
// over the limit.
func (a *arena) get(size int, limit int64) (slab, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if size <= a.slabSize {
		if n := len(a.free); n > 0 {
			s := a.free[n-1]
			a.free = a.free[:n-1]
			return s, nil
		}
		size = a.slabSize
	}
	if a.held+int64(size) > limit {
		return nil, nil
	}
	s, err := newSlab(size)
	if err != nil {
		return nil, err
	}
	a.held += int64(size)
	return s, nil
}

// put takes a slab back. Those of another size than usual are released.
func (a *arena) put(s slab) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(s) == a.slabSize {
		a.free = append(a.free, s)
		return
	}
	a.held -= int64(len(s))
	s.release()
}

// trim releases the slabs that are not in use.
func (a *arena) trim() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range a.free {
		a.held -= int64(len(s))
		s.release()
	}
	a.free = nil
}
