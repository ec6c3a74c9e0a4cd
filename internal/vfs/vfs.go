// Package vfs is the narrow part of a file system that yates uses, so that a
// test can stand in for it and fail each operation in turn.
package vfs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"time"
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
	// and Name may give it one later; the error is errors.ErrUnsupported if the system
	// has no such files. Otherwise the name must be new. The umask applies to perm. It
	// is an error if it is known that no file of the folder can be renamed.
	New(dir, name string, perm fs.FileMode) (File, error)
	// Name gives a file that New made without a name its name, which must be new.
	Name(f File, name string) error
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
	// Link gives a file a second name, which must be new, where that can be done.
	Link(name, second string) error
	Remove(name string) error
	// SyncDir returns when the names of a folder are on the disk.
	SyncDir(dir string) error
	// Lock locks a file or folder for this caller alone, until unlock is called or the
	// process ends. If somebody else has the lock for longer than wait, the error is
	// [ErrLocked].
	Lock(name string, wait time.Duration) (unlock func(), err error)
}

// ErrLocked is the error of a file or folder that another process keeps locked.
var ErrLocked = errors.New("another process has locked it (flock)")

// OS is the file system of the operating system.
type OS struct{}

func (OS) Open(name string) (File, error)        { return file(os.Open(name)) }
func (OS) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }
func (OS) Same(a, b fs.FileInfo) bool            { return os.SameFile(a, b) }
func (OS) Rename(from, to string) error          { return os.Rename(from, to) }
func (OS) Link(name, second string) error        { return os.Link(name, second) }
func (OS) Remove(name string) error              { return os.Remove(name) }
func (OS) Target(name string) (string, error)    { return Target(name) }

func (OS) Write(name string) (File, error) { return file(os.OpenFile(name, os.O_WRONLY, 0)) }

// New makes a file.
func (OS) New(dir, name string, perm fs.FileMode) (File, error) {
	if err := appendOnly(dir); err != nil {
		return nil, err
	}
	if name != "" {
		return file(os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm))
	}
	return nameless(dir, perm)
}

// Hidden returns a new name in a folder, for what has none yet: no pattern of a shell finds it.
func Hidden(dir string) string { return filepath.Join(dir, fmt.Sprintf(".yates-%016x", rand.Uint64())) }

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
