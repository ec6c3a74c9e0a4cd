//go:build !unix || aix || solaris || illumos

package spill

// NewSlab gets memory from the Go heap.
func NewSlab(size int) (Slab, error) { return make(Slab, size), nil }

// Release leaves the memory to the garbage collector.
func (s Slab) Release() {}
