// Package output writes the outputs of a program: files that are created or replaced only
// when they are complete, several of them all or none, and standard output.
package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"syscall"
)

// A Writer is standard output or a file. It keeps the first error of writing, so that none
// is lost, and writes nothing after it.
type Writer struct {
	W           io.Writer
	NamesItself bool // the errors of W name it; otherwise it is standard output
	err         error
}

// Write writes p.
func (w *Writer) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.W.Write(p)
	if err != nil {
		w.fail(err)
	}
	return n, w.err
}

func (w *Writer) fail(err error) {
	if !w.NamesItself {
		if e := (*fs.PathError)(nil); errors.As(err, &e) {
			err = e.Err // "write /dev/stdout" says nothing new
		}
		err = fmt.Errorf("writing to standard output: %w", err)
	}
	w.err = &Error{Err: err}
}

// Stat describes the file, so that it can be distinguished from the inputs.
func (w *Writer) Stat() (fs.FileInfo, error) {
	if f, ok := w.W.(interface{ Stat() (fs.FileInfo, error) }); ok { // a file, or one of -o
		return f.Stat()
	}
	return nil, errors.ErrUnsupported
}

// Close closes the output and returns the first error of writing or closing. Some file
// systems report only then that they are full.
func (w *Writer) Close() error {
	if closer, ok := w.W.(io.Closer); ok {
		if err := closer.Close(); err != nil && w.err == nil {
			w.fail(err)
		}
	}
	return w.err
}

// An Error is an error of writing an output, which it names.
type Error struct {
	Err     error
	Refused bool // the file could not be made
}

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// BrokenPipe reports whether the other end of the output was closed.
func (e *Error) BrokenPipe() bool {
	if runtime.GOOS == "windows" {
		const brokenPipe, noData = syscall.Errno(109), syscall.Errno(232)
		if errors.Is(e.Err, brokenPipe) || errors.Is(e.Err, noData) {
			return true
		}
	}
	return errors.Is(e.Err, syscall.EPIPE) || errors.Is(e.Err, io.ErrClosedPipe)
}
