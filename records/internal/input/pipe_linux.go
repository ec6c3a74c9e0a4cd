package input

import (
	"io"
	"os"
	"syscall"
)

// widenPipe asks for a pipe of 1 MiB instead of 64 KiB, for fewer switches
// between us and the program at the other end.
func widenPipe(r io.Reader) {
	const setPipeSize = 1031 // F_SETPIPE_SZ of fcntl(2)
	f, ok := r.(*os.File)
	if !ok {
		return
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return
	}
	conn, err := f.SyscallConn()
	if err != nil {
		return
	}
	conn.Control(func(fd uintptr) { syscall.Syscall(syscall.SYS_FCNTL, fd, setPipeSize, 1<<20) })
}
