// Package store reads and writes the objects of a shuffle: files, and objects in Amazon's
// S3 and Google's Cloud Storage, or in what speaks their protocols. It is the narrow part
// of gocloud.dev/blob that a shuffle needs. Objects appear when they are complete.
package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aws/smithy-go"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"github.com/yates-shuffle/yates/internal/label"
)

// A Store opens buckets when they are needed. It is safe for concurrent use.
type Store struct {
	// Requests counts what was asked of the buckets.
	Requests Requests
	// Wait is how long to wait before the second attempt of a request; before each
	// further one it is four times as long.
	Wait time.Duration
	// Patience is how long a store may be silent, while it is read or asked, before it is
	// asked again.
	Patience time.Duration

	mu      sync.Mutex
	buckets map[string]*blob.Bucket
}

// Requests are numbers of requests. A large object is written by more than one request;
// Writes counts objects.
type Requests struct{ Reads, Writes, Heads, Lists, Removals atomic.Int64 }

// attempts is how often a request is tried. The clients of the stores also try again by
// themselves where a store is busy.
const attempts = 6

// firstWait is short, as most faults of a store have gone at once. As the wait grows fast,
// one that lasts some seconds does no harm either.
const firstWait = 20 * time.Millisecond

// backoff returns how long to wait before attempt number i, counted from 0, if the wait
// before the second one is first.
func backoff(first time.Duration, i int) time.Duration { return first << (2 * (i - 1)) }

// New returns a store.
func New() *Store {
	return &Store{Wait: firstWait, Patience: time.Minute, buckets: map[string]*blob.Bucket{}}
}

// Close closes all buckets.
func (s *Store) Close() (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.buckets {
		if e := b.Close(); err == nil {
			err = e
		}
	}
	clear(s.buckets)
	return err
}

// bucket returns the bucket of an object.
func (s *Store) bucket(ctx context.Context, n Name) (*blob.Bucket, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	where := n.bucket + "?" + n.query
	if b := s.buckets[where]; b != nil {
		return b, nil
	}
	b, err := open(ctx, n)
	if err == nil {
		s.buckets[where] = b
	}
	return b, err
}

// An Info describes an object. The tag is another one if its contents are.
type Info struct {
	Size int64
	Tag  string
}

// Stat describes an object. A file that is a pipe or a device is an [ErrStream].
func (s *Store) Stat(ctx context.Context, n Name) (info Info, err error) {
	err = s.try(ctx, "looking at", n, &s.Requests.Heads, func(b *blob.Bucket) error {
		ctx, cancel := context.WithTimeout(ctx, s.Patience)
		defer cancel()
		a, err := b.Attributes(ctx, n.key)
		if err == nil {
			info = Info{a.Size, strings.Trim(a.ETag, `"`)}
			var f fs.FileInfo
			if a.As(&f) {
				return n.kind(f)
			}
		} else if f := n.stat(); f != nil && f.IsDir() {
			return errFolder
		}
		return err
	})
	return info, err
}

// Has reports whether there is an object with that name, asterisks and all.
func (s *Store) Has(ctx context.Context, n Name) (bool, error) {
	_, err := s.Stat(ctx, n)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, errFolder) {
		return false, nil
	}
	return err == nil, err
}

// Read reads n bytes of an object, or up to its end if n is negative. If the connection
// breaks, it goes on where it broke.
func (s *Store) Read(ctx context.Context, name Name, from, n int64) (io.ReadCloser, error) {
	r := &reader{ctx: ctx, store: s, name: name, from: from, left: n}
	return r, r.open()
}

// ReadAll returns the contents of an object.
func (s *Store) ReadAll(ctx context.Context, name Name) ([]byte, error) {
	r, err := s.Read(ctx, name, 0, -1)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// Write writes an object of about size bytes; if write fails, there is none.
func (s *Store) Write(ctx context.Context, n Name, size int64, write func(w io.Writer) error) error {
	return s.write(ctx, n, size, false, write)
}

// WriteAll writes an object. It is tried again after an error.
func (s *Store) WriteAll(ctx context.Context, n Name, data []byte) error {
	return s.writeAll(ctx, n, data, false)
}

// Create writes an object unless there is one, which is fs.ErrExist. Only its owner can
// read a file.
func (s *Store) Create(ctx context.Context, n Name, data []byte) error {
	return s.writeAll(ctx, n, data, true)
}

func (s *Store) writeAll(ctx context.Context, n Name, data []byte, fresh bool) error {
	return s.again(ctx, func() error {
		return s.write(ctx, n, int64(len(data)), fresh, func(w io.Writer) error {
			_, err := io.Copy(w, bytes.NewReader(data))
			return err
		})
	})
}

func (s *Store) write(ctx context.Context, n Name, size int64, fresh bool, write func(w io.Writer) error) error {
	w, err := s.create(ctx, n, size, fresh)
	if err != nil {
		return err
	}
	if err := write(w); err != nil {
		w.Abort()
		return err
	}
	return w.Close()
}

// A Writer writes an object, which is there when it is closed. It must be closed or
// aborted.
type Writer struct {
	name   Name
	w      *blob.Writer
	cancel context.CancelFunc
}

// Writer begins to write an object of about size bytes.
func (s *Store) Writer(ctx context.Context, n Name, size int64) (*Writer, error) {
	return s.create(ctx, n, size, false)
}

func (s *Store) create(ctx context.Context, n Name, size int64, fresh bool) (*Writer, error) {
	b, err := s.bucket(ctx, n)
	if err != nil {
		return nil, wrap("writing", n, err)
	}
	s.Requests.Writes.Add(1)
	ctx, cancel := context.WithCancel(ctx)
	w, err := b.NewWriter(ctx, n.key, &blob.WriterOptions{
		BufferSize: partSize(size), MaxConcurrency: 2, ContentType: "application/octet-stream", IfNotExist: fresh,
	})
	if err != nil {
		cancel()
		return nil, wrap("writing", n, err)
	}
	return &Writer{n, w, cancel}, nil
}

func (w *Writer) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	return n, wrap("writing", w.name, err)
}

// Close completes the object.
func (w *Writer) Close() error {
	defer w.cancel()
	return wrap("writing", w.name, w.w.Close())
}

// Abort leaves no object.
func (w *Writer) Abort() {
	w.cancel()
	w.w.Close()
}

// partSize returns the size of the parts of an object: S3 takes up to 10,000.
func partSize(size int64) int {
	const least, most = 8 << 20, 9000
	return int(max(least, size/most))
}

// List returns the objects that a pattern stands for, or those in the folder n, in the
// order of their names.
func (s *Store) List(ctx context.Context, n Name) (names []Name, err error) {
	if n.bucket == files {
		return s.listFiles(ctx, n)
	}
	prefix, _, _ := strings.Cut(n.key, "*")
	if !n.IsPattern() {
		prefix += "/"
	}
	err = s.try(ctx, "listing", n, &s.Requests.Lists, func(b *blob.Bucket) error {
		names = nil
		for all := b.List(&blob.ListOptions{Prefix: prefix}); ; {
			page, cancel := context.WithTimeout(ctx, s.Patience)
			o, err := all.Next(page)
			cancel()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			marker := strings.HasSuffix(o.Key, "/") && o.Size == 0 // consoles make them in place of folders
			if !o.IsDir && !marker && (!n.IsPattern() || n.matches(o.Key)) {
				found := n
				found.key = o.Key
				if err := found.check(); err != nil {
					return err
				}
				names = append(names, found)
			}
		}
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = s.Absent(ctx, n, err)
	}
	return names, err
}

func (s *Store) listFiles(ctx context.Context, n Name) (names []Name, err error) {
	list := n.within
	if n.IsPattern() {
		list = n.glob
	}
	err = s.try(ctx, "listing", n, &s.Requests.Lists, func(*blob.Bucket) error {
		keys, err := list()
		names = make([]Name, len(keys))
		for i, key := range keys {
			names[i] = Name{bucket: files, key: key}
		}
		return err
	})
	return names, err
}

// Remove removes an object, if it is there.
func (s *Store) Remove(ctx context.Context, n Name) error {
	err := s.try(ctx, "removing", n, &s.Requests.Removals, func(b *blob.Bucket) error {
		ctx, cancel := context.WithTimeout(ctx, s.Patience)
		defer cancel()
		return b.Delete(ctx, n.key)
	})
	if errors.Is(err, fs.ErrNotExist) || err != nil && n.absent() { // a folder that is read-only says so first
		return nil
	}
	return err
}

// RemoveFolders removes the folder n and those in it that ours reports, given their names
// within n, where they are empty and the store has any: only files have.
func (s *Store) RemoveFolders(n Name, ours func(name string) bool) {
	if n.bucket != files {
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

// try asks the bucket of an object for something.
func (s *Store) try(ctx context.Context, doing string, n Name, count *atomic.Int64, do func(b *blob.Bucket) error) error {
	b, err := s.bucket(ctx, n)
	if err != nil {
		return wrap(doing, n, err)
	}
	return s.again(ctx, func() error {
		count.Add(1)
		return wrap(doing, n, do(b))
	})
}

// again calls do until it succeeds or another attempt makes no sense.
func (s *Store) again(ctx context.Context, do func() error) (err error) {
	for i := range attempts {
		if i > 0 && !s.pause(ctx, i) {
			return err
		}
		if err = do(); err == nil || final(err) || ctx.Err() != nil {
			break
		}
	}
	return err
}

// pause waits before attempt number i, and reports whether there is to be one.
func (s *Store) pause(ctx context.Context, i int) bool {
	select {
	case <-time.After(backoff(s.Wait, i)):
		return true
	case <-ctx.Done():
		return false
	}
}

// final reports whether another attempt would fail as well.
func final(err error) bool {
	switch gcerrors.Code(err) {
	case gcerrors.NotFound, gcerrors.PermissionDenied, gcerrors.FailedPrecondition, gcerrors.InvalidArgument, gcerrors.Unimplemented, gcerrors.Canceled:
		return true
	}
	return errors.As(err, new(*fs.PathError)) || errors.As(err, new(*os.LinkError)) || errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist)
}

// An Error is an error of an object.
type Error struct {
	Doing string // such as reading
	Name  Name
	Err   error
}

func (e *Error) Error() string {
	return e.Doing + " " + label.Name(e.Name.String()) + ": " + label.Escape(e.reason(), "")
}

// reason returns what is wrong, in one line.
func (e *Error) reason() string {
	var api smithy.APIError
	errors.As(e.Err, &api)
	switch {
	case errors.Is(e.Err, ErrNoBucket), api != nil && api.ErrorCode() == "NoSuchBucket":
		return ErrNoBucket.Error()
	case errors.Is(e, fs.ErrNotExist):
		return "there is no such object"
	case errors.Is(e, fs.ErrPermission):
		return "permission denied"
	}
	var file *fs.PathError
	if errors.As(e.Err, &file) {
		return file.Err.Error()
	}
	var link *os.LinkError
	if errors.As(e.Err, &link) {
		return link.Err.Error()
	}
	text := strings.Join(strings.Fields(e.Err.Error()), " ")
	if strings.Contains(text, "get credentials: ") && strings.Contains(text, "ec2imds") {
		return "there are no credentials; try aws configure, or ?anonymous=true behind the name"
	}
	if api != nil {
		return strings.TrimSuffix(api.ErrorCode()+": "+api.ErrorMessage(), ": ")
	}
	if inner := errors.Unwrap(e.Err); inner != nil && strings.HasPrefix(text, "blob (key ") { // of the library
		return (&Error{Err: inner}).reason()
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// Is reports whether the error is fs.ErrNotExist, fs.ErrExist or fs.ErrPermission, in the
// words of any store.
func (e *Error) Is(target error) bool {
	switch gcerrors.Code(e.Err) {
	case gcerrors.NotFound:
		return target == fs.ErrNotExist
	case gcerrors.FailedPrecondition:
		return target == fs.ErrExist
	case gcerrors.PermissionDenied:
		return target == fs.ErrPermission
	}
	return false
}

// ErrNoBucket says that not only the object is missing.
var ErrNoBucket = errors.New("there is no such bucket")

// Absent returns a better error than err, which said that there is no object n.
func (s *Store) Absent(ctx context.Context, n Name, err error) error {
	if n.bucket == files {
		if info, e := os.Lstat(n.String()); e == nil && info.Mode().Type() == fs.ModeSymlink {
			err = &Error{"looking at", n, errBroken}
		}
		return err
	}
	b, e := s.bucket(ctx, n)
	if e != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	if there, e := b.IsAccessible(ctx); e == nil && !there {
		return &Error{"looking at", n, ErrNoBucket}
	}
	return err
}

func wrap(doing string, n Name, err error) error {
	if err == nil || errors.As(err, new(*Error)) {
		return err
	}
	return &Error{doing, n, err}
}
