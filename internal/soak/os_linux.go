package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
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

const accessList = "system.posix_acl_access"

// setAttributes gives a file an extended attribute and, if it is asked to, an access
// control list, by which one more user may read it (acl(5)); where the file system has
// such things.
func setAttributes(name string, listed bool) error {
	unable := func(err error) bool { return errors.Is(err, syscall.ENOTSUP) }
	if err := syscall.Setxattr(name, "user.soak", []byte("\x00kept\n"), 0); err != nil && !unable(err) {
		return fmt.Errorf("an attribute of %s: %w", name, err)
	}
	if !listed {
		return nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	owner, group, other := info.Mode()>>6&7, info.Mode()>>3&7, info.Mode()&7
	const nobodyElse = 0xffffffff
	list := binary.LittleEndian.AppendUint32(nil, 2)
	for _, entry := range [][3]uint32{
		{1, uint32(owner), nobodyElse}, {aclUser, 4, 54321}, {aclGroup, uint32(group), nobodyElse}, {aclMask, uint32(group | 4), nobodyElse},
		{aclOther, uint32(other), nobodyElse},
	} {
		list = binary.LittleEndian.AppendUint16(list, uint16(entry[0]))
		list = binary.LittleEndian.AppendUint16(list, uint16(entry[1]))
		list = binary.LittleEndian.AppendUint32(list, entry[2])
	}
	if err := syscall.Setxattr(name, accessList, list, 0); err != nil && !unable(err) {
		return fmt.Errorf("the access control list of %s: %w", name, err)
	}
	return nil
}

const aclUser, aclGroup, aclMask, aclOther = 2, 4, 0x10, 0x20 // tags of a list's entries

// attributes describes a file's mode, owner and extended attributes.
func attributes(name string) string {
	info, err := os.Stat(name)
	if err != nil {
		return err.Error()
	}
	stat := info.Sys().(*syscall.Stat_t)
	text := fmt.Sprintf("mode %o, owner %d:%d", info.Mode(), stat.Uid, stat.Gid)
	names := make([]byte, 64<<10)
	n, _ := syscall.Listxattr(name, names)
	for _, attribute := range slices.Sorted(strings.SplitSeq(string(names[:max(n, 0)]), "\x00")) {
		value := make([]byte, 64<<10)
		if n, err := syscall.Getxattr(name, attribute, value); attribute != "" && err == nil {
			text += fmt.Sprintf(", %s %q", attribute, value[:n])
		}
	}
	return text
}

// readers returns who may read a file: a bit for its group, for all others, and for
// those whom its access control list names.
func readers(name string) (who int, err error) {
	const group, others, named = 1, 2, 4
	f, err := os.Open(name) // so that it stays one file
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	list := make([]byte, 4096)
	n, err := syscall.Getxattr(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), accessList, list)
	if err != nil || n < 4 {
		if info.Mode()&0o040 != 0 {
			who |= group
		}
		if info.Mode()&0o004 != 0 {
			who |= others
		}
		return who, nil
	}
	mask := false
	for entry := list[4:n]; len(entry) >= 8; entry = entry[8:] {
		reads := binary.LittleEndian.Uint16(entry[2:])&4 != 0
		switch tag := binary.LittleEndian.Uint16(entry); {
		case !reads:
		case tag == aclGroup:
			who |= group
		case tag == aclOther:
			who |= others
		case tag == aclMask:
			mask = true
		case tag != 1:
			who |= named
		}
	}
	if !mask {
		who &= others
	}
	return who, nil
}

// renamed returns when a file was given its name, if nothing has changed since but its
// contents.
func renamed(info os.FileInfo) time.Time {
	stat := info.Sys().(*syscall.Stat_t)
	return time.Unix(stat.Ctim.Unix())
}
