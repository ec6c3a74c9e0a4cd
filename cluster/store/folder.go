package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"gocloud.dev/blob/driver"
	"gocloud.dev/gcerrors"
)

// A folder is the driver of a bucket whose objects are files. The key of a file is its
// name, whatever characters it has. The driver of go-cloud writes some of them as others
// and keeps names in .attrs for itself; and its lists take time that is quadratic in the
// number of files.
type folder struct{}

// path returns the name of the file that a key is.
func (folder) path(key string) string { return "/" + key }

func (folder) ErrorCode(err error) gcerrors.ErrorCode {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return gcerrors.NotFound
	case errors.Is(err, fs.ErrExist):
		return gcerrors.FailedPrecondition
	case errors.Is(err, fs.ErrPermission):
		return gcerrors.PermissionDenied
	case errors.Is(err, errors.ErrUnsupported):
		return gcerrors.Unimplemented
	}
	return gcerrors.Unknown
}

func (folder) As(any) bool             { return false }
func (folder) ErrorAs(error, any) bool { return false }
func (folder) Close() error            { return nil }

func (d folder) Attributes(_ context.Context, key string) (*driver.Attributes, error) {
	info, err := os.Stat(d.path(key))
	if err == nil && info.IsDir() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	return &driver.Attributes{
		Size: info.Size(),
		ETag: fileTag(info),
		AsFunc: func(i any) bool {
			p, ok := i.(*fs.FileInfo)
			if ok {
				*p = info
			}
			return ok
		},
	}, nil
}

// A fileReader reads a range of a file.
type fileReader struct {
	io.Reader
	io.Closer
	attributes driver.ReaderAttributes
}

func (r *fileReader) Attributes() *driver.ReaderAttributes { return &r.attributes }
func (r *fileReader) As(any) bool                          { return false }

func (d folder) NewRangeReader(_ context.Context, key string, offset, length int64, _ *driver.ReaderOptions) (driver.Reader, error) {
	f, err := os.Open(d.path(key))
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		_, err = f.Seek(offset, io.SeekStart)
	}
	if err != nil {
		f.Close() // it was only opened
		return nil, err
	}
	r := &fileReader{f, f, driver.ReaderAttributes{Size: info.Size()}}
	if length >= 0 {
		r.Reader = io.LimitReader(f, length)
	}
	return r, nil
}

// A fileWriter writes a file, which gets its name when it is complete.
type fileWriter struct {
	*os.File
	ctx   context.Context
	name  string
	fresh bool // there must be none
}

// NewTypedWriter begins a file. Only its owner can read one that must not be there.
func (d folder) NewTypedWriter(ctx context.Context, key, _ string, opt *driver.WriterOptions) (driver.Writer, error) {
	w := &fileWriter{ctx: ctx, name: d.path(key), fresh: opt.IfNotExist}
	if err := os.MkdirAll(filepath.Dir(w.name), 0o777); err != nil {
		return nil, err
	}
	mode := fs.FileMode(0o666)
	if w.fresh {
		mode = 0o600
	}
	for {
		var number [8]byte
		rand.Read(number[:]) // it never fails
		f, err := os.OpenFile(fmt.Sprintf("%s.%x.tmp", w.name, number), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) { // of another writer
			continue
		}
		w.File = f
		return w, err
	}
}

func (w *fileWriter) Close() error {
	err := w.File.Close()
	if err == nil {
		err = w.ctx.Err()
	}
	if err == nil && w.fresh {
		if err = os.Link(w.Name(), w.name); err == nil || errors.Is(err, fs.ErrExist) {
			os.Remove(w.Name())
			return err
		}
		_, err = os.Lstat(w.name) // the file system has no links
		switch {
		case err == nil:
			err = fs.ErrExist
		case errors.Is(err, fs.ErrNotExist):
			err = nil
		}
	}
	if err == nil {
		err = os.Rename(w.Name(), w.name)
	}
	if err != nil {
		os.Remove(w.Name())
	}
	return err
}

func (d folder) Delete(_ context.Context, key string, _ *driver.DeleteOptions) error {
	return os.Remove(d.path(key))
}

// ListPaged is not needed: glob and within list files.
func (folder) ListPaged(context.Context, *driver.ListOptions) (*driver.ListPage, error) {
	return nil, errors.ErrUnsupported
}

func (folder) Copy(context.Context, string, string, *driver.CopyOptions) error {
	return errors.ErrUnsupported
}

func (folder) SignedURL(context.Context, string, *driver.SignedURLOptions) (string, error) {
	return "", errors.ErrUnsupported
}

// glob returns the keys of the files that the pattern n stands for. It leaves out folders,
// and links to folders. It reads only folders that the pattern leads to.
func (n Name) glob() (keys []string, err error) {
	elements := strings.Split(n.key, "/")
	dirs := []string{""}
	for i, element := range elements {
		keys = nil
		last := i == len(elements)-1
		for _, dir := range dirs {
			if !strings.Contains(element, "*") && !last {
				keys = append(keys, dir+element+"/")
				continue
			}
			entries, err := os.ReadDir("/" + dir)
			if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
				continue
			}
			if err != nil {
				return nil, err
			}
			for _, e := range entries {
				if !matches(element, e.Name()) {
					continue
				}
				key := dir + e.Name()
				isDir := e.IsDir()
				if e.Type()&fs.ModeSymlink != 0 {
					info, err := os.Stat("/" + key)
					isDir = err == nil && info.IsDir()
				}
				switch {
				case !last && isDir:
					keys = append(keys, key+"/")
				case last && !isDir:
					keys = append(keys, key)
				}
			}
		}
		dirs = keys
	}
	slices.Sort(keys)
	return keys, nil
}

// within returns the keys of all files in the folder n.
func (n Name) within() (keys []string, err error) {
	err = filepath.WalkDir(n.String(), func(name string, d fs.DirEntry, err error) error {
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
