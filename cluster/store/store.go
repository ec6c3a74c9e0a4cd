// Package store reads and writes the objects of a shuffle: files, and objects in Amazon's
// S3 and Google's Cloud Storage, or in what speaks their protocols. Objects appear when
// they are complete, and an object that others write to as well is replaced only if it is
// the version that was seen.
package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"
)

// A backend is what differs between stores. Keys are those of Names.
type backend interface {
	stat(ctx context.Context, key string) (Info, error)
	// read also returns the size of the object. If n is negative, it reads up to the end.
	read(ctx context.Context, key string, from, n int64) (r io.ReadCloser, size int64, err error)
	// write writes an object unless do fails, and returns its tag.
	write(ctx context.Context, key string, opt Options, do func(io.Writer) error) (tag string, err error)
	remove(ctx context.Context, key string) error
	// list returns the keys in a folder and in the folders in it.
	list(ctx context.Context, folder string) ([]string, error)
	match(ctx context.Context, pattern string) ([]string, error)
	Close() error
}

// Options say how an object is created.
type Options struct {
	Size    int64 // about
	Private bool  // only the owner of a file can read it

	// If Exact is true, the object must have the tag, or not be there if that is empty, or
	// else the error is [ErrChanged]. The guard is called just before it appears.
	Exact bool
	Tag   string
	Guard func(context.Context) error // or nil
}

// A Store opens buckets when they are needed. It is safe for concurrent use.
type Store struct {
	// Requests counts what was asked of the buckets.
	Requests Requests
	// Wait is how long to wait before the second attempt of a request; before each
	// further one it is four times as long.
	Wait time.Duration
	// Patience is how long a store may be silent before it is asked again.
	Patience time.Duration

	mu       sync.Mutex
	backends map[string]backend
}

// Requests are numbers of requests. A large object is written by more than one request;
// Writes counts objects.
type Requests struct{ Reads, Writes, Heads, Lists, Removals atomic.Int64 }

// New returns a store.
func New() *Store {
	return &Store{Wait: firstWait, Patience: time.Minute, backends: map[string]backend{}}
}

// Close closes all buckets.
func (s *Store) Close() (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.backends {
		err = errors.Join(err, b.Close())
	}
	clear(s.backends)
	return err
}

// backend returns what stores an object, and counts a request to it.
func (s *Store) backend(ctx context.Context, n Name, count *atomic.Int64) (backend, error) {
	count.Add(1)
	if n.bucket == inFiles {
		return files{}, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	where := n.bucket + "?" + n.query
	if b := s.backends[where]; b != nil {
		return b, nil
	}
	b, err := s.open(ctx, n)
	if err == nil {
		s.backends[where] = b
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
	b, err := s.backend(ctx, n, &s.Requests.Heads)
	if err == nil {
		info, err = b.stat(ctx, n.key)
	}
	return info, wrap("looking at", n, err)
}

// Find returns the objects that a name stands for, in the order of their names: the one
// with this very name if it is there, or else those that match it as a pattern. Nothing
// found is an error.
func (s *Store) Find(ctx context.Context, n Name) ([]Name, error) {
	_, err := s.Stat(ctx, n)
	if err == nil {
		return []Name{n}, nil
	}
	if !n.IsPattern() {
		if errors.Is(err, fs.ErrNotExist) && n.bucket != inFiles {
			if _, e := s.List(ctx, n); errors.Is(e, ErrNoBucket) {
				err = e
			}
		}
		return nil, err
	}
	names, err := s.names(ctx, n, backend.match)
	if err == nil && len(names) == 0 {
		err = wrap("looking at", n, errNoMatch)
	}
	return names, err
}

// List returns the objects in the folder n, and in the folders in it.
func (s *Store) List(ctx context.Context, n Name) ([]Name, error) {
	return s.names(ctx, n, backend.list)
}

func (s *Store) names(
	ctx context.Context, n Name, list func(backend, context.Context, string) ([]string, error),
) (names []Name, err error) {
	b, err := s.backend(ctx, n, &s.Requests.Lists)
	var keys []string
	if err == nil {
		keys, err = list(b, ctx, n.key)
	}
	if n.bucket != inFiles && errors.Is(wrap("listing", n, err), fs.ErrNotExist) {
		err = ErrNoBucket
	}
	for _, key := range keys {
		n.key = key
		if err == nil {
			err = n.check()
		}
		names = append(names, n)
	}
	return names, wrap("listing", n, err)
}

// ReadAll returns the contents of an object.
func (s *Store) ReadAll(ctx context.Context, name Name) ([]byte, error) {
	r := s.Read(ctx, name, 0, -1)
	defer r.Close()
	return io.ReadAll(r)
}

// Write writes an object, unless do fails. It returns the tag of what was written, whatever
// is there by now. The tag is empty if the store has not said it, or if a file has changed
// since.
func (s *Store) Write(
	ctx context.Context, n Name, opt Options, do func(io.Writer) error,
) (tag string, err error) {
	var failed error
	b, err := s.backend(ctx, n, &s.Requests.Writes)
	if err == nil {
		err = n.Replaceable()
	}
	if err == nil {
		tag, err = b.write(ctx, n.key, opt, func(w io.Writer) error {
			failed = do(writer{w, n})
			return failed
		})
	}
	if failed != nil {
		return "", failed
	}
	return tag, wrap("writing", n, err)
}

// A writer writes an object.
type writer struct {
	io.Writer
	name Name
}

func (w writer) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if w.name.bucket == inFiles {
		err = cause(err)
	}
	return n, wrap("writing", w.name, err)
}

// WriteAll is Write of data.
func (s *Store) WriteAll(ctx context.Context, n Name, data []byte, opt Options) error {
	opt.Size = int64(len(data))
	_, err := s.Write(ctx, n, opt, func(w io.Writer) error { _, err := w.Write(data); return err })
	return err
}

// Replace is Write of an object that replaces the one that is there now, if any. If that is
// another one at the end, the error is [ErrChanged].
//
// That is enough for a guard that reads whose turn it is to write, and a rival who writes
// only after it became his: if his object was there before this call, the guard sees that
// it is his turn; if he writes it later, he or we get an ErrChanged, or his object replaces
// ours.
func (s *Store) Replace(
	ctx context.Context, n Name, opt Options, do func(io.Writer) error,
) (tag string, err error) {
	info, err := s.Stat(ctx, n)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	opt.Exact, opt.Tag = true, info.Tag
	return s.Write(ctx, n, opt, do)
}

// Remove removes an object, if it is there.
func (s *Store) Remove(ctx context.Context, n Name) error {
	b, err := s.backend(ctx, n, &s.Requests.Removals)
	if err == nil {
		err = b.remove(ctx, n.key)
	}
	if err = wrap("removing", n, err); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
