package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// smallDisk makes dir a file system of 80 MiB, if the user may, and returns what
// ends it.
func smallDisk(dir string) (end func(), ok bool) {
	if os.Mkdir(dir, 0o777) != nil || syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprint("size=", diskSize)) != nil {
		return func() {}, false
	}
	return func() { syscall.Unmount(dir, 0) }, true
}

const diskSize = 80 << 20

// fillDisk leaves so many bytes of the small disk.
func fillDisk(dir string, room int64) (undo func(), err error) {
	name := filepath.Join(dir, "filler")
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	undo = func() { os.Remove(name) }
	if n := roomOf(dir) - room; n > 0 {
		if err := syscall.Fallocate(int(f.Fd()), 0, 0, n); err != nil {
			undo()
			return nil, fmt.Errorf("filling the disk: %w", err)
		}
	}
	return undo, nil
}

// roomOf returns the free bytes of a disk.
func roomOf(dir string) int64 {
	var stat syscall.Statfs_t
	if syscall.Statfs(dir, &stat) != nil {
		return 0
	}
	return int64(stat.Bfree) * int64(stat.Bsize)
}

// resetPeak makes this process's own memory small: what it has had at most counts
// for the processes that it starts.
func resetPeak() {
	debug.FreeOSMemory()
	os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

// ownPeak returns the most memory that this process has had since.
func ownPeak() int64 {
	text, _ := os.ReadFile("/proc/self/status")
	_, text2, _ := strings.Cut(string(text), "VmHWM:")
	kilobytes, _, _ := strings.Cut(strings.TrimSpace(text2), " ")
	n, _ := strconv.ParseInt(kilobytes, 10, 64)
	return n << 10
}

// watchFiles returns the largest number of descriptors that it sees a process have.
func watchFiles(pid int, ended <-chan struct{}) (most int) {
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	for {
		entries, _ := os.ReadDir(dir)
		most = max(most, len(entries))
		select {
		case <-ended:
			return most
		case <-time.After(2 * time.Millisecond):
		}
	}
}
