package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// closed reports whether a descriptor from 0 to 2 was closed when the process was
// started. The run-time system has opened the null device in its place then, for
// reading and writing and without O_CLOEXEC, before any code of ours could look.
//
// A shell opens it for one of the two. What starts programs may open it for both, as
// subprocess.DEVNULL of Python, "ignore" of Node.js for outputs, containers, daemon(3) and
// <>/dev/null do. The descriptors of our parent tell: what is closed there as well was
// closed when we were started, as by timeout, and the null device there was handed on.
// Where it has something else, a shell has closed ours. Of other parents that is not known:
// standard input counts as closed, as a file that is emptied for want of it is worse than
// an error; an output does not, for who sends it to the null device must not hear that it
// failed.
func closed(fd int) bool {
	var info unix.Stat_t
	if unix.Fstat(fd, &info) != nil || info.Mode&unix.S_IFMT != unix.S_IFCHR || uint64(info.Rdev) != unix.Mkdev(1, 3) {
		return false
	}
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err != nil || flags&(unix.O_ACCMODE|unix.O_CLOEXEC) != unix.O_RDWR {
		return false
	}
	parent := fmt.Sprintf("/proc/%d/", os.Getppid())
	link, err := os.Readlink(parent + "fd/" + strconv.Itoa(fd))
	_, unknown := os.Stat(parent + "fd")
	switch {
	case unknown == nil && errors.Is(err, fs.ErrNotExist):
		return true
	case link == os.DevNull && opensForBoth(parent+"fdinfo/"+strconv.Itoa(fd)):
		return false
	}
	return fd == 0 || err == nil && isShell(parent+"exe")
}

// opensForBoth reports whether a file that /proc describes was opened to be read and written.
func opensForBoth(fdinfo string) bool {
	text, err := os.ReadFile(fdinfo)
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), "flags:")
	octal, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	flags, err := strconv.ParseUint(octal, 8, 64)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR
}

// isShell reports whether a link of /proc leads to the program of a shell.
func isShell(exe string) bool {
	shells := []string{"sh", "ash", "bash", "busybox", "csh", "dash", "fish", "ksh", "mksh", "tcsh", "zsh"}
	program, err := os.Readlink(exe)
	return err == nil && slices.Contains(shells, filepath.Base(program))
}
