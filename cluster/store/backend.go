package store

import (
	"context"
	"io"
	"time"
)

// A backend is what differs between stores. Keys are those of Names. No backend replaces what is
// there: so whatever is written late, nobody loses anything by it.
type backend interface {
	stat(ctx context.Context, key string) (Info, error)
	// read reads n bytes or more from a place on, or up to the end if n is negative.
	read(ctx context.Context, key string, from, n int64) (content, error)
	// create makes an object of about some size, unless do fails. If it is there, the error is fs.ErrExist.
	create(ctx context.Context, key string, size int64, do func(io.Writer) error) error
	remove(ctx context.Context, key string) error
	// list returns the objects in a folder whose keys match a pattern, and maybe others. The keys are without the
	// folder.
	list(ctx context.Context, folder, pattern string, hidden bool) ([]listed, error)
}

// A listed object has a key, and was written at some time.
type listed struct {
	key string
	at  time.Time
}

// A content is what is read of an object.
type content struct {
	io.ReadCloser
	size int64 // of the whole object
}

// An Info describes an object. The tag is another one if its contents are.
type Info struct {
	Size int64
	Tag  string
}
