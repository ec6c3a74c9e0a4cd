package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// closed says whether a descriptor from 0 to 2 was closed when the process was
// started. The run-time system has opened the null device in its place then, for
// reading and writing and without O_CLOEXEC, before any code of ours could look.
//
// A shell opens it for one of the two. What starts programs may open it for both,
// as subprocess.DEVNULL of Python, "ignore" of Node.js for outputs, daemon(3) and
// <>/dev/null do. Older kernels tell Python's by its O_CLOEXEC; newer ones forget that
// flag. Where they do, standard input counts as closed, as a file that is emptied for
// want of it is worse than an error; but an output does only if a shell has closed it:
// who sends it to the null device must not hear that it failed.
func closed(fd int) bool {
	var info unix.Stat_t
	if unix.Fstat(fd, &info) != nil || info.Mode&unix.S_IFMT != unix.S_IFCHR || uint64(info.Rdev) != unix.Mkdev(1, 3) {
		return false
	}
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	return err == nil && flags&(unix.O_ACCMODE|unix.O_CLOEXEC) == unix.O_RDWR && (fd == 0 || keepsCloexec() || closedByShell(fd))
}

// keepsCloexec says whether the kernel knows later that a file was opened with O_CLOEXEC.
var keepsCloexec = sync.OnceValue(func() bool {
	fd, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_CLOEXEC != 0
})

var shells = []string{"sh", "ash", "bash", "busybox", "csh", "dash", "fish", "ksh", "mksh", "tcsh", "zsh"}

// closedByShell says whether our parent is a shell that has nothing, or something else
// than the null device, in the place where we have that. One that was replaced by us, as
// of sh -c "yates ... >&-", is not seen.
func closedByShell(fd int) bool {
	parent := fmt.Sprintf("/proc/%d/", os.Getppid())
	name, err := os.ReadFile(parent + "comm")
	if err != nil || !slices.Contains(shells, strings.TrimSpace(string(name))) {
		return false
	}
	link, err := os.Readlink(parent + "fd/" + strconv.Itoa(fd))
	return err == nil && link != os.DevNull || errors.Is(err, fs.ErrNotExist)
}

// leastFiles is how many files a command needs to have open, without those that audit
// starts. From leastSpace and leastData on, in MiB, the run-time system of Go can be relied
// on: with less it may end the process at any time, and has its own words for it.
const (
	leastFiles = 16
	leastSpace = 2048
	leastData  = 192
)

// cramped returns what the process has too little of to begin, or "".
func cramped() string {
	limit := func(of int) uint64 {
		var r unix.Rlimit
		if unix.Getrlimit(of, &r) != nil {
			return math.MaxUint64
		}
		return r.Cur
	}
	if n := limit(unix.RLIMIT_NOFILE); n < leastFiles {
		return fmt.Sprintf("only %d files may be open at a time: see ulimit -n", n)
	}
	const less = "only %d MiB of %s may be used, and %d are needed: see ulimit %s"
	if n := limit(unix.RLIMIT_AS) >> 20; n < leastSpace && strconv.IntSize == 64 {
		return fmt.Sprintf(less, n, "address space", leastSpace, "-v")
	}
	if n := limit(unix.RLIMIT_DATA) >> 20; n < leastData && strconv.IntSize == 64 {
		return fmt.Sprintf(less, n, "memory", leastData, "-d")
	}
	return ""
}
