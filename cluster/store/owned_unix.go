//go:build unix

package store

import (
	"io/fs"
	"os"
	"syscall"
)

// owned reports whether something is of a type and of this user, has no permission among some, and, if it
// is a file, no other name.
func owned(info fs.FileInfo, kind, without fs.FileMode) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid() && info.Mode().Type() == kind && info.Mode()&without == 0 &&
		(kind == fs.ModeDir || stat.Nlink == 1)
}
