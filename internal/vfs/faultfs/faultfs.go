// Package faultfs is a file system for tests: it passes everything on to another
// one, counts the operations, fails one of them or all from one on, and knows
// what has been left open.
package faultfs

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/yates-shuffle/yates/internal/vfs"
)

// An FS fails operation number At, counted from 0; none if At is negative. It
// may be used by several goroutines at the same time.
type FS struct {
	vfs.FS
	At  int
	Err error
	// Lasting makes all later operations fail, too, but for closing, removing
	// and unmapping.
	Lasting bool
	// Short lets the write that fails write half of its bytes.
	Short bool
	// Names lets no file be without a name.
	Names bool
	// Only says which operations are counted, by their names; nil means all.
	Only []string
	// Before is called before each operation with its name, if it is not nil.
	Before func(op string)

	mu     sync.Mutex
	ops    int
	failed string           // the first operation that failed
	files  map[*file]string // that are open
	mapped atomic.Int64
}

// Failed returns the operation that failed first, or "".
func (f *FS) Failed() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}

// Left returns what has not been closed or unmapped.
func (f *FS) Left() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	left := slices.Sorted(maps.Values(f.files))
	if n := f.mapped.Load(); n > 0 {
		left = append(left, fmt.Sprintf("%d mappings", n))
	}
	return left
}

// op counts an operation and returns its error, if it is to fail.
func (f *FS) op(name string) error {
	if f.Before != nil {
		f.Before(name)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.Only != nil && !slices.Contains(f.Only, name) {
		return nil
	}
	n := f.ops
	f.ops++
	cleans := name == "close" || name == "remove"
	if f.At < 0 || n < f.At || n > f.At && (!f.Lasting || cleans) {
		return nil
	}
	if f.failed == "" {
		f.failed = name
	}
	return f.Err
}

func (f *FS) fail(op, name string) error {
	if err := f.op(op); err != nil {
		return &fs.PathError{Op: op, Path: name, Err: err}
	}
	return nil
}

// do does an operation, unless it is to fail.
func do[T any](f *FS, op, name string, operation func() (T, error)) (result T, err error) {
	if err := f.fail(op, name); err != nil {
		return result, err
	}
	return operation()
}

func (f *FS) open(op, name string, open func() (vfs.File, error)) (vfs.File, error) {
	base, err := do(f, op, name, open)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.files == nil {
		f.files = make(map[*file]string)
	}
	o := &file{File: base, fs: f}
	f.files[o] = op + " " + base.Name()
	return o, nil
}

// base returns the file of the other file system.
func base(f vfs.File) vfs.File {
	if o, ok := f.(*file); ok {
		return o.File
	}
	return f
}

func (f *FS) Open(name string) (vfs.File, error) {
	return f.open("open", name, func() (vfs.File, error) { return f.FS.Open(name) })
}

func (f *FS) Write(name string) (vfs.File, error) {
	return f.open("openwrite", name, func() (vfs.File, error) { return f.FS.Write(name) })
}

func (f *FS) New(dir, name string, perm fs.FileMode) (vfs.File, error) {
	if name == "" && f.Names {
		return nil, errors.ErrUnsupported
	}
	return f.open("create", dir, func() (vfs.File, error) { return f.FS.New(dir, name, perm) })
}

func (f *FS) Scratch(dir string) (vfs.File, error) {
	return f.open("scratch", dir, func() (vfs.File, error) { return f.FS.Scratch(dir) })
}

func (f *FS) Name(o vfs.File, name string) error {
	return f.change("name", name, func() error { return f.FS.Name(base(o), name) })
}

func (f *FS) Keep(o vfs.File, old string, info fs.FileInfo) (bool, error) {
	return do(f, "keep", old, func() (bool, error) { return f.FS.Keep(base(o), old, info) })
}

func (f *FS) Target(name string) (string, error) {
	return do(f, "target", name, func() (string, error) { return f.FS.Target(name) })
}

func (f *FS) Map(m vfs.File, size int) ([]byte, error) {
	b, err := do(f, "map", m.Name(), func() ([]byte, error) { return f.FS.Map(base(m), size) })
	if err == nil {
		f.mapped.Add(1)
	}
	return b, err
}

func (f *FS) Unmap(b []byte) {
	f.FS.Unmap(b)
	f.mapped.Add(-1)
}

func (f *FS) Discard(d vfs.File, off, n int64) { f.FS.Discard(base(d), off, n) }

func (f *FS) Stat(name string) (fs.FileInfo, error) {
	return do(f, "stat", name, func() (fs.FileInfo, error) { return f.FS.Stat(name) })
}

func (f *FS) change(op, name string, change func() error) error {
	if err := f.fail(op, name); err != nil {
		return err
	}
	return change()
}

func (f *FS) Link(name, second string) error {
	return f.change("link", name, func() error { return f.FS.Link(name, second) })
}

func (f *FS) Rename(from, to string) error {
	return f.change("rename", from, func() error { return f.FS.Rename(from, to) })
}

func (f *FS) Remove(name string) error {
	return f.change("remove", name, func() error { return f.FS.Remove(name) })
}

func (f *FS) SyncDir(dir string) error {
	return f.change("syncdir", dir, func() error { return f.FS.SyncDir(dir) })
}

// A file is an open file of an FS.
type file struct {
	vfs.File
	fs *FS
}

func (o *file) Read(b []byte) (int, error) {
	return do(o.fs, "read", o.Name(), func() (int, error) { return o.File.Read(b) })
}

func (o *file) ReadAt(b []byte, at int64) (int, error) {
	return do(o.fs, "readat", o.Name(), func() (int, error) { return o.File.ReadAt(b, at) })
}

func (o *file) Write(b []byte) (int, error) { return o.write("write", b, o.File.Write) }

func (o *file) WriteAt(b []byte, at int64) (int, error) {
	return o.write("writeat", b, func(b []byte) (int, error) { return o.File.WriteAt(b, at) })
}

func (o *file) write(op string, b []byte, write func(b []byte) (int, error)) (n int, err error) {
	if err := o.fs.fail(op, o.Name()); err != nil {
		if o.fs.Short {
			n, _ = write(b[:len(b)/2])
		}
		return n, err
	}
	return write(b)
}

// Close closes the file even if it returns an error.
func (o *file) Close() error {
	o.fs.mu.Lock()
	kind, ok := o.fs.files[o]
	delete(o.fs.files, o)
	o.fs.mu.Unlock()
	if !ok {
		return &fs.PathError{Op: "close", Path: o.Name(), Err: fs.ErrClosed}
	}
	op := "close"
	if strings.HasPrefix(kind, "open ") {
		op = "closeread" // of a file that was only read
	}
	return cmp.Or(o.fs.fail(op, o.Name()), o.File.Close())
}

func (o *file) Stat() (fs.FileInfo, error) {
	return do(o.fs, "fstat", o.Name(), o.File.Stat)
}

func (o *file) Truncate(size int64) error {
	return o.fs.change("truncate", o.Name(), func() error { return o.File.Truncate(size) })
}

func (o *file) Sync() error { return o.fs.change("sync", o.Name(), o.File.Sync) }
