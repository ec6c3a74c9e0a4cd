//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// smallDisk makes dir a file system of 80 MiB, if the user may, and returns what ends it.
func smallDisk(dir string) (end func(), ok bool) {
	if os.Mkdir(dir, 0o777) != nil || syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprint("size=", 80<<20)) != nil {
		return func() {}, false
	}
	return func() { syscall.Unmount(dir, 0) }, true
}

// fillDisk leaves so many bytes of the small disk.
func fillDisk(dir string, room int64) (undo func(), err error) {
	f, err := os.Create(filepath.Join(dir, "filler"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if n := roomOf(dir) - room; n > 0 {
		err = syscall.Fallocate(int(f.Fd()), 0, 0, n)
	}
	return func() { os.Remove(f.Name()) }, err
}

// roomOf returns the free bytes of a disk.
func roomOf(dir string) int64 {
	var stat syscall.Statfs_t
	if syscall.Statfs(dir, &stat) != nil {
		return 0
	}
	return int64(stat.Bfree) * int64(stat.Bsize)
}

// watch looks at what a process takes until it has ended.
func watch(pid int, ended <-chan struct{}) (peak int64, files int) {
	for {
		fds, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		_, anonymous, _ := strings.Cut(string(status), "RssAnon:") // mapped files are the system's
		var kilobytes int64
		fmt.Sscan(anonymous, &kilobytes)
		peak, files = max(peak, kilobytes<<10), max(files, len(fds))
		select {
		case <-ended:
			return peak, files
		case <-time.After(time.Millisecond):
		}
	}
}

// rights describes a file's mode and owner.
func rights(info os.FileInfo) string {
	stat := info.Sys().(*syscall.Stat_t)
	return fmt.Sprintf("mode %o, owner %d:%d", info.Mode(), stat.Uid, stat.Gid)
}
