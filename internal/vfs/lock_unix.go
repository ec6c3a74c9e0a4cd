//go:build unix && !solaris && !illumos && !aix

package vfs

import (
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Lock locks a file or folder (flock(2)).
func (OS) Lock(name string, wait time.Duration) (unlock func(), err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	const pause = 5 * time.Millisecond
	for ; ; wait -= pause {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if err != syscall.EWOULDBLOCK || wait <= 0 {
			break
		}
		time.Sleep(pause)
	}
	if info, e := f.Stat(); e == nil && err == syscall.EWOULDBLOCK {
		err = &LockedError{holder(info)}
	}
	f.Close()
	return nil, err
}

// holder returns the process that has locked a file, or 0 if the system does not tell.
func holder(info fs.FileInfo) (pid int) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	locks, err := os.ReadFile("/proc/locks") // a line is "1: FLOCK ADVISORY WRITE 2911 fe:00:131075 0 EOF"
	if !ok || err != nil {
		return 0
	}
	for line := range strings.Lines(string(locks)) {
		f := strings.Fields(line)
		if len(f) > 5 && f[1] == "FLOCK" && strings.HasSuffix(f[5], fmt.Sprint(":", stat.Ino)) {
			pid, _ = strconv.Atoi(f[4])
		}
	}
	return pid
}
