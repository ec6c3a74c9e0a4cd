//go:build unix && !aix && !solaris && !illumos

package records

import (
	"fmt"
	"syscall"
)

// newSlab maps memory, which takes no room until it is touched.
func newSlab(size int) (slab, error) {
	b, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, fmt.Errorf("getting %d MiB of memory: %w", size>>20, err)
	}
	adviseHuge(b)
	return b, nil
}

func (s slab) release() { syscall.Munmap(s) }
