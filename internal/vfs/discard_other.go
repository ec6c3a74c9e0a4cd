//go:build !linux

package vfs

// unnamed is for Linux.
const unnamed = 0

// Discard leaves it to the end of the file to give the room back.
func (OS) Discard(File, int64, int64) {}

// forget leaves it to the system.
func forget([]byte) {}
