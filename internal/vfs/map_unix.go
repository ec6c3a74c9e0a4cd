//go:build unix && !aix && !solaris && !illumos

package vfs

import (
	"errors"
	"os"
	"syscall"
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

// Unmap unmaps it.
func (OS) Unmap(b []byte) { syscall.Munmap(b) }
