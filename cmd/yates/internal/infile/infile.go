// Package infile opens the inputs of a command: files and standard input, compressed or not.
package infile

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/records"
)

// Open opens a file, or standard input if the name is -. Unless raw is set, it
// decompresses compressed files and rejects files that are not text. A plain regular
// file is returned itself. The function end closes the input, unless it is standard
// input.
func Open(name string, stdin io.Reader, raw bool) (r io.Reader, end func(), err error) {
	r, end = stdin, func() {}
	if name != "-" && !process.IsClosedInput(name, stdin) {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, Error(name, err)
		}
		r, end = f, func() { f.Close() } // only read, so the error does not matter
	}
	name = Name(name)
	plain := raw
	if f, ok := r.(*os.File); ok {
		info, err := f.Stat()
		if err == nil && info.IsDir() {
			end()
			return nil, nil, Error(name, errors.New("it is a directory"))
		}
		if at, e := f.Seek(0, io.SeekCurrent); !plain && err == nil && e == nil && info.Mode().IsRegular() {
			plain, _ = packing.Plain(name, f, at) // reading repeats an error
		}
	}
	if plain {
		return r, end, nil
	}
	text, endFile := packing.Open(name, r, packing.MostWindow), end
	return text, func() { text.Close(); endFile() }, nil
}

// Regular returns the inputs that are regular files.
func Regular(names []string, stdin io.Reader) (files []fs.FileInfo) {
	for _, name := range names {
		var info fs.FileInfo
		var err error
		if f, ok := stdin.(*os.File); ok && name == "-" {
			info, err = f.Stat()
		} else {
			info, err = os.Stat(name)
		}
		if err == nil && info.Mode().IsRegular() {
			files = append(files, info)
		}
	}
	return files
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
	if e, ok := errors.AsType[*os.PathError](err); ok {
		err = e.Err
	}
	return &records.SourceError{Name: name, Err: err}
}

// Lines opens a file of deals or names, which may be compressed, or standard
// input (-).
func Lines(name string, stdin io.Reader, most int) (*deals.Lines, error) {
	r, end, err := Open(name, stdin, false)
	if err != nil {
		return nil, err
	}
	name = Name(name)
	return deals.ReadFile(&named{r, name, end}, name, most), nil
}

// A named input names itself in its errors.
type named struct {
	r    io.Reader
	name string
	end  func()
}

func (n *named) Read(b []byte) (int, error) {
	got, err := n.r.Read(b)
	if err != nil && err != io.EOF {
		err = Error(n.name, err)
	}
	return got, err
}

func (n *named) Close() error {
	n.end()
	return nil
}
