// Package process is what a command is given by the system, and how it ends: its streams,
// limits and memory, the signals, and the processes that it starts.
package process

import (
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
)

// A closedStream stands for standard input or output where that was closed before
// the command was started: to read it, or to write something to it, fails. Without
// it, an input would be empty and an output lost, and nobody would hear of it: the
// run-time system of Go opens the null device in such a place, so that no file that
// is opened later gets there.
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

// IsClosedInput reports whether the name is one of standard input, which is closed. Other
// names of it than - are those of files, which the system would open for us.
func IsClosedInput(name string, stdin io.Reader) bool {
	_, isClosed := stdin.(closedStream)
	return isClosed && slices.Contains([]string{"/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"}, name)
}

// LeaveAtEnd leaves a file that has been read where GNU shuf would: a shell may go
// on with it, and package records does not move a regular file that it reads.
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
