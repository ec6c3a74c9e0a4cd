//go:build unix

package vfs

import (
	"io/fs"
	"os"
	"syscall"
)

// Scratch removes the file's name as soon as it is open: the system frees the
// space when the last descriptor goes, whatever ends the process.
func (OS) Scratch(dir string) (File, error) {
	f, err := os.CreateTemp(dir, ".yates-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// chown gives f the owner of another file, as far as that is allowed.
func chown(f File, info fs.FileInfo) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		f.Chown(int(stat.Uid), int(stat.Gid)) // only root may give files away
	}
}
