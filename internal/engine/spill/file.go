package spill

import (
	"sync"

	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/records/failure"
)

// A File is a temporary file without a name, created at the first write. It is safe for
// concurrent use, except for Close.
type File struct {
	fsys vfs.FS
	dir  string

	once sync.Once // makes it
	file vfs.File
	err  error // of making it
}

// NewFile returns a file in dir that has not been created yet.
func NewFile(fsys vfs.FS, dir string) *File { return &File{fsys: fsys, dir: dir} }

// Write writes b at an offset of the file.
func (f *File) Write(b []byte, at int64) error {
	f.once.Do(func() { f.file, f.err = f.fsys.Scratch(f.dir) })
	err := f.err
	if err == nil {
		_, err = f.file.WriteAt(b, at)
	}
	return f.wrap("writing", err)
}

// Read fills b from an offset of the file that has been written.
func (f *File) Read(b []byte, at int64) error {
	if len(b) == 0 {
		return nil
	}
	n, err := f.file.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	return f.wrap("reading", err)
}

// Discard frees the disk space of n bytes that are no longer needed.
func (f *File) Discard(at, n int64) {
	if n > 0 {
		f.fsys.Discard(f.file, at, n)
	}
}

// Close removes the file, if it was created.
func (f *File) Close() error {
	if f.file == nil || f.err != nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	return f.wrap("closing", err)
}

func (f *File) wrap(op string, err error) error {
	if err == nil {
		return nil
	}
	return &failure.TempError{Op: op, Dir: f.dir, Err: vfs.Cause(err)}
}
