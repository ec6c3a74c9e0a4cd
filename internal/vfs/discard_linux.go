package vfs

import (
	"os"
	"syscall"
)

// Discard makes a hole in the file.
func (OS) Discard(f File, off, n int64) {
	const keepSize, punchHole = 1, 2 // of fallocate(2)
	file, ok := f.(*os.File)
	if !ok {
		return
	}
	if conn, err := file.SyscallConn(); err == nil {
		conn.Control(func(fd uintptr) { syscall.Fallocate(int(fd), keepSize|punchHole, off, n) })
	}
}

func forget(pages []byte) { syscall.Madvise(pages, syscall.MADV_DONTNEED) }
