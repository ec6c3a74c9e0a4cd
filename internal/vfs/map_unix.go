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
	conn, err := file.SyscallConn()
	if err != nil {
		return nil, err
	}
	var b []byte
	if e := conn.Control(func(fd uintptr) {
		b, err = syscall.Mmap(int(fd), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	}); e != nil {
		return nil, e
	}
	return b, err
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
