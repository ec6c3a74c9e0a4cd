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
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/vfs"
)

// files are the backend of files. The key of a file is its name without the first slash.
type files struct{}

func (files) stat(_ context.Context, key string) (Info, error) {
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

func (files) read(_ context.Context, key string, from, _ int64) (content, error) {
	f, err := os.Open("/" + key)
	if err != nil {
		return content{}, err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.Seek(from, io.SeekStart)
	}
	return content{f, size}, err
}

func (files) remove(_ context.Context, key string) error { return os.Remove("/" + key) }

func (files) list(_ context.Context, folder, pattern string, hidden bool) (keys []string, err error) {
	opts := []doublestar.GlobOption{doublestar.WithFilesOnly(), doublestar.WithFailOnIOErrors()}
	if strings.Contains(pattern, "**") { // links may lead round in a circle; shells do not follow them either
		opts = append(opts, doublestar.WithNoFollow())
	}
	if !hidden {
		opts = append(opts, doublestar.WithNoHidden())
	}
	err = doublestar.GlobWalk(os.DirFS("/"+folder), pattern, func(name string, d fs.DirEntry) error {
		if info, err := os.Stat(path.Join("/", folder, name)); err == nil && info.IsDir() {
			return nil // there is a link to it
		}
		keys = append(keys, name)
		return nil
	}, opts...)
	if errors.Is(err, syscall.ENOTDIR) { // a file where the pattern has a folder
		err = nil
	}
	slices.Sort(keys)
	return slices.Compact(keys), err
}

// unfinished begins the hidden names that [output.File] gives files where the system has none
// without a name.
const unfinished = ".yates-"

func (files) write(ctx context.Context, key string, opt Options, do func(io.Writer) error) (tag string, err error) {
	perm := fs.FileMode(0o666)
	folder := path.Dir("/" + key)
	if opt.Private {
		perm = 0o600
		os.MkdirAll(path.Dir(folder), 0o777)
		os.Mkdir(folder, 0o700)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil { // which says what could not be made
		if e, ok := errors.AsType[*fs.PathError](err); ok && e.Err == syscall.EEXIST { // and is no folder
			err = fmt.Errorf("%s: %w", label.Name(e.Path), errBroken)
		}
		return "", err
	}
	f, err := output.Create("/"+key, output.Options{Perm: perm, New: opt.Exact && opt.Tag == ""})
	if err != nil {
		return "", err
	}
	defer f.Abort() // unless it is in its place
	if err := do(f); err != nil {
		return "", err
	}
	// What is open cannot be confused with a rival's file; without it, on Windows for example,
	// the tag is not known. The clock by which a system dates files ticks so slowly that a
	// rival's could have the same times.
	open := fmt.Sprintf("/dev/fd/%d", f.Fd())
	os.Chtimes(open, time.Time{}, time.Now())
	made, _ := os.Open(open)
	defer made.Close()
	if err := f.Finish(); err != nil {
		return "", err
	}
	was, _ := made.Stat()
	if opt.Exact {
		// Who replaces a file locks it from the look at it on; what is new must not replace any.
		defer lock(f.Name())()
		if info, _ := (files{}).stat(ctx, key); info.Tag != opt.Tag {
			return "", ErrChanged
		}
		if opt.Guard != nil {
			err = opt.Guard(ctx)
		}
	}
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return "", err
	}
	if err := f.Commit(); err != nil {
		return "", err
	}
	is, err := made.Stat() // to take its place is a change, too
	if err != nil || is.Size() != was.Size() || !is.ModTime().Equal(was.ModTime()) {
		return "", nil // a rival has written into it
	}
	return fileTag(is), nil
}

// lock locks a file, and returns what ends that. Where it cannot be had, as on some network
// file systems, or not soon, there is none.
func lock(name string) (unlock func()) {
	unlock, err := vfs.OS{}.Lock(name, 10*time.Second)
	if err != nil {
		return func() {}
	}
	return unlock
}

// Replaceable returns an error if there is a file with the name n which is not one that a
// writer may replace: a folder, a device, a pipe or a link.
func (n Name) Replaceable() error {
	info, err := os.Lstat(n.String())
	if n.bucket != inFiles || err != nil || info.Mode().IsRegular() {
		return nil // what else is wrong, the writer finds
	}
	known := map[fs.FileMode]error{fs.ModeDir: ErrFolder, fs.ModeSymlink: errLink}
	return wrap("writing", n, cmp.Or(known[info.Mode().Type()], errPipe))
}

// RemoveFolder removes a folder if it is empty and the store has any: only files have. A link to one stays.
func RemoveFolder(n Name) {
	if info, err := os.Lstat(n.String()); n.bucket == inFiles && err == nil && info.IsDir() {
		os.Remove(n.String()) // or it is not empty
	}
}
