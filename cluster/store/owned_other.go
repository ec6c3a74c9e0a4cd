//go:build !unix

package store

import "io/fs"

func owned(fs.FileInfo, fs.FileMode, fs.FileMode) bool { return true }
