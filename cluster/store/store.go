// Package store reads and writes the objects of a shuffle: files, and objects in Amazon's
// S3 and Google's Cloud Storage, or in what speaks their protocols. Objects appear when
// they are complete, and an object that others write to as well is replaced only if it is
// the version that was seen.
package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/bmatcuk/doublestar/v4"
)

// A backend is what differs between stores. Keys are those of Names.
type backend interface {
	stat(ctx context.Context, key string) (Info, error)
	// read reads n bytes or more from a place on, or up to the end if n is negative.
	read(ctx context.Context, key string, from, n int64) (content, error)
	// write writes an object unless do fails, and returns its tag.
	write(ctx context.Context, key string, opt Options, do func(io.Writer) error) (tag string, err error)
	remove(ctx context.Context, key string) error
	// list returns the keys in a folder that match a pattern, and maybe others, all without the folder.
	list(ctx context.Context, folder, pattern string, hidden bool) ([]string, error)
}

// A content is what is read of an object.
type content struct {
	io.ReadCloser
	size int64 // of the whole object
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

// A Store opens buckets when they are needed. It is safe for concurrent use, and a program needs
// one. It need not be closed: connections that nobody uses close themselves.
type Store struct {
	// Asked counts what was asked of the backends: "reading", "writing", "looking at", "listing" and
	// "removing". An object counts once, also if it is written by several requests.
	Asked map[string]int
	// Wait is how long to wait before the second attempt of a request; before each
	// further one it is four times as long.
	Wait time.Duration
	// Patience is how long a store may be silent before it is asked again.
	Patience time.Duration

	mu       sync.Mutex
	backends map[string]backend
}

// New returns a store.
func New() *Store {
	return &Store{Wait: firstWait, Patience: time.Minute, Asked: map[string]int{},
		backends: map[string]backend{inFiles + "?": files{}}}
}

// backend returns what stores an object with which something is done.
func (s *Store) backend(ctx context.Context, doing string, n Name) (b backend, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Asked[doing]++
	where := n.bucket + "?" + n.query
	if b = s.backends[where]; b == nil {
		if b, err = s.open(ctx, n); err == nil {
			s.backends[where] = b
		}
	}
	return b, err
}

// do asks what stores an object.
func do[T any](
	ctx context.Context, s *Store, doing string, n Name,
	ask func(b backend, ctx context.Context, key string) (T, error),
) (answer T, err error) {
	b, err := s.backend(ctx, doing, n)
	if err == nil {
		answer, err = ask(b, ctx, n.key)
	}
	return answer, wrap(doing, n, err)
}

// An Info describes an object. The tag is another one if its contents are.
type Info struct {
	Size int64
	Tag  string
}

// Stat describes an object. A file that is a pipe or a device is an [ErrStream].
func (s *Store) Stat(ctx context.Context, n Name) (Info, error) {
	return do(ctx, s, "looking at", n, backend.stat)
}

// Find returns the objects that a pattern stands for, in the order of their names: the one
// with this very name if it is there, or else those that match. Nothing found is an error.
func (s *Store) Find(ctx context.Context, p Pattern) ([]Name, error) {
	_, err := s.Stat(ctx, p.Name)
	switch {
	case err == nil:
		return []Name{p.Name}, nil
	case inBraces.MatchString(p.glob()):
		return nil, wrap("looking at", p.Name, errDot)
	case strings.ContainsAny(p.glob(), special):
		err = wrap("looking at", p.Name, errNoMatch)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	names, e := s.match(ctx, p, false) // which also says if there is no bucket
	if e != nil || len(names) > 0 {
		return names, e
	}
	return nil, err
}

// inBraces matches a dot at the beginning of a name in braces. What it would stand for differs between
// shells and our patterns.
var inBraces = regexp.MustCompile(`[{,]\.|\{[^}]*/\.`)

// List returns the objects in the folder n, those in the folders in it aside.
func (s *Store) List(ctx context.Context, n Name) ([]Name, error) {
	return s.match(ctx, Pattern{n.Join("*"), n.key}, true)
}

// match returns the objects that a pattern stands for. As for shells, no wildcard stands for a dot
// at the beginning of a name unless hidden ones are wanted, so that a pattern means the same with
// and without quotes. Nor does any for a file that is not complete.
func (s *Store) match(ctx context.Context, p Pattern, hidden bool) (names []Name, err error) {
	dots := func(name string) int { return strings.Count("/"+name, "/.") }
	n, pattern := p.Name, p.glob()
	keys, err := do(ctx, s, "listing", n,
		func(b backend, ctx context.Context, _ string) ([]string, error) {
			return b.list(ctx, p.folder, pattern, hidden)
		})
	for _, key := range keys {
		fits, e := doublestar.Match(pattern, key)
		if n.key = path.Join(p.folder, key); !hidden {
			fits = fits && dots(key) <= dots(pattern) && !strings.HasPrefix(n.Base(), unfinished)
		}
		if why := n.wrong(); fits && why != "" {
			e = errors.New("it" + why)
		}
		if err = cmp.Or(err, wrap("listing", n, e)); fits {
			names = append(names, n)
		}
	}
	return names, err
}

// ReadAll returns the contents of an object.
func (s *Store) ReadAll(ctx context.Context, n Name) ([]byte, error) {
	return s.ReadRange(ctx, n, 0, -1)
}

// ReadRange returns what [Store.Read] reads.
func (s *Store) ReadRange(ctx context.Context, name Name, from, n int64) ([]byte, error) {
	r := s.Read(ctx, name, from, n)
	defer r.Close()
	var b bytes.Buffer
	b.Grow(int(max(n, 0)) + bytes.MinRead)
	_, err := b.ReadFrom(r)
	return b.Bytes(), err
}

// Write writes an object, unless write fails. It returns the tag of what was written, whatever
// is there by now. The tag is empty if the store has not said it, or if a file has changed
// since.
func (s *Store) Write(
	ctx context.Context, n Name, opt Options, write func(io.Writer) error,
) (tag string, err error) {
	if err := n.Replaceable(); err != nil {
		return "", err
	}
	var failed error
	tag, err = do(ctx, s, "writing", n,
		func(b backend, ctx context.Context, key string) (string, error) {
			return b.write(ctx, key, opt, func(w io.Writer) error {
				failed = write(writer{w, n})
				return failed
			})
		})
	return tag, cmp.Or(failed, err)
}

// A writer writes an object.
type writer struct {
	io.Writer
	name Name
}

func (w writer) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
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
	ctx context.Context, n Name, opt Options, write func(io.Writer) error,
) (tag string, err error) {
	info, err := s.Stat(ctx, n)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	opt.Exact, opt.Tag = true, info.Tag
	return s.Write(ctx, n, opt, write)
}

// Remove removes an object, if it is there.
func (s *Store) Remove(ctx context.Context, n Name) error {
	_, err := do(ctx, s, "removing", n,
		func(b backend, ctx context.Context, key string) (any, error) { return nil, b.remove(ctx, key) })
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
