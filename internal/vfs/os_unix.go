//go:build unix

package vfs

import (
	"io/fs"
	"os"
	"syscall"
)

// Scratch makes a file that never has a name or, where the file system cannot do
// that, removes the name as soon as the file is open: the system frees the space
// when the last descriptor goes, whatever ends the process.
func (OS) Scratch(dir string) (File, error) {
	if unnamed != 0 {
		if f, err := os.OpenFile(dir, os.O_RDWR|unnamed, 0o600); err == nil {
			return f, nil
		}
	}
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
