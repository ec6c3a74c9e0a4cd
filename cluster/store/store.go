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
	create(ctx context.Context, key string, opt options) (upload, error)
	remove(ctx context.Context, key string) error
	// list returns the keys in a folder and in the folders in it.
	list(ctx context.Context, folder string) ([]string, error)
	match(ctx context.Context, pattern string) ([]string, error)
	// absent returns a better error than err, which said that there is no such object.
	absent(ctx context.Context, key string, err error) error
	Close() error
}

// options say how an object is created.
type options struct {
	size    int64 // about
	private bool  // only the owner of a file can read it

	// If exact is true, the object must have the tag, or not be there if that is empty, or
	// else the upload cannot be committed. The guard is called just before.
	exact bool
	tag   string
	guard func(context.Context) error // or nil
}

// An upload is an object that is being written. It must be committed or aborted.
type upload interface {
	io.Writer
	commit() error
	abort()
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
	there := err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errFolder)
	if there && (err == nil || !n.IsPattern()) {
		return []Name{n}, err
	}
	if !n.IsPattern() {
		b, e := s.backend(ctx, n, &s.Requests.Heads)
		if e == nil && errors.Is(err, fs.ErrNotExist) {
			err = wrap("looking at", n, b.absent(ctx, n.key, err))
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
	if err != nil {
		return nil, wrap("listing", n, err)
	}
	keys, err := list(b, ctx, n.key)
	if errors.Is(wrap("listing", n, err), fs.ErrNotExist) {
		err = b.absent(ctx, n.key, err)
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

// Read reads n bytes of an object, or up to its end if n is negative. If the connection
// breaks, it goes on where it broke. The checksum of an object that is read as a whole is
// compared with the store's, if the store has one: then the last Read fails.
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

// Write writes an object of a job, of about size bytes. If write fails, there is none.
// Only the owner can read a file.
func (s *Store) Write(ctx context.Context, n Name, size int64, write func(w io.Writer) error) error {
	return s.write(ctx, n, options{size: size, private: true}, write)
}

// WriteAll is Write of data.
func (s *Store) WriteAll(ctx context.Context, n Name, data []byte) error {
	return s.write(ctx, n, options{size: int64(len(data)), private: true}, all(data))
}

// Create is WriteAll, but returns [ErrChanged] if there is such an object.
func (s *Store) Create(ctx context.Context, n Name, data []byte) error {
	return s.write(ctx, n, options{size: int64(len(data)), private: true, exact: true}, all(data))
}

// Swap writes an object if the one that is there has this tag, or if there is none and
// the tag is empty. Otherwise it returns [ErrChanged].
func (s *Store) Swap(ctx context.Context, n Name, data []byte, tag string) error {
	return s.write(ctx, n, options{size: int64(len(data)), exact: true, tag: tag}, all(data))
}

func all(data []byte) func(io.Writer) error {
	return func(w io.Writer) error { _, err := w.Write(data); return err }
}

func (s *Store) write(ctx context.Context, n Name, opt options, write func(w io.Writer) error) error {
	w, err := s.create(ctx, n, opt)
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
	name Name
	to   upload
}

// Writer begins to write an object of about size bytes, which replaces the one that is
// there now, if any. If that is another one later, Close returns [ErrChanged]. Close calls
// the guard before the object appears, and returns its error.
//
// That is enough for a guard that reads whose turn it is to write, and a rival who writes
// only after it became his: if his object was there before this call, the guard sees that
// it is his turn; if he writes it later, he or Close gets an ErrChanged, or his object
// replaces this one.
func (s *Store) Writer(
	ctx context.Context, n Name, size int64, guard func(context.Context) error,
) (*Writer, error) {
	if err := n.Replaceable(); err != nil {
		return nil, err
	}
	info, err := s.Stat(ctx, n)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return s.create(ctx, n, options{size: size, exact: true, tag: info.Tag, guard: guard})
}

func (s *Store) create(ctx context.Context, n Name, opt options) (*Writer, error) {
	b, err := s.backend(ctx, n, &s.Requests.Writes)
	if err != nil {
		return nil, wrap("writing", n, err)
	}
	to, err := b.create(ctx, n.key, opt)
	if err != nil {
		return nil, wrap("writing", n, err)
	}
	return &Writer{n, to}, nil
}

func (w *Writer) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	return n, wrap("writing", w.name, err)
}

// Close completes the object.
func (w *Writer) Close() error { return wrap("writing", w.name, w.to.commit()) }

// Abort leaves the object as it was.
func (w *Writer) Abort() { w.to.abort() }

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
