//go:build !linux

package vfs

import (
	"errors"
	"io/fs"
	"os"
)

func nameless(string, fs.FileMode) (File, error) { return nil, errors.ErrUnsupported }

// Name is never called.
func (OS) Name(File, string) error { return errors.ErrUnsupported }

func mounted(string) error { return nil }

func appendOnly(string) error { return nil }

// keepAttributes is for Linux.
func keepAttributes(*os.File, string) error { return nil }

// Discard leaves it to the end of the file to give the room back.
func (OS) Discard(File, int64, int64) {}

// forget leaves it to the system.
func forget([]byte) {}
