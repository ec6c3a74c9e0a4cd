// Package process is the environment of a command and how the command ends: its streams,
// limits and memory, and its signals.
package process

import (
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
)

// A closedStream replaces a standard input or output that was closed before the command
// started: reading or writing it fails. Without it, an input would be empty and an output
// lost without an error, because the Go runtime opens the null device in place of a
// closed stream, so that no other file gets its number.
type closedStream struct{}

func (closedStream) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: "standard input", Err: ErrClosed}
}

func (closedStream) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	return 0, ErrClosed
}

// ErrClosed is the system's error with words that fit ours.
var ErrClosed error = closedError{}

type closedError struct{}

func (closedError) Error() string { return "it is closed" }

func (closedError) Unwrap() error { return syscall.EBADF }

// Streams returns the standard streams of this process.
func Streams() (stdin io.Reader, stdout, stderr io.Writer) {
	stdin, stdout, stderr = os.Stdin, os.Stdout, os.Stderr
	if closed(0) {
		stdin = closedStream{}
	}
	if closed(1) {
		stdout = closedStream{}
	}
	if closed(2) {
		stderr = closedStream{}
	}
	return stdin, stdout, stderr
}

// IsClosedInput reports whether the name means standard input and that is closed. Names
// other than - are names of files, which the system would open for us.
func IsClosedInput(name string, stdin io.Reader) bool {
	_, isClosed := stdin.(closedStream)
	return isClosed && slices.Contains([]string{"/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"}, name)
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
