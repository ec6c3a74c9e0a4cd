//go:build unix

package vfs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Keep gives f what the file old has. Only root may give files away.
func (OS) Keep(f File, old string, info fs.FileInfo) (owner bool, err error) {
	if err := fixed(old, info); err != nil {
		return false, err
	}
	file := f.(*os.File)
	own, err := f.Stat()
	if err != nil {
		return false, err
	}
	owner = true
	want, ok := info.Sys().(*syscall.Stat_t)
	has, ok2 := own.Sys().(*syscall.Stat_t)
	if ok && ok2 && (want.Uid != has.Uid || want.Gid != has.Gid) {
		if file.Chown(int(want.Uid), int(want.Gid)) != nil {
			owner = want.Uid == has.Uid
			if err := file.Chown(-1, int(want.Gid)); err != nil {
				return owner, notKept("group", err)
			}
		}
	}
	if err := keepAttributes(file, old); err != nil {
		return owner, err
	}
	return owner, file.Chmod(info.Mode().Perm())
}

func notKept(what string, err error) error {
	return fmt.Errorf("its %s cannot be kept: %w", what, Cause(err))
}

// fixed returns an error for a mount point, and in a folder in which only owners may
// replace files (the sticky bit, rename(2)).
func fixed(name string, info fs.FileInfo) error {
	if err := mounted(name); err != nil {
		return err
	}
	dir, err := os.Stat(filepath.Dir(name))
	if err != nil || dir.Mode()&fs.ModeSticky == 0 || os.Geteuid() == 0 {
		return nil
	}
	user := uint32(os.Geteuid())
	for _, i := range []fs.FileInfo{info, dir} {
		if s, ok := i.Sys().(*syscall.Stat_t); !ok || s.Uid == user {
			return nil
		}
	}
	return errors.New("in its folder only the owner may replace it")
}

// SyncDir syncs a folder. One that cannot be opened for that, because the user may
// not list it, is left to the system, and so is one that cannot be synced.
func (OS) SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	err = d.Sync()
	for _, unable := range []error{syscall.EINVAL, syscall.ENOTSUP, syscall.EBADF} {
		if errors.Is(err, unable) {
			return nil
		}
	}
	return err
}
