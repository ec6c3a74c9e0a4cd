//go:build unix

package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// A file is a new file with a buffer.
type file struct {
	*bufio.Writer
	f *os.File
}

func newFile(name string) (*file, error) {
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	return &file{bufio.NewWriterSize(f, 64<<10), f}, nil
}

func (f *file) Close() error {
	err := f.Flush()
	if e := f.f.Close(); err == nil {
		err = e
	}
	return err
}

// A buffer is a file in memory.
type buffer struct{ bytes.Buffer }

func (*buffer) Close() error { return nil }

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if e := out.Close(); err == nil {
		err = e
	}
	return err
}

// sameFiles reports whether two files have the same bytes.
func sameFiles(a, b string) (bool, error) {
	fa, err := os.Open(a)
	if err != nil {
		return false, err
	}
	defer fa.Close()
	fb, err := os.Open(b)
	if err != nil {
		return false, err
	}
	defer fb.Close()
	return sameText(fa, fb)
}

// sameText reports whether two readers have the same bytes.
func sameText(a, b io.Reader) (bool, error) {
	bufA, bufB := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, errA := io.ReadFull(a, bufA)
		m, errB := io.ReadFull(b, bufB)
		endA, endB := errA == io.EOF || errA == io.ErrUnexpectedEOF, errB == io.EOF || errB == io.ErrUnexpectedEOF
		switch {
		case errA != nil && !endA:
			return false, errA
		case errB != nil && !endB:
			return false, errB
		case !bytes.Equal(bufA[:n], bufB[:m]):
			return false, nil
		case endA && endB:
			return true, nil
		}
	}
}

// pack compresses b by an ending, in two members. Without one it returns b.
func pack(ending string, b []byte) ([]byte, error) {
	var packed bytes.Buffer
	for _, part := range [][]byte{b[:len(b)/3], b[len(b)/3:]} {
		var w io.WriteCloser
		var err error
		switch ending {
		case ".gz":
			w = gzip.NewWriter(&packed)
		case ".zst":
			if w, err = zstd.NewWriter(&packed, zstd.WithEncoderConcurrency(1)); err != nil {
				return nil, err
			}
		default:
			return b, nil
		}
		if _, err := w.Write(part); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
	}
	return packed.Bytes(), nil
}

// sameUnpacked reports whether a file, which is decompressed if its name says so,
// has the bytes of another. What can't be decompressed is not the same.
func sameUnpacked(name, want string) (bool, error) {
	return sameUnpackedAs(name, filepath.Ext(name), want)
}

// sameUnpackedAs goes by another name's ending.
func sameUnpackedAs(name, ending, want string) (bool, error) {
	if ending != ".gz" && ending != ".zst" {
		return sameFiles(name, want)
	}
	f, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	b, err := os.Open(want)
	if err != nil {
		return false, err
	}
	defer b.Close()
	var r io.Reader
	if ending == ".gz" {
		r, err = gzip.NewReader(f)
	} else {
		var d *zstd.Decoder
		if d, err = zstd.NewReader(f, zstd.WithDecoderConcurrency(1)); err == nil {
			defer d.Close()
			r = d
		}
	}
	if err != nil {
		return false, nil
	}
	same, err := sameText(r, b)
	return same && err == nil, nil
}
