// Package store reads and writes the objects of a shuffle: files, and objects in Amazon's
// S3 and Google's Cloud Storage, or in what speaks their protocols. Objects appear when
// they are complete, and none is ever replaced.
package store

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bmatcuk/doublestar/v4"
)

// A Store opens buckets when they are needed. It is safe for concurrent use, and a program needs
// one. It need not be closed: connections that nobody uses close themselves.
type Store struct {
	// Watch is called before something is done with an object: "reading", "writing", "looking at", "listing"
	// or "removing" it, and "placing" it when all of it is written. An object counts once, also if it is
	// written by several requests.
	Watch func(doing string, n Name)
	Retry

	read, written atomic.Int64 // bytes
	mu            sync.Mutex
	backends      map[Name]backend // by a name without a key
}

// New returns a store.
func New() *Store {
	return &Store{Retry: Retry{firstWait, time.Minute}, Watch: func(string, Name) {},
		backends: map[Name]backend{{}: files{}, {private: true}: files{private: true}}}
}

// Moved returns how many bytes of objects have been read and written.
func (s *Store) Moved() (read, written int64) { return s.read.Load(), s.written.Load() }

// backend returns what stores an object with which something is done.
func (s *Store) backend(ctx context.Context, n Name) (b backend, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	where := Name{bucket: n.bucket, query: n.query, private: n.private && n.bucket == inFiles}
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
	s.Watch(doing, n)
	b, err := s.backend(ctx, n)
	if err == nil {
		answer, err = ask(b, ctx, n.key)
	}
	return answer, wrap(doing, n, err)
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
	found, e := s.match(ctx, p, false) // which also says if there is no bucket
	if e != nil || len(found) == 0 {
		return nil, cmp.Or(e, err)
	}
	names := make([]Name, len(found))
	for i := range found {
		names[i] = found[i].Name
	}
	return names, nil
}

// inBraces matches a dot at the beginning of a name in braces. What it would stand for differs between
// shells and our patterns.
var inBraces = regexp.MustCompile(`[{,]\.|\{[^}]*/\.`)

// A Listed object was written at some time.
type Listed struct {
	Name
	At time.Time
}

// List returns what is in the folder n with names that begin and end in some way, folders included but not
// what is in them.
func (s *Store) List(ctx context.Context, n Name, before, after string) ([]Listed, error) {
	return s.match(ctx, Pattern{n.Join(literal.Replace(before) + "*" + literal.Replace(after)), n.key}, true)
}

// literal makes a pattern for a text itself.
var literal = strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`, `\`, `\\`)

// match returns the objects that a pattern stands for. As for shells, no wildcard stands for a dot
// at the beginning of a name unless hidden ones are wanted, so that a pattern means the same with
// and without quotes. Nor does any for a file that is not complete.
func (s *Store) match(ctx context.Context, p Pattern, hidden bool) (found []Listed, err error) {
	dots := func(name string) int { return strings.Count("/"+name, "/.") }
	n, pattern := p.Name, p.glob()
	all, err := do(ctx, s, "listing", n,
		func(b backend, ctx context.Context, _ string) ([]listed, error) {
			return b.list(ctx, p.folder, pattern, hidden)
		})
	for _, o := range all {
		fits, e := doublestar.Match(pattern, o.key)
		if n.key = path.Join(p.folder, o.key); !hidden {
			fits = fits && dots(o.key) <= dots(pattern) && !strings.HasPrefix(n.Base(), unfinished)
		}
		if why := n.wrong(); fits && why != "" {
			e = errors.New("it" + why)
		}
		if err = cmp.Or(err, wrap("listing", n, e)); fits {
			found = append(found, Listed{n, o.at})
		}
	}
	return found, err
}

// Create makes an object of about some size, unless write fails. If it is there, the error is fs.ErrExist,
// and it stays as it is.
func (s *Store) Create(ctx context.Context, n Name, size int64, write func(io.Writer) error) error {
	var failed error
	_, err := do(ctx, s, "writing", n, func(b backend, ctx context.Context, key string) (any, error) {
		return nil, b.create(ctx, key, size, func(w io.Writer) error {
			failed = write(writer{w, s, n})
			s.Watch("placing", n)
			return failed
		})
	})
	return cmp.Or(failed, err)
}

// A writer writes an object.
type writer struct {
	io.Writer
	store *Store
	name  Name
}

func (w writer) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	w.store.written.Add(int64(n))
	return n, wrap("writing", w.name, err)
}

// CreateAll is Create of data.
func (s *Store) CreateAll(ctx context.Context, n Name, data []byte) error {
	return s.Create(ctx, n, int64(len(data)), func(w io.Writer) error { _, err := w.Write(data); return err })
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
