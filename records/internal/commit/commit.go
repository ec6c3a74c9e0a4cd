// Package commit makes and replaces files: all of a new one, or nothing.
package commit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/yates-shuffle/yates/internal/vfs"
)

// A File is a file that is made, or replaced, only when all of it has been
// written. Until then what is written stands in a file beside it, whose name
// begins with ".yates-", and the file keeps its old contents; so it may be read
// meanwhile.
//
// A file that is replaced keeps its permissions and, where the system allows
// that, its owner; a symbolic link goes on pointing to it, other hard links keep
// the old contents. What is no regular file, such as a pipe or a device, is
// written directly. A File must not be used by several goroutines at the same
// time.
type File struct {
	fsys   vfs.FS
	name   string // as the user gave it
	target string // the file, when links have been followed
	old    fs.FileInfo
	file   vfs.File
	open   bool
	direct bool
	err    error // the first one
}

// Create prepares to write the file of that name, which must be ended by Commit or
// Abort. It fails if the file could not be replaced: where its directory is missing
// or may not be written, where it is read-only, or where it is a directory. A pipe
// with a name is waited for until somebody reads it.
func Create(fsys vfs.FS, name string) (*File, error) {
	o := &File{fsys: fsys, name: name}
	if err := o.prepare(); err != nil {
		return nil, fmt.Errorf("writing %s: %w", name, vfs.Cause(err))
	}
	o.open = true
	return o, nil
}

func (o *File) prepare() (err error) {
	o.old, err = o.fsys.Stat(o.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if o.name == "" {
			return err
		}
	case err != nil:
		return err
	case o.old.IsDir():
		return errors.New("it is a directory")
	default:
		// Opening it shows whether it may be written: a read-only file
		// could be replaced, but its owner did not mean that.
		f, err := o.fsys.Write(o.name)
		if err != nil {
			return err
		}
		if !o.old.Mode().IsRegular() {
			o.file, o.direct = f, true
			return nil
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	if o.target, err = vfs.Target(o.name); err != nil {
		return err
	}
	if o.file, err = o.fsys.Create(filepath.Dir(o.target), ".yates-"); err != nil {
		return fmt.Errorf("making a file beside it: %w", vfs.Cause(err))
	}
	unfinished.Store(o.file.Name(), o.fsys)
	if o.old != nil {
		if err := o.fsys.Like(o.file, o.old); err != nil {
			o.file.Close()
			o.remove()
			return err
		}
	}
	return nil
}

// Write writes b to the file. Its errors name the file.
func (o *File) Write(b []byte) (int, error) {
	n, err := o.file.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err != nil {
		err = o.wrap(err)
	}
	return n, err
}

func (o *File) wrap(err error) error {
	err = fmt.Errorf("writing %s: %w", o.name, vfs.Cause(err))
	if o.err == nil {
		o.err = err
	}
	return err
}

// Finish says that all has been written, and closes the file, which Commit does as
// well; so it is for those who commit several files together. It may be called
// again, and returns the first error of the file.
func (o *File) Finish() error {
	if o.open {
		o.open = false
		if err := o.file.Close(); err != nil {
			o.wrap(err)
		}
	}
	return o.err
}

// Commit puts the file in its place. If it fails, or a Write failed, there is
// no output: the old file, if there was one, is as it was. It may be called once,
// and not after Abort.
func (o *File) Commit() error {
	err := o.Finish()
	if err == nil && !o.direct {
		if err = o.fsys.Rename(o.file.Name(), o.target); err != nil {
			err = o.wrap(err)
			if errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.EXDEV) {
				err = &MountError{err}
			}
		}
	}
	if err != nil {
		o.Abort()
		return err
	}
	if !o.direct {
		unfinished.Delete(o.file.Name())
	}
	o.file = nil
	return nil
}

// Abort ends the output without touching the old file. It does nothing after
// Commit.
func (o *File) Abort() {
	if o.file == nil {
		return
	}
	o.Finish()
	if !o.direct {
		o.remove()
	}
	o.file = nil
}

func (o *File) remove() {
	o.fsys.Remove(o.file.Name())
	unfinished.Delete(o.file.Name())
}

// unfinished has the file system of each file that stands beside an output.
var unfinished sync.Map

// RemoveUnfinished removes what stands beside all outputs that have been neither
// committed nor aborted; none of them can be committed then. It is for a program
// that must end while some goroutine is blocked, in writing to a pipe for example,
// and can't abort its outputs. Any goroutine may call it at any time.
func RemoveUnfinished() {
	unfinished.Range(func(name, fsys any) bool {
		fsys.(vfs.FS).Remove(name.(string))
		return true
	})
}

// A MountError says that a file can't be replaced because it is a mount point.
type MountError struct{ Err error }

func (e *MountError) Error() string { return e.Err.Error() }
func (e *MountError) Unwrap() error { return e.Err }
