package records

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

// An Output is a file that is made, or replaced, only when all of it has been
// written. Until then what is written stands in a file beside it, whose name
// begins with ".yates-", and the file keeps its old contents; so it may be one
// of the inputs.
//
// A file that is replaced keeps its permissions and, where the system allows
// that, its owner; a symbolic link goes on pointing to it, other hard links keep
// the old contents. What is no regular file, such as a pipe or a device, is
// written directly. An Output must not be used by several goroutines at the same
// time.
type Output struct {
	fsys   vfs.FS
	name   string // as the user gave it
	target string // the file, when links have been followed
	old    fs.FileInfo
	file   vfs.File
	open   bool
	direct bool
	pack   *compressor // nil: what is written is not compressed
	err    error       // the first one
}

// CreateOutput prepares to write the file of that name. The output must be
// ended by Commit or Abort. It fails if the file could not be replaced: where its
// directory is missing or may not be written, where it is read-only, or where it
// is a directory. A pipe with a name is waited for until somebody reads it.
func CreateOutput(name string) (*Output, error) { return createOutput(vfs.OS{}, name) }

// CreateCompressed is CreateOutput for a file that may be compressed: where its
// name ends in .gz or .zst, in capitals or not, what is written is compressed by
// gzip or zstd. What comes out depends on what was written and on the version of
// this module, never on the options. Of these, Workers tells how many goroutines
// compress at a time, and Memory bounds them; see [CompressionMemory].
func CreateCompressed(name string, opt Options) (*Output, error) {
	o, err := createOutput(vfs.OS{}, name)
	if err == nil {
		o.compress(opt)
	}
	return o, err
}

func (o *Output) compress(opt Options) {
	if f := packingOf(o.name); f != unpacked {
		o.pack = newCompressor(f, o.write, opt)
	}
}

func createOutput(fsys vfs.FS, name string) (*Output, error) {
	o := &Output{fsys: fsys, name: name}
	if err := o.prepare(); err != nil {
		return nil, fmt.Errorf("writing %s: %w", name, cause(err))
	}
	o.open = true
	return o, nil
}

func (o *Output) prepare() (err error) {
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
		// Opening it tells whether it may be written at all: a read-only file
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
		return fmt.Errorf("making a file beside it: %w", cause(err))
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
func (o *Output) Write(b []byte) (int, error) {
	if o.pack != nil {
		return o.pack.Write(b)
	}
	return o.write(b)
}

func (o *Output) write(b []byte) (int, error) {
	n, err := o.file.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err != nil {
		err = o.wrap(err)
	}
	return n, err
}

func (o *Output) wrap(err error) error {
	err = fmt.Errorf("writing %s: %w", o.name, cause(err))
	if o.err == nil {
		o.err = err
	}
	return err
}

// Finish says that all has been written. It gives back the memory and closes the
// file, which Commit does as well, so it is for those who have several outputs
// and commit them together. It may be called again, and does nothing then.
func (o *Output) Finish() error {
	if !o.open {
		return o.err
	}
	if o.pack != nil && o.err == nil {
		o.pack.finish() // its errors are those of write
	}
	o.end()
	return o.err
}

// end closes the file when nobody uses it any more.
func (o *Output) end() {
	if o.pack != nil {
		o.pack.wait()
		o.pack = nil
	}
	o.open = false
	if err := o.file.Close(); err != nil {
		o.wrap(err)
	}
}

// Commit puts the file in its place. If it fails, or a Write failed, there is
// no output: the old file, if there was one, is as it was. It may be called once,
// and not after Abort.
func (o *Output) Commit() error {
	err := o.Finish()
	if err == nil && !o.direct {
		if err = o.fsys.Rename(o.file.Name(), o.target); err != nil {
			err = o.wrap(err)
			if errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.EXDEV) {
				err = &Error{Err: err, Hint: "a mount point cannot be replaced: write to another file, or to standard output with > FILE"}
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
func (o *Output) Abort() {
	if o.file == nil {
		return
	}
	if o.open {
		o.end()
	}
	if !o.direct {
		o.remove()
	}
	o.file = nil
}

func (o *Output) remove() {
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
