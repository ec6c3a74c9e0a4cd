//go:build unix

package store

import (
	"io/fs"
	"syscall"
)

func owned(info fs.FileInfo, user, group uint32) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && s.Uid == user && s.Gid == group
}
