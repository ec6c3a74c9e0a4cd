package input

import (
	"errors"
	"io/fs"
)

// What can happen to a file while it is read.
var (
	ErrShorter = errors.New("it became shorter while it was read")
	ErrChanged = errors.New("it changed while it was read")
)

// check reports whether a regular file is as it was when it was opened. One that grew was
// appended to, which does no harm.
func (h *handle) check() error {
	if h.file == nil {
		return nil
	}
	info, err := h.file.Stat()
	switch {
	case errors.Is(err, fs.ErrClosed): // by the caller, whose file it is
		return nil
	case err != nil:
		return h.wrap(err)
	case info.Size() < h.info.Size():
		return h.wrap(ErrShorter)
	case info.Size() == h.info.Size() && !info.ModTime().Equal(h.info.ModTime()):
		return h.wrap(ErrChanged)
	}
	return nil
}
