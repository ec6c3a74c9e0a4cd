//go:build !unix

package vfs

import "io/fs"

// Keep gives f the permissions.
func (OS) Keep(f File, _ string, info fs.FileInfo) (owner bool, err error) {
	return true, f.(interface{ Chmod(fs.FileMode) error }).Chmod(info.Mode().Perm())
}

// SyncDir is for Unix.
func (OS) SyncDir(string) error { return nil }
