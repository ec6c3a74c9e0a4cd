// Package faultfs is a file system for tests: it passes everything on to another
// one, counts the operations, fails one of them or all from one on, and knows
// what has been left open.
package faultfs

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"

	"github.com/yates-shuffle/yates/internal/vfs"
)

// An FS fails operation number At, counted from 0; none if At is negative. It
// may be used by several goroutines at the same time.
type FS struct {
	Base vfs.FS
	At   int
	Err  error
	// Lasting makes all later operations fail, too, but for closing, removing
	// and unmapping.
	Lasting bool
	// Short lets the write that fails write half of its bytes.
	Short bool
	// Names lets no file be without a name.
	Names bool
	// Only says which operations are counted, by their names; nil means all.
	Only []string

	mu     sync.Mutex
	ops    int
	failed string // the first operation that failed
	open   map[*file]string
	mapped int
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
	left := slices.Sorted(maps.Values(f.open))
	if f.mapped > 0 {
		left = append(left, fmt.Sprintf("%d mappings", f.mapped))
	}
	return left
}

// op counts an operation and returns its error, if it is to fail.
func (f *FS) op(name string) error {
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

func (f *FS) opened(kind string, base vfs.File, err error) (vfs.File, error) {
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open == nil {
		f.open = make(map[*file]string)
	}
	o := &file{File: base, fs: f}
	f.open[o] = kind + " " + base.Name()
	return o, nil
}

func failed(op, name string, err error) error { return &fs.PathError{Op: op, Path: name, Err: err} }

func (f *FS) Open(name string) (vfs.File, error) {
	if err := f.op("open"); err != nil {
		return nil, failed("open", name, err)
	}
	b, err := f.Base.Open(name)
	return f.opened("open", b, err)
}

func (f *FS) Write(name string) (vfs.File, error) {
	if err := f.op("openwrite"); err != nil {
		return nil, failed("open", name, err)
	}
	b, err := f.Base.Write(name)
	return f.opened("openwrite", b, err)
}

func (f *FS) New(dir, name string, perm fs.FileMode) (vfs.File, error) {
	if name == "" && f.Names {
		return nil, errors.ErrUnsupported
	}
	if err := f.op("create"); err != nil {
		return nil, failed("open", dir, err)
	}
	b, err := f.Base.New(dir, name, perm)
	return f.opened("create", b, err)
}

func (f *FS) Link(o vfs.File, name string) error {
	if err := f.op("link"); err != nil {
		return &os.LinkError{Op: "link", Old: o.Name(), New: name, Err: err}
	}
	return f.Base.Link(o.(*file).File, name)
}

func (f *FS) Keep(o vfs.File, old string, info fs.FileInfo) (bool, error) {
	if err := f.op("keep"); err != nil {
		return false, &vfs.KeepError{What: "group", Err: err}
	}
	return f.Base.Keep(o.(*file).File, old, info)
}

func (f *FS) Fixed(name string, info fs.FileInfo) error {
	if err := f.op("fixed"); err != nil {
		return err
	}
	return f.Base.Fixed(name, info)
}

func (f *FS) Target(name string) (string, error) {
	if err := f.op("target"); err != nil {
		return "", err
	}
	return f.Base.Target(name)
}

func (f *FS) Same(a, b fs.FileInfo) bool { return f.Base.Same(a, b) }

// LockDir locks; that it fails is like a system without locks.
func (f *FS) LockDir(dir string, shared bool) (func(), error) { return f.Base.LockDir(dir, shared) }

func (f *FS) Scratch(dir string) (vfs.File, error) {
	if err := f.op("scratch"); err != nil {
		return nil, failed("open", dir, err)
	}
	b, err := f.Base.Scratch(dir)
	return f.opened("scratch", b, err)
}

func (f *FS) Map(m vfs.File, size int) ([]byte, error) {
	if err := f.op("map"); err != nil {
		return nil, err
	}
	if o, ok := m.(*file); ok {
		m = o.File
	}
	b, err := f.Base.Map(m, size)
	if err == nil {
		f.mu.Lock()
		f.mapped++
		f.mu.Unlock()
	}
	return b, err
}

// Discard discards; it is not an operation that can fail.
func (f *FS) Discard(d vfs.File, off, n int64) {
	if o, ok := d.(*file); ok {
		d = o.File
	}
	f.Base.Discard(d, off, n)
}

// Forget forgets; it is not an operation that can fail.
func (f *FS) Forget(b []byte) { f.Base.Forget(b) }

func (f *FS) Unmap(b []byte) {
	f.Base.Unmap(b)
	f.mu.Lock()
	f.mapped--
	f.mu.Unlock()
}

func (f *FS) Stat(name string) (fs.FileInfo, error) {
	if err := f.op("stat"); err != nil {
		return nil, failed("stat", name, err)
	}
	return f.Base.Stat(name)
}

func (f *FS) Lstat(name string) (fs.FileInfo, error) {
	if err := f.op("lstat"); err != nil {
		return nil, failed("lstat", name, err)
	}
	return f.Base.Lstat(name)
}

func (f *FS) Swap(a, b string) error {
	if err := f.op("swap"); err != nil {
		return &os.LinkError{Op: "rename", Old: a, New: b, Err: err}
	}
	return f.Base.Swap(a, b)
}

func (f *FS) SyncDir(dir string) error {
	if err := f.op("syncdir"); err != nil {
		return failed("sync", dir, err)
	}
	return f.Base.SyncDir(dir)
}

func (f *FS) Rename(from, to string) error {
	if err := f.op("rename"); err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	return f.Base.Rename(from, to)
}

func (f *FS) Remove(name string) error {
	if err := f.op("remove"); err != nil {
		return failed("remove", name, err)
	}
	return f.Base.Remove(name)
}

// A file is an open file of an FS.
type file struct {
	vfs.File
	fs *FS
}

func (o *file) fail(op string) error {
	if err := o.fs.op(op); err != nil {
		return failed(op, o.Name(), err)
	}
	return nil
}

func (o *file) Read(b []byte) (int, error) {
	if err := o.fail("read"); err != nil {
		return 0, err
	}
	return o.File.Read(b)
}

func (o *file) ReadAt(b []byte, at int64) (int, error) {
	if err := o.fail("readat"); err != nil {
		return 0, err
	}
	return o.File.ReadAt(b, at)
}

func (o *file) Write(b []byte) (n int, err error) {
	if err := o.fail("write"); err != nil {
		if o.fs.Short {
			n, _ = o.File.Write(b[:len(b)/2])
		}
		return n, err
	}
	return o.File.Write(b)
}

func (o *file) WriteAt(b []byte, at int64) (n int, err error) {
	if err := o.fail("writeat"); err != nil {
		if o.fs.Short {
			n, _ = o.File.WriteAt(b[:len(b)/2], at)
		}
		return n, err
	}
	return o.File.WriteAt(b, at)
}

// Close closes the file even if it returns an error.
func (o *file) Close() error {
	o.fs.mu.Lock()
	kind, ok := o.fs.open[o]
	delete(o.fs.open, o)
	o.fs.mu.Unlock()
	if !ok {
		return failed("close", o.Name(), fs.ErrClosed)
	}
	op := "close"
	if len(kind) > 5 && kind[:5] == "open " {
		op = "closeread" // of a file that was only read
	}
	err := o.fail(op)
	if e := o.File.Close(); err == nil {
		err = e
	}
	return err
}

func (o *file) Stat() (fs.FileInfo, error) {
	if err := o.fail("fstat"); err != nil {
		return nil, err
	}
	return o.File.Stat()
}

func (o *file) Truncate(size int64) error {
	if err := o.fail("truncate"); err != nil {
		return err
	}
	return o.File.Truncate(size)
}

func (o *file) Sync() error {
	if err := o.fail("sync"); err != nil {
		return err
	}
	return o.File.Sync()
}
