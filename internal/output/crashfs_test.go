package output

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"time"

	"github.com/yates-shuffle/yates/internal/vfs"
)

// A crashFS is a file system that loses, at a power cut, what was not synced. It is in
// memory, keeps a log of what is done to it, and says what could be left of it if the
// power had been cut after any part of the log.
//
// It is as hostile as POSIX allows: what is written to a file is safe when the file is
// synced, and a name when its folder is; until then each write and each change of
// names may have reached the disk or not, by itself, whatever came before it. A change
// of names is one link, one removal or one renaming: it is there as a whole or not at
// all. All folders are there.
type crashFS struct {
	vfs.FS // is nil: what is not defined below is not used
	// Names lets no file be without a name, and none have two.
	Names bool

	first map[string]*inode // what was there before
	names map[string]*inode
	log   []event
}

// An inode is a file, whatever its names are.
type inode struct {
	first   []byte // what it had before
	data    []byte
	changes int64
}

// An event is one of: bytes written, a file synced, names changed, a folder synced.
type event struct {
	file  *inode
	at    int64
	data  []byte
	sync  bool
	names map[string]*inode // nil: it has gone
	dir   string            // that was synced
}

// newCrashFS returns a file system that has those files, safe on its disk.
func newCrashFS(files map[string]string) *crashFS {
	f := &crashFS{first: map[string]*inode{}}
	for name, text := range files {
		f.first[name] = &inode{first: []byte(text), data: []byte(text)}
	}
	f.names = maps.Clone(f.first)
	return f
}

// Len returns how many events the log has.
func (f *crashFS) Len() int {
	return len(f.log)
}

// A Fate is what becomes of a change that was not synced.
type Fate int

const (
	Lost   Fate = iota
	Kept        // on the disk
	Zeroed      // of bytes: the file is as long as if they were kept, but has zeros there
)

// After returns the files that are there if the power was cut after n events, where
// fate decides about each change that was not synced then.
func (f *crashFS) After(n int, fate func(names bool) Fate) map[string]string {
	names, disk := maps.Clone(f.first), map[*inode][]byte{}
	for _, file := range f.first {
		disk[file] = file.first
	}
	data := map[*inode][]event{}
	var changes []event
	for _, e := range f.log[:n] {
		switch {
		case e.sync:
			for _, d := range data[e.file] {
				disk[e.file] = d.apply(disk[e.file], Kept)
			}
			delete(data, e.file)
		case e.file != nil:
			data[e.file] = append(data[e.file], e)
		case e.names != nil:
			changes = append(changes, e)
		default:
			rest := changes[:0:0]
			for _, c := range changes {
				if c.in(e.dir) {
					c.rename(names)
				} else {
					rest = append(rest, c)
				}
			}
			changes = rest
		}
	}
	for _, e := range f.log[:n] { // in the order of the log, so that fates are
		if e.file != nil && len(data[e.file]) > 0 {
			for _, d := range data[e.file] {
				disk[e.file] = d.apply(disk[e.file], fate(false))
			}
			delete(data, e.file)
		}
	}
	for _, c := range changes {
		if fate(true) == Kept {
			c.rename(names)
		}
	}
	left := map[string]string{}
	for name, file := range names {
		left[name] = string(disk[file])
	}
	return left
}

func (e event) apply(b []byte, fate Fate) []byte {
	if fate == Lost {
		return b
	}
	end := e.at + int64(len(e.data))
	b = append(append([]byte(nil), b...), make([]byte, max(end-int64(len(b)), 0))...)
	if fate == Kept {
		copy(b[e.at:], e.data)
	} else {
		clear(b[e.at:end])
	}
	return b
}

func (e event) in(dir string) bool {
	for name := range e.names {
		if filepath.Dir(name) == dir {
			return true
		}
	}
	return false
}

func (e event) rename(names map[string]*inode) {
	for name, file := range e.names {
		if file == nil {
			delete(names, name)
		} else {
			names[name] = file
		}
	}
}

// record adds an event to the log.
func (f *crashFS) record(e event) {
	if e.names != nil {
		event{names: e.names}.rename(f.names)
	}
	f.log = append(f.log, e)
}

func (f *crashFS) open(name string) (*crashFile, error) {
	if i := f.names[name]; i != nil {
		return &crashFile{fs: f, inode: i, name: name}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func (f *crashFS) Write(name string) (vfs.File, error) {
	file, err := f.open(name)
	if err != nil {
		return nil, err
	}
	return file, nil
}

func (f *crashFS) New(dir, name string, _ fs.FileMode) (vfs.File, error) {
	o := &crashFile{fs: f, inode: new(inode), name: name}
	if name == "" {
		if f.Names {
			return nil, errors.ErrUnsupported
		}
		return o, nil
	}
	return o, f.Name(o, name)
}

func (f *crashFS) Name(o vfs.File, name string) error {
	return f.change(map[string]*inode{name: o.(*crashFile).inode})
}

func (f *crashFS) Link(name, second string) error {
	if f.Names {
		return errors.ErrUnsupported
	}
	return f.change(map[string]*inode{second: f.names[name]})
}

func (f *crashFS) Rename(from, to string) error {
	return f.change(map[string]*inode{from: nil, to: f.names[from]})
}

func (f *crashFS) Remove(name string) error { return f.change(map[string]*inode{name: nil}) }

// change gives files these names, which are new, and takes away those that have no file.
func (f *crashFS) change(names map[string]*inode) error {
	f.record(event{names: names})
	return nil
}

func (f *crashFS) SyncDir(dir string) error {
	f.record(event{dir: dir})
	return nil
}

func (f *crashFS) Stat(name string) (fs.FileInfo, error) {
	file, err := f.open(name)
	if err != nil {
		return nil, err
	}
	return file.Stat()
}

func (f *crashFS) Same(a, b fs.FileInfo) bool                       { return a.Sys() == b.Sys() }
func (f *crashFS) Target(name string) (string, error)               { return name, nil }
func (f *crashFS) Keep(vfs.File, string, fs.FileInfo) (bool, error) { return true, nil }
func (f *crashFS) Lock(string, time.Duration) (unlock func(), err error) {
	return nil, errors.ErrUnsupported
}

// A crashFile is an open file.
type crashFile struct {
	vfs.File // is nil, as that of crashFS
	fs       *crashFS
	inode    *inode
	name     string
	at       int64
}

func (o *crashFile) Close() error { return nil }

func (o *crashFile) Write(b []byte) (int, error) {
	o.do(event{file: o.inode, at: o.at, data: append([]byte(nil), b...)})
	o.at += int64(len(b))
	return len(b), nil
}

func (o *crashFile) Sync() error {
	o.do(event{file: o.inode, sync: true})
	return nil
}

func (o *crashFile) do(e event) {
	if !e.sync {
		o.inode.data = e.apply(o.inode.data, Kept)
		o.inode.changes++
	}
	o.fs.record(e)
}

func (o *crashFile) Stat() (fs.FileInfo, error) {
	return crashInfo{o.inode, o.name, int64(len(o.inode.data)), o.inode.changes}, nil
}

type crashInfo struct {
	inode   *inode
	name    string
	size    int64
	changes int64
}

func (i crashInfo) Name() string       { return filepath.Base(i.name) }
func (i crashInfo) Size() int64        { return i.size }
func (i crashInfo) Mode() fs.FileMode  { return 0o644 }
func (i crashInfo) ModTime() time.Time { return time.Unix(i.changes, 0) }
func (i crashInfo) IsDir() bool        { return false }
func (i crashInfo) Sys() any           { return i.inode }
