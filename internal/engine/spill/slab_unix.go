//go:build unix && !aix && !solaris && !illumos

package spill

import (
	"fmt"
	"syscall"
)

// NewSlab maps memory, which takes no room until it is touched.
func NewSlab(size int) (Slab, error) {
	b, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, getting(size, err)
	}
	adviseHuge(b)
	return b, nil
}

// getting returns an error of getting so much memory, which it rounds up: to get
// nothing cannot fail.
func getting(size int, err error) error {
	return fmt.Errorf("getting %d MiB of memory: %w", (size-1)>>20+1, err)
}

// Release gives the memory back, which must not be used any more.
func (s Slab) Release() { syscall.Munmap(s) }
