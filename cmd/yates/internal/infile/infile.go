// Package infile opens the inputs of a command: files and standard input, compressed or not.
package infile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/records/failure"
)

// An Input is a file or standard input. Its errors name it.
type Input struct {
	io.Reader
	name string
	ends []io.Closer // all but standard input
}

// Read reads some bytes.
func (in *Input) Read(b []byte) (int, error) {
	n, err := in.Reader.Read(b)
	if err != nil && err != io.EOF {
		err = Error(in.name, err)
	}
	return n, err
}

// Close closes the input, unless it is standard input.
func (in *Input) Close() error {
	for _, end := range in.ends {
		end.Close() // only read, so errors do not matter
	}
	return nil
}

// Open opens a file, or standard input if the name is -. Unless raw is set, it
// decompresses compressed files and rejects files that are not text.
func Open(name string, stdin io.Reader, raw bool) (*Input, error) {
	in := &Input{Reader: stdin, name: Name(name)}
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, Error(name, err)
		}
		in.Reader, in.ends = f, []io.Closer{f}
	}
	if f, ok := in.Reader.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.IsDir() {
			in.Close()
			return nil, Error(in.name, vfs.ErrDirectory)
		}
	}
	if !raw {
		text := packing.Open(in.name, in.Reader, packing.MostWindow)
		in.Reader, in.ends = text, append([]io.Closer{text}, in.ends...)
	}
	return in, nil
}

// Regular returns the input if it is a regular file, or nil.
func Regular(name string, stdin io.Reader) fs.FileInfo {
	info, err := os.Stat(name)
	if name == "-" {
		f, _ := stdin.(*os.File)
		info, err = f.Stat() // which fails, if there is none
	}
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return info
}

// Name returns the name of an input in messages.
func Name(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// Error returns an error of reading a file.
func Error(name string, err error) error {
	if _, ok := errors.AsType[*failure.SourceError](err); ok {
		return err // which names it
	}
	if e, ok := errors.AsType[*os.PathError](err); ok {
		err = e.Err
	}
	return &failure.SourceError{Name: name, Err: err}
}

// Lines opens a file of deals or names, which may be compressed, or standard input (-).
func Lines(name string, stdin io.Reader, most int) (*deals.Lines, error) {
	in, err := Open(name, stdin, false)
	if err != nil {
		return nil, err
	}
	return deals.ReadFile(in, in.name, most), nil
}

// Until returns a reader of r that takes the end of the context for the end of r. A read that nothing can end, as of a
// terminal, is left behind.
func Until(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.Close() })
	go func() {
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return out
}

// MostFront is how much of a file [Front] returns at most: as much as a header may have.
const MostFront = 8 << 20

// Front returns the first bytes of a regular file, decompressed: some, and as many as some lines take.
func Front(name string) (front []byte, err error) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, errors.ErrUnsupported
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close() // only read, as is what follows
	text := packing.Open(name, file, packing.LeastWindow)
	defer text.Close()
	for most := 64 << 10; ; most *= 2 {
		more, err := io.ReadAll(io.LimitReader(text, int64(most-len(front))))
		front = append(front, more...)
		if err != nil || len(front) < most || bytes.Count(front, []byte("\n")) > 2 || most >= MostFront {
			return front, err
		}
	}
}

// Small returns the bytes of a regular file that has few.
func Small(name string) ([]byte, error) {
	const most = 1 << 20
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case info.Size() > most:
		return nil, errors.New("it has more than 1 MiB")
	}
	return os.ReadFile(name)
}
