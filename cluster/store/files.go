package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/yates-shuffle/yates/internal/vfs"
)

// files are the backend of files. The key of a file is its name without the first slash.
type files struct{}

func (files) Close() error { return nil }

func (files) stat(_ context.Context, key string) (Info, error) {
	info, err := os.Stat("/" + key)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, e := os.Lstat("/" + key); e == nil {
			err = errBroken
		}
		return Info{}, err
	case err != nil:
		return Info{}, err
	case info.IsDir():
		return Info{}, errFolder
	case !info.Mode().IsRegular() || info.Size() == 0 && notEmpty("/"+key):
		return Info{}, ErrStream
	}
	return Info{info.Size(), fileTag(info)}, nil
}

// notEmpty reports whether something comes from a file that says it is empty, as from
// those of /proc.
func notEmpty(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false // which the reader finds
	}
	defer f.Close()
	n, _ := f.Read(make([]byte, 1))
	return n > 0
}

// fileTag returns the tag of a file. The time at which the system saw the last change is a
// part of it, because nobody can set that back.
func fileTag(info fs.FileInfo) string {
	return fmt.Sprintf("%x-%x-%x", info.ModTime().UnixNano(), changed(info), info.Size())
}

func (files) read(_ context.Context, key string, from, n int64) (io.ReadCloser, int64, error) {
	f, err := os.Open("/" + key)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil {
		_, err = f.Seek(from, io.SeekStart)
	}
	if err != nil {
		f.Close() // it was only opened
		return nil, 0, err
	}
	return f, info.Size(), nil
}

func (files) remove(_ context.Context, key string) error {
	err := os.Remove("/" + key)
	if _, e := os.Lstat("/" + key); errors.Is(e, fs.ErrNotExist) { // a folder that is read-only says so first
		return nil
	}
	return err
}

func (files) list(_ context.Context, folder string) (keys []string, err error) {
	err = filepath.WalkDir("/"+folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			keys = append(keys, name[1:])
		}
		if errors.Is(err, fs.ErrNotExist) { // or removed meanwhile
			return nil
		}
		return err
	})
	slices.Sort(keys)
	return keys, err
}

func (files) match(_ context.Context, pattern string) (keys []string, err error) {
	base, rest := doublestar.SplitPattern("/" + pattern)
	found, err := doublestar.Glob(os.DirFS(base), rest,
		doublestar.WithFilesOnly(), doublestar.WithNoHidden(), doublestar.WithFailOnIOErrors())
	for _, name := range found {
		if key := path.Join(base, name)[1:]; !unfinished.MatchString(path.Base(key)) {
			keys = append(keys, key)
		}
	}
	if errors.Is(err, syscall.ENOTDIR) { // a file where the pattern has a folder
		err = nil
	}
	slices.Sort(keys)
	return slices.Compact(keys), err
}

func (files) absent(_ context.Context, key string, err error) error {
	return err
}

// A fileUpload is a file with a hidden name, which is renamed when it is complete.
type fileUpload struct {
	*os.File
	ctx  context.Context
	name string
	opt  options
	old  fs.FileInfo // what it replaces, or nil
}

// unfinished matches the hidden names.
var unfinished = regexp.MustCompile(`^\..*\.[0-9a-f]{16}\.tmp$`)

func (files) create(ctx context.Context, key string, opt options) (upload, error) {
	w := &fileUpload{ctx: ctx, name: "/" + key, opt: opt}
	mode, folders := fs.FileMode(0o666), fs.FileMode(0o777)
	if opt.private {
		mode, folders = 0o600, 0o700
	}
	dir, base := filepath.Split(w.name)
	if err := os.MkdirAll(dir, folders); err != nil {
		return nil, err
	}
	if info, err := os.Lstat(w.name); err == nil && info.Mode().IsRegular() && !opt.private {
		// As yates does, it leaves a file that may not be written.
		f, err := vfs.OS{}.Write(w.name)
		if err != nil {
			return nil, err
		}
		f.Close()                 // it was only opened
		w.old, mode = info, 0o600 // nobody may read it before it is known who may
	}
	var number [8]byte
	rand.Read(number[:]) // it never fails
	name := fmt.Sprintf("%s.%s.%x.tmp", dir, base, number)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, err
	}
	w.File = f
	if w.old != nil {
		if _, err := (vfs.OS{}).Keep(f, w.name, w.old); err != nil {
			w.abort()
			return nil, err
		}
	}
	return w, nil
}

func (w *fileUpload) abort() {
	w.Close() // it is removed
	os.Remove(w.Name())
}

func (w *fileUpload) commit() (err error) {
	if w.old != nil { // whose contents are lost
		err = w.Sync()
	}
	if e := w.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = w.place()
	}
	if err != nil {
		os.Remove(w.Name())
	}
	return err
}

// place gives the file its name. From the look at the old one on, the folder is locked.
func (w *fileUpload) place() error {
	if w.opt.exact {
		defer lock(w.ctx, filepath.Dir(w.name))()
		tag := ""
		info, err := os.Lstat(w.name)
		if err == nil {
			tag = fileTag(info)
		}
		if tag != w.opt.tag {
			return ErrChanged
		}
		if w.opt.guard != nil {
			if err := w.opt.guard(w.ctx); err != nil {
				return err
			}
		}
	}
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if w.opt.exact && w.opt.tag == "" { // a link replaces nothing, even where there are no locks
		err := os.Link(w.Name(), w.name)
		if errors.Is(err, fs.ErrExist) {
			return ErrChanged
		}
		if err == nil {
			os.Remove(w.Name()) // its other name
			return nil
		} // else the file system has no links
	}
	return os.Rename(w.Name(), w.name)
}

// lock locks a folder, and returns what ends that. Where it cannot be had, as on some
// network file systems, or not soon, as while yates writes there, there is none.
func lock(ctx context.Context, dir string) (unlock func()) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for ; ; time.Sleep(time.Millisecond) {
		unlock, err := vfs.OS{}.LockDir(dir, false)
		switch {
		case err == nil:
			return unlock
		case !errors.Is(err, vfs.ErrLocked) || ctx.Err() != nil:
			return func() {}
		}
	}
}

// Replaceable returns an error if there is a file with the name n which is not one that a
// writer may replace: a folder, a device, a pipe or a link.
func (n Name) Replaceable() error {
	if n.bucket != inFiles {
		return nil
	}
	info, err := os.Lstat(n.String())
	if err != nil || info.Mode().IsRegular() {
		return nil // what else is wrong, the writer finds
	}
	err = errors.New("it is a pipe or a device, not a file")
	switch info.Mode().Type() {
	case fs.ModeDir:
		err = errFolder
	case fs.ModeSymlink:
		err = errors.New("it is a symbolic link, not a file")
	}
	return wrap("writing", n, err)
}

// RemoveFolders removes the folder n and those in it that ours reports, given their names
// within n, where they are empty and the store has any: only files have.
func (s *Store) RemoveFolders(n Name, ours func(name string) bool) {
	if n.bucket != inFiles {
		return
	}
	all := []string{n.String()}
	filepath.WalkDir(n.String(), func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && ours(strings.TrimPrefix(name, n.String()+"/")) {
			all = append(all, name)
		}
		return nil
	})
	for _, name := range slices.Backward(all) {
		os.Remove(name) // fails if it is not empty
	}
}
