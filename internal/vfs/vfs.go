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
	Chmod(mode fs.FileMode) error
	Chown(uid, gid int) error
}

// An FS opens, makes, renames and removes files.
type FS interface {
	// Open opens a file for reading.
	Open(name string) (File, error)
	// Write opens a file that exists, such as a device or a pipe, for writing.
	Write(name string) (File, error)
	// Create makes a new file in dir, for writing, with a name that begins with
	// prefix and the permissions that new files have. It fails if it cannot be
	// new.
	Create(dir, prefix string) (File, error)
	// Like gives f the permissions and, where that is allowed, the owner of the
	// file that info is about.
	Like(f File, info fs.FileInfo) error
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
	Rename(from, to string) error
	Remove(name string) error
}

// OS is the file system of the operating system.
type OS struct{}

func (OS) Open(name string) (File, error)        { return file(os.Open(name)) }
func (OS) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }
func (OS) Rename(from, to string) error          { return os.Rename(from, to) }
func (OS) Remove(name string) error              { return os.Remove(name) }

func (OS) Write(name string) (File, error) { return file(os.OpenFile(name, os.O_WRONLY, 0)) }

func (OS) Create(dir, prefix string) (File, error) {
	for {
		// Unlike os.CreateTemp, let the umask decide on the permissions.
		name := filepath.Join(dir, fmt.Sprintf("%s%016x", prefix, rand.Uint64()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return file(f, err)
		}
	}
}

func (OS) Like(f File, info fs.FileInfo) error {
	chown(f, info)
	return f.Chmod(info.Mode().Perm())
}

// file keeps a nil *os.File from becoming a File that is not nil.
func file(f *os.File, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

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
