package input

import (
	"os"
	"syscall"
)

// widenPipe asks for a pipe of 1 MiB instead of 64 KiB, for fewer switches
// between us and the program at the other end. What is no pipe refuses that.
func widenPipe(f *os.File) {
	const setPipeSize = 1031 // F_SETPIPE_SZ of fcntl(2)
	if conn, err := f.SyscallConn(); err == nil {
		conn.Control(func(fd uintptr) { syscall.Syscall(syscall.SYS_FCNTL, fd, setPipeSize, 1<<20) })
	}
}
