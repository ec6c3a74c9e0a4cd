package spill

import "testing"

// An Arena keeps slabs of the usual size and gives back the others, and tells those
// who must wait what for.
func TestArena(t *testing.T) {
	a := NewArena(100, 250)
	get := func(size, want int) (Slab, <-chan struct{}) {
		t.Helper()
		s, wait, err := a.try(max(size, 100))
		if err != nil || len(s) != want {
			t.Fatalf("%d bytes, %v, for %d", len(s), err, size)
		}
		return s, wait
	}
	held := func(want int64) {
		t.Helper()
		if got := a.Held(); got != want {
			t.Fatalf("%d bytes are held, not %d", got, want)
		}
	}
	first, _ := get(1, 100)
	second, _ := get(100, 100)
	a.lend(2)
	_, wait := get(1, 0)
	select {
	case <-wait:
		t.Error("one need not wait though nothing came back")
	default:
	}
	a.put(first, true)
	<-wait
	held(200)
	if again, _ := get(1, 100); &again[0] != &first[0] {
		t.Error("the slab that came back is not used again")
	}

	a.put(first, false)
	if _, wait := get(200, 0); wait == nil {
		t.Error("nobody waits for the slab that is lent")
	}
	a.put(second, true)
	large, _ := get(300, 300) // as no slab is lent any more
	held(300)                 // what was free went first
	a.put(large, false)
	held(0)
	small, _ := get(1, 100)
	large, _ = get(200, 200)
	held(300)
	a.put(large, false)

	third, _ := get(7, 100)
	a.put(third, false)
	a.Reset(50, 1000)
	held(100) // small, which is in use
	a.put(small, false)
	held(0)
}

// A Buffer keeps what it holds when it grows, by half at least.
func TestBuffer(t *testing.T) {
	var b Buffer
	defer b.Release()
	size := 0
	for n := range 5000 {
		mem, err := b.Grow(n)
		if err != nil || len(mem) < n || b.Len() != len(mem) {
			t.Fatalf("%d bytes, %v, for %d", len(mem), err, n)
		}
		for i := range max(n-1, 0) {
			if mem[i] != byte(i) {
				t.Fatalf("byte %d has changed, of %d", i, n)
			}
		}
		if n > 0 {
			mem[n-1] = byte(n - 1)
		}
		if len(mem) != size && (len(mem) < size+size/2 || len(mem) > max(n, 2*size)) {
			t.Errorf("it grows from %d to %d bytes", size, len(mem))
		}
		size = len(mem)
	}
	b.Release()
	b.Release()
	if b.Len() != 0 {
		t.Errorf("%d bytes after Release", b.Len())
	}
}
