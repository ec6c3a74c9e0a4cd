package vfs

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// unnamed opens, of a directory, a new file that has no name and gets none.
const unnamed = unix.O_TMPFILE | os.O_EXCL

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
