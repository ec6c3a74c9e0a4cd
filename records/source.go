package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/yates-shuffle/yates/internal/vfs"
)

// A Source is one input: a file or anything that can be read. The records of
// several sources are shuffled together, as if one stood after the other; a
// source that does not end with the separator is given one.
type Source struct {
	name    string
	reader  io.Reader // nil: the file called name
	packing packing   // of the file
}

// File is the source that reads the file of that name. It is opened when it is
// needed and closed when it has been read.
func File(name string) Source { return Source{name: name} }

// Decompressed is File for a file that may be compressed: where its name ends in
// .gz or .zst, in capitals or not, the source is what gzip or zstd would
// decompress it to. A file that is of another format, damaged or cut off, or that
// has something else behind it, is an error. To decompress takes an eighth of the
// memory allowed at most, which files in step share, and a zstd file that needs
// more is an error: 8 MiB are always allowed, and from 1 GiB on 128 MiB, which is
// all that is supported.
func Decompressed(name string) Source { return Source{name: name, packing: packingOf(name)} }

// Reader is the source that reads r to its end. The name stands for it in
// errors. Where r is an *os.File of a regular file, it is read from where it stands,
// by all workers at the same time if what a record is allows that; then it is not
// moved, else it is left at its end. r is not closed.
func Reader(name string, r io.Reader) Source { return Source{name: name, reader: r} }

// same tells whether s and t read from the same open file.
func (s Source) same(t Source) bool {
	a, ok := s.reader.(*os.File)
	b, ok2 := t.reader.(*os.File)
	return ok && ok2 && a == b
}

func separator(nul bool) byte {
	if nul {
		return 0
	}
	return '\n'
}

// A part is a source that is open.
type part struct {
	name   string
	file   vfs.File      // to be closed, or nil
	r      io.Reader     // reads it from where it starts
	unpack *decompressor // r, if it is one

	// For regular files only:
	at    vfs.File
	start int64 // of the part in the file
	size  int64 // in bytes
	info  fs.FileInfo
}

func (p *part) close() {
	if p.unpack != nil {
		p.unpack.close()
	}
	if p.file != nil {
		p.file.Close() // it was only read
	}
}

// open opens a source. A directory is refused here, because the error that
// reading it gives differs between systems.
func (s Source) open(fsys vfs.FS) (*part, error) {
	p := &part{name: s.name, r: s.reader}
	var file vfs.File
	if s.reader == nil {
		f, err := fsys.Open(s.name)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", s.name, cause(err))
		}
		file, p.file, p.r = f, f, f
	} else if f, ok := s.reader.(*os.File); ok {
		file = f
	} else {
		return p, nil
	}
	info, err := file.Stat()
	switch {
	case err != nil:
		p.close()
		return nil, fmt.Errorf("reading %s: %w", s.name, err)
	case info.IsDir():
		p.close()
		return nil, fmt.Errorf("reading %s: it is a directory", s.name)
	case info.Mode().IsRegular():
		start := int64(0)
		if f, ok := s.reader.(*os.File); ok {
			if start, err = f.Seek(0, io.SeekCurrent); err != nil {
				return p, nil // read it as a stream
			}
		}
		p.at, p.start, p.size, p.info = file, start, max(0, info.Size()-start), info
	}
	return p, nil
}

// A stream reads the sources one after the other and adds the separators that
// are missing.
type stream struct {
	fsys    vfs.FS
	sources []Source
	format  *format
	header  int    // units at the front of a source that are set aside
	head    []byte // what was set aside of the first source that is not empty
	window  int64  // the largest one of zstd

	cur     *part
	rest    []byte // of cur, read before its turn
	last    byte   // of what has been read of cur
	some    bool   // something has been read of cur
	name    string // of the source that was opened last
	ended   string // the name of the source that was read to its end last
	skipped int    // bytes that were set aside of cur
}

// errBorder is what Read returns where a source begins, unless it makes no
// difference to the format.
var errBorder = errors.New("a source begins")

func (s *stream) Read(p []byte) (int, error) {
	for len(p) > 0 {
		if s.cur == nil {
			if len(s.sources) == 0 {
				return 0, io.EOF
			}
			cur, err := s.sources[0].open(s.fsys)
			if err != nil {
				return 0, err
			}
			widenPipe(cur.r)
			if f := s.sources[0].packing; f != unpacked {
				cur.unpack = newDecompressor(f, cur.r, s.window)
				cur.r = cur.unpack
			}
			s.cur, s.name, s.sources, s.some, s.skipped = cur, cur.name, s.sources[1:], false, 0
			if s.header > 0 {
				if err := s.setAside(); err != nil {
					return 0, err
				}
			}
			if s.header > 0 || !s.format.plain() {
				return 0, errBorder
			}
		}
		if len(s.rest) > 0 {
			n := copy(p, s.rest)
			s.rest = s.rest[n:]
			s.last, s.some = p[n-1], true
			return n, nil
		}
		n, err := s.cur.r.Read(p)
		if n > 0 {
			s.last, s.some = p[n-1], true
		}
		switch {
		case err == io.EOF && s.some && s.last != s.format.sep:
			s.rest = []byte{s.format.sep}
			s.cur.r = bytes.NewReader(nil) // a terminal would want its end once more
			err = nil
		case err == io.EOF:
			s.ended = s.cur.name
			s.cur.close()
			s.cur = nil
		case err != nil:
			return n, fmt.Errorf("reading %s: %w", s.cur.name, cause(err))
		}
		if n > 0 || err == nil {
			return n, nil
		}
	}
	return 0, nil
}

// setAside reads the header of the source that begins. The one of the first
// source that is not empty is kept, the same one of another source is dropped; what
// is not the same there is no header.
func (s *stream) setAside() error {
	most, begun := mostHeader, len(s.head) > 0
	if begun {
		most = len(s.head) // what is longer is not the same
	}
	head, rest, err := readHeader(s.cur.r, s.format, s.header, most)
	if err == errLongHeader && begun {
		s.rest = rest
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", s.cur.name, cause(err))
	}
	switch {
	case !begun:
		s.head = head
	case !bytes.Equal(head, s.head):
		s.rest = slices.Concat(head, rest)
		return nil
	}
	s.rest, s.skipped = rest, len(head)
	return nil
}

func (s *stream) close() {
	if s.cur != nil {
		s.cur.close()
		s.cur = nil
	}
}

// cause takes the operation and the paths off an error of package os, where the
// message names what the user knows of them already.
func cause(err error) error {
	switch e := err.(type) {
	case *os.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}
