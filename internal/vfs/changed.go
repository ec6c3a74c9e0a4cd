package vfs

import (
	"errors"
	"io/fs"
)

// What can happen to a file while it is read.
var (
	ErrShorter = errors.New("it became shorter while it was read")
	ErrChanged = errors.New("it changed while it was read")
)

// Changed returns an error if a regular file is not as it was when it was opened. One that
// grew was appended to, which does no harm.
func Changed(was, is fs.FileInfo) error {
	switch {
	case !was.Mode().IsRegular():
		return nil
	case is.Size() < was.Size():
		return ErrShorter
	case is.Size() == was.Size() && !is.ModTime().Equal(was.ModTime()):
		return ErrChanged
	}
	return nil
}
