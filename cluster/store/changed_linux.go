package store

import (
	"io/fs"
	"syscall"
	"time"
)

// changed returns when a file was last changed, its name and permissions included.
func changed(info fs.FileInfo) int64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(stat.Ctim.Unix()).UnixNano()
	}
	return 0
}
