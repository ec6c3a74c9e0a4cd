package vfs

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// nameless makes a file that has no name and may get one (open(2), O_TMPFILE).
func nameless(dir string, perm fs.FileMode) (File, error) {
	f, err := os.OpenFile(dir, os.O_RDWR|unix.O_TMPFILE, perm)
	if err != nil {
		return nil, errors.ErrUnsupported
	}
	if _, err := os.Readlink(inProc(f)); err != nil { // the way to a name
		f.Close()
		return nil, errors.ErrUnsupported
	}
	return f, nil
}

func inProc(f *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", f.Fd()) }

// Name names a file.
func (OS) Name(f File, name string) error {
	file := f.(*os.File)
	if err := unix.Linkat(unix.AT_FDCWD, inProc(file), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW); err != nil {
		return &os.LinkError{Op: "link", Old: file.Name(), New: name, Err: err}
	}
	return nil
}

// mounted returns an error if the name is a mount point.
func mounted(name string) error {
	if attributed(name, unix.STATX_ATTR_MOUNT_ROOT) {
		return errors.New("it is a mount point")
	}
	return nil
}

// appendOnly returns an error if files can be made in a folder, but neither renamed nor removed.
func appendOnly(dir string) error {
	if attributed(dir, unix.STATX_ATTR_APPEND) {
		return errors.New("no file of it can be renamed (chattr +a)")
	}
	return nil
}

// attributed reports whether a file is known to have an attribute (statx(2)).
func attributed(name string, attribute uint64) bool {
	var s unix.Statx_t
	return unix.Statx(unix.AT_FDCWD, name, 0, unix.STATX_TYPE, &s) == nil && s.Attributes&attribute != 0
}

const accessList = "system.posix_acl_access"

// keepAttributes gives f the extended attributes of the file old, one of which is the
// access control list (xattr(7), acl(5)), and takes away the list that f got from its
// folder. Capabilities are not kept: they are not for new contents, and the system
// takes them away whenever a file is written to.
func keepAttributes(f *os.File, old string) error {
	fd := int(f.Fd())
	names, err := attributes(old)
	if err != nil {
		return notKept("extended attributes", err)
	}
	if !slices.Contains(names, accessList) {
		unix.Fremovexattr(fd, accessList) // there may be none
	}
	for _, name := range names {
		if name == "security.capability" {
			continue
		}
		value, err := grown(func(b []byte) (int, error) { return unix.Getxattr(old, name, b) })
		if errors.Is(err, unix.ENODATA) {
			continue // it has gone
		}
		if err == nil {
			own, e := grown(func(b []byte) (int, error) { return unix.Fgetxattr(fd, name, b) })
			if e == nil && bytes.Equal(own, value) {
				continue
			}
			err = unix.Fsetxattr(fd, name, value, 0)
		}
		if err != nil {
			what := fmt.Sprintf("extended attribute %q", name)
			if name == accessList {
				what = "access control list"
			}
			return notKept(what, err)
		}
	}
	return nil
}

func attributes(name string) ([]string, error) {
	list, err := grown(func(b []byte) (int, error) { return unix.Listxattr(name, b) })
	if errors.Is(err, unix.ENOTSUP) {
		return nil, nil
	}
	return strings.FieldsFunc(string(list), func(r rune) bool { return r == 0 }), err
}

// grown returns what read fills its argument with, which is asked for its size first.
func grown(read func([]byte) (int, error)) ([]byte, error) {
	for {
		n, err := read(nil)
		if err != nil {
			return nil, err
		}
		b := make([]byte, n)
		if n > 0 {
			n, err = read(b)
		}
		if !errors.Is(err, unix.ERANGE) { // it has grown meanwhile
			return b[:max(n, 0)], err
		}
	}
}

// Discard makes a hole in the file.
func (OS) Discard(f File, off, n int64) {
	const keepSize, punchHole = 1, 2 // of fallocate(2)
	if file, ok := f.(*os.File); ok {
		syscall.Fallocate(int(file.Fd()), keepSize|punchHole, off, n)
	}
}

func forget(pages []byte) { syscall.Madvise(pages, syscall.MADV_DONTNEED) }
