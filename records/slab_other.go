//go:build !unix || aix || solaris || illumos

package records

func newSlab(size int) (slab, error) { return make(slab, size), nil }

func (s slab) release() {}
