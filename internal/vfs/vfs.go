// Package vfs is the narrow part of a file system that yates uses, so that a
// test can stand in for it and fail each operation in turn.
package vfs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// A File is an open file.
type File interface {
	io.Reader
	io.ReaderAt
	io.Writer
	io.WriterAt
	io.Closer
	Name() string
	Stat() (fs.FileInfo, error)
	Truncate(size int64) error
	// Sync returns when what was written is on the disk.
	Sync() error
}

// An FS opens, makes, renames and removes files.
type FS interface {
	// Open opens a file for reading.
	Open(name string) (File, error)
	// Write opens a file that exists for writing from its front on.
	Write(name string) (File, error)
	// New makes a file in a folder for writing. If name is empty the file has no name,
	// and Link may give it one later; the error is errors.ErrUnsupported if the system
	// has no such files. Otherwise the name must be new. The umask applies to perm.
	New(dir, name string, perm fs.FileMode) (File, error)
	// Link gives a file that New made without a name its name, which must be new.
	Link(f File, name string) error
	// Keep gives f the owner, group, access control list, extended attributes and, last,
	// the permissions of the file old, which info describes and f shall replace. It
	// returns false if the owner cannot be kept, and an error if anything else cannot, or
	// if it is known that old cannot be replaced by a file of the same folder.
	Keep(f File, old string, info fs.FileInfo) (owner bool, err error)
	// Target returns the file that a name stands for; see [Target].
	Target(name string) (string, error)
	// Scratch makes a file without a name, or one that goes when it is closed.
	Scratch(dir string) (File, error)
	// Map returns the first size bytes of f, to be read only, without copying
	// them; it fails where that can't be done. To read a part that has been cut
	// off f since is a fault.
	Map(f File, size int) ([]byte, error)
	// Unmap ends what Map began.
	Unmap(b []byte)
	// Forget lets go of the memory of a part of what Map returned until it is
	// read again, where that can be done.
	Forget(b []byte)
	// Discard gives back the room of n bytes of f from off on, which are not
	// needed any more, where that can be done; they may be read as zeros then.
	Discard(f File, off, n int64)
	Stat(name string) (fs.FileInfo, error)
	// Same reports whether a and b are about the same file.
	Same(a, b fs.FileInfo) bool
	Rename(from, to string) error
	// Swap lets two files of one folder change their names. If it fails, b is as it
	// was.
	Swap(a, b string) error
	Remove(name string) error
	// SyncDir returns when the names of a folder are on the disk.
	SyncDir(dir string) error
	// LockDir locks a folder, shared or not, until unlock is called or the process
	// ends. The error is ErrLocked if somebody else has a lock that does not allow it.
	LockDir(dir string, shared bool) (unlock func(), err error)
	// Lock waits for the lock of a name, and holds it until unlock is called or the process
	// ends. There is a file of that name meanwhile.
	Lock(name string) (unlock func(), err error)
}

// ErrLocked says that somebody else has locked a folder.
var ErrLocked = errors.New("it is locked")

// OS is the file system of the operating system.
type OS struct{}

func (OS) Open(name string) (File, error)        { return file(os.Open(name)) }
func (OS) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }
func (OS) Same(a, b fs.FileInfo) bool            { return os.SameFile(a, b) }
func (OS) Rename(from, to string) error          { return os.Rename(from, to) }
func (OS) Remove(name string) error              { return os.Remove(name) }
func (OS) Target(name string) (string, error)    { return Target(name) }

func (OS) Write(name string) (File, error) { return file(os.OpenFile(name, os.O_WRONLY, 0)) }

// New makes a file.
func (OS) New(dir, name string, perm fs.FileMode) (File, error) {
	if name != "" {
		return file(os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm))
	}
	return nameless(dir, perm)
}

// Third is what a name ends in that Swap may need for a moment, behind that of its
// first file.
const Third = "~"

// swapByLinks is Swap where the system cannot do it at one blow. At each moment b is
// there, the one file or the other.
func swapByLinks(a, b string) error {
	third := a + Third
	if err := os.Link(b, third); err != nil {
		return err
	}
	if err := os.Rename(a, b); err != nil {
		os.Remove(third)
		return err
	}
	err := os.Rename(third, a)
	if err != nil {
		os.Rename(third, b) // as it was; a is lost
	}
	return err
}

// file keeps a nil *os.File from becoming a File that is not nil.
func file(f *os.File, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

// ErrDirectory is the system's error with words that fit ours.
var ErrDirectory error = directoryError{}

type directoryError struct{}

func (directoryError) Error() string { return "it is a directory" }

func (directoryError) Unwrap() error { return syscall.EISDIR }

// Cause takes the operation and the paths off an error of package os, for messages
// that name what the user knows of them already.
func Cause(err error) error {
	switch e := err.(type) {
	case *os.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}
