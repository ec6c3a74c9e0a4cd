// Package process is the environment of a command and how the command ends: its streams,
// limits and memory, and its signals.
package process

import (
	"io"
	"io/fs"
	"os"
	"syscall"
)

// A closedStream replaces a standard input that was closed before the command started: to read it
// is an error.
type closedStream struct{}

func (closedStream) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: "standard input", Err: closedError{}}
}

// A closedError is the system's error with words that fit ours.
type closedError struct{}

func (closedError) Error() string { return "it is closed" }

func (closedError) Unwrap() error { return syscall.EBADF }

// Streams returns the standard streams of this process. An output that was closed is the null
// device, which the Go runtime opens in its place, so that no other file gets its number.
func Streams() (stdin io.Reader, stdout, stderr io.Writer) {
	if closed() {
		return closedStream{}, os.Stdout, os.Stderr
	}
	return os.Stdin, os.Stdout, os.Stderr
}

// IsNull reports whether an input is the null device, as that of programs without a terminal is.
func IsNull(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	null, err2 := os.Stat(os.DevNull)
	return err == nil && err2 == nil && os.SameFile(info, null)
}

// LeaveAtEnd moves the offset of a file that was read to where GNU shuf would leave it: a
// shell may continue to use the file, and package records does not change the offset.
func LeaveAtEnd(r io.Reader) {
	f, ok := r.(*os.File)
	if !ok {
		return
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	if at, err := f.Seek(0, io.SeekCurrent); err == nil && at < info.Size() {
		f.Seek(info.Size(), io.SeekStart) // where it could be asked it can be set
	}
}
