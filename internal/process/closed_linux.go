package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// closed reports whether a descriptor from 0 to 2 was closed when the process was
// started. The run-time system has opened the null device in its place then, for
// reading and writing and without O_CLOEXEC, before any code of ours could look.
//
// A shell opens it for one of the two. What starts programs may open it for both,
// as subprocess.DEVNULL of Python, "ignore" of Node.js for outputs, containers, daemon(3)
// and <>/dev/null do. Where our parent has it in that place as well, it was handed on.
// Else older kernels tell Python's by its O_CLOEXEC; newer ones forget that flag. Where
// they do, standard input counts as closed, as a file that is emptied for want of it is
// worse than an error; but an output does only if a shell started us, as our parent or
// in our place: who sends it to the null device must not hear that it failed.
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
	known := err == nil || errors.Is(err, fs.ErrNotExist)
	if link == os.DevNull && opensForBoth(parent+"fdinfo/"+strconv.Itoa(fd)) {
		return false
	}
	return fd == 0 || keepsCloexec() || known && (isShell(parent+"comm") || byShell(parent+"environ"))
}

// byShell reports whether a shell made our environment, as that of sh -c "yates ... >&-",
// which we have replaced: shells put variables into an order of their own. What our parent
// was started with stands in a file of /proc.
func byShell(environ string) bool {
	text, err := os.ReadFile(environ)
	if err != nil {
		return false
	}
	at := map[string]int{}
	for i, v := range strings.Split(string(text), "\x00") {
		name, _, _ := strings.Cut(v, "=")
		at[name] = i
	}
	last := 0
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if i, ok := at[name]; ok {
			if i < last {
				return true
			}
			last = i
		}
	}
	return false
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

// isShell reports whether a process whose name stands in a file of /proc is a shell.
func isShell(comm string) bool {
	shells := []string{"sh", "ash", "bash", "busybox", "csh", "dash", "fish", "ksh", "mksh", "tcsh", "zsh"}
	name, err := os.ReadFile(comm)
	return err == nil && slices.Contains(shells, strings.TrimSpace(string(name)))
}

// keepsCloexec reports whether the kernel knows later that a file was opened with O_CLOEXEC.
var keepsCloexec = sync.OnceValue(func() bool {
	fd, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_CLOEXEC != 0
})
