package process

import (
	"os"

	"golang.org/x/sys/unix"
)

// closed reports whether standard input may have been closed when the process was started. The
// run-time system has opened the null device in its place then, for reading and writing, before
// any code of ours could look. Who gives us that device on purpose usually opens it for reading
// alone; others, as Python with DEVNULL, get an error, which is better than a file that is
// emptied for want of input.
func closed() bool {
	flags, err := unix.FcntlInt(os.Stdin.Fd(), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR && IsNull(os.Stdin)
}
