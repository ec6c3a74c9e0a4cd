package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
)

// files are the backend of files. The key of a file is its name without the first slash.
type files struct {
	private bool // files and their folder are of this user alone
}

// folder returns the folder of a file. A private one is an error unless it is of this user, and nobody else
// can put files there.
func (f files) folder(key string) (string, error) {
	folder := path.Dir("/" + key)
	info, err := os.Lstat(folder)
	if f.private && err == nil && !owned(info, fs.ModeDir, 0o022) {
		return folder, errFolder
	}
	return folder, nil
}

func (f files) stat(_ context.Context, key string) (Info, error) {
	if _, err := f.folder(key); err != nil {
		return Info{}, err
	}
	info, err := os.Stat("/" + key)
	if errors.Is(err, fs.ErrNotExist) {
		if is, e := os.Lstat("/" + key); e == nil && is.Mode().Type() == fs.ModeSymlink { // not a file made since
			err = errBroken
		}
	}
	switch {
	case err != nil:
	case info.IsDir():
		err = ErrFolder
	case !info.Mode().IsRegular() || !sized("/"+key, info.Size()):
		err = ErrStream
	default:
		return Info{info.Size(), fileTag(info)}, nil
	}
	return Info{}, err
}

// sized reports whether a file is as long as it says, which those of /proc and /sys are not.
func sized(name string, size int64) bool {
	f, _ := os.Open(name) // an error the reader finds
	defer f.Close()
	n, err := f.ReadAt(make([]byte, 1), max(size-1, 0))
	return err != nil && err != io.EOF || int64(n) == min(size, 1)
}

// fileTag returns the tag of a file. The time at which the system saw the last change is a
// part of it, because nobody can set that back.
func fileTag(info fs.FileInfo) string {
	return fmt.Sprintf("%x-%x-%x", info.ModTime().UnixNano(), changed(info), info.Size())
}

func (f files) read(ctx context.Context, key string, from, most int64) (content, error) {
	if _, err := f.folder(key); err != nil {
		return content{}, err
	}
	named, err := os.Lstat("/" + key) // which does not follow a link
	if f.private && err == nil && !owned(named, 0, 0o077) {
		return content{}, errForeign
	}
	file, err := os.OpenFile("/"+key, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe is not waited for
	if err != nil {
		return content{}, err
	}
	info, err := file.Stat()
	if err == nil && f.private && !os.SameFile(named, info) { // one job gave up, and another one began
		file.Close()
		return f.read(ctx, key, from, most)
	}
	size := int64(0)
	if err == nil {
		size, err = file.Seek(0, io.SeekEnd)
	}
	if err == nil {
		_, err = file.Seek(from, io.SeekStart)
	}
	return content{file, size}, err
}

func (files) remove(_ context.Context, key string) error { return os.Remove("/" + key) }

func (files) list(_ context.Context, folder, pattern string, hidden bool) (found []listed, err error) {
	opts := []doublestar.GlobOption{doublestar.WithFailOnIOErrors()}
	if strings.Contains(pattern, "**") { // links may lead round in a circle; shells do not follow them either
		opts = append(opts, doublestar.WithNoFollow())
	}
	if !hidden {
		opts = append(opts, doublestar.WithFilesOnly(), doublestar.WithNoHidden())
	}
	err = doublestar.GlobWalk(os.DirFS("/"+folder), pattern, func(name string, d fs.DirEntry) error {
		info, err := os.Stat(path.Join("/", folder, name))
		switch {
		case err != nil: // a link to nothing is found, too
			found = append(found, listed{key: name})
		case hidden || !info.IsDir(): // or there is a link to a folder
			found = append(found, listed{name, info.ModTime()})
		}
		return nil
	}, opts...)
	if errors.Is(err, syscall.ENOTDIR) { // a file where the pattern has a folder
		err = nil
	}
	slices.SortFunc(found, func(a, b listed) int { return strings.Compare(a.key, b.key) })
	return slices.CompactFunc(found, func(a, b listed) bool { return a.key == b.key }), err
}

// unfinished begins the hidden names that [output.File] gives files where the system has none
// without a name.
const unfinished = ".yates-"

func (f files) create(ctx context.Context, key string, _ int64, do func(io.Writer) error) error {
	perm, folder := fs.FileMode(0o666), path.Dir("/"+key)
	if f.private {
		perm = 0o600
		os.MkdirAll(path.Dir(folder), 0o777)
		os.Mkdir(folder, 0o700)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil { // which says what could not be made
		if e, ok := errors.AsType[*fs.PathError](err); ok && e.Err == syscall.EEXIST { // and is no folder
			err = fmt.Errorf("%s: %w", label.Name(e.Path), errBroken)
		}
		return err
	}
	if _, err := f.folder(key); err != nil {
		return err
	}
	if _, err := os.Lstat("/" + key); err == nil { // also a link, which is not followed
		return fs.ErrExist
	}
	to, err := output.Create("/"+key, output.Options{Perm: perm, New: true})
	if err != nil {
		return err
	}
	defer to.Abort() // unless it is in its place
	if err := cmp.Or(do(to), to.Finish(), ctx.Err()); err != nil {
		return err
	}
	return to.Commit()
}

// RemoveFolder removes a folder if it is empty and the store has any: only files have. A link to one stays.
func RemoveFolder(n Name) {
	if info, err := os.Lstat(n.String()); n.bucket == inFiles && err == nil && info.IsDir() {
		os.Remove(n.String()) // or it is not empty
	}
}
