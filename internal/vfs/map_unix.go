//go:build unix && !aix && !solaris && !illumos

package vfs

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

// Map maps the file.
func (OS) Map(f File, size int) ([]byte, error) {
	file, ok := f.(*os.File)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	return syscall.Mmap(int(file.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
}

// Forget takes the whole pages in b out of the process.
func (OS) Forget(b []byte) {
	page := uintptr(os.Getpagesize())
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(b))) % page)
	if n := (len(b) - skip) / int(page) * int(page); n > 0 {
		forget(b[skip : skip+n])
	}
}

// Unmap unmaps it.
func (OS) Unmap(b []byte) { syscall.Munmap(b) }
