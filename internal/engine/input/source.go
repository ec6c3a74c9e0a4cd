package input

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/records/failure"
)

// A Source is one input: a file, anything that can be read, or a range of integers, which is not opened.
type Source struct {
	Name   string    // errors call it so
	Reader io.Reader // nil: the file of that name
	// Unpack says to decompress it if it is compressed, to refuse what is known not to be text, and that a byte-order
	// mark at its front is no part of its text.
	Unpack bool

	Rows bool // it is rows of CSV, which may have one column

	Integers bool   // the records are the integers Lo, …, Hi
	Lo, Hi   uint64 // there are none if Lo is Hi+1
}

// A handle is a source that is open.
type handle struct {
	name   string
	r      io.Reader // reads what is left of it
	head   []byte    // its header
	marked bool      // a byte-order mark would be one
	owned  io.Closer // the file, if it was opened here, or nil
	unpack io.Closer // the decompressor, or nil

	// Of regular files only:
	file  vfs.File
	start int64 // of the source in the file
	size  int64 // in bytes
	info  fs.FileInfo
}

// check reports whether a regular file is as it was when it was opened.
func (h *handle) check() error {
	if h.file == nil {
		return nil
	}
	info, err := h.file.Stat()
	if err == nil {
		err = vfs.Changed(h.info, info)
	}
	if err == nil || errors.Is(err, fs.ErrClosed) { // by the caller, whose file it is
		return nil
	}
	return h.wrap(err)
}

// open opens a source.
func (s Source) open(opt *Options) (*handle, error) {
	h := &handle{name: s.Name, r: s.Reader, marked: s.Unpack && opt.Format.Text()}
	if err := h.look(opt); err != nil {
		h.close()
		return nil, h.wrap(err)
	}
	if s.Unpack {
		unpack := packing.Open
		if !opt.Format.Text() {
			unpack = packing.OpenAny
		}
		r := unpack(s.Name, h.r, opt.Window)
		h.r, h.unpack = r, r
	} else if f, ok := h.r.(*os.File); ok {
		widenPipe(f)
	}
	if opt.Archive != nil {
		h.r = opt.Archive.Read(h.r, opt.Known)
	}
	return h, nil
}

// look opens the file, if it is not open, and finds out what it is. A directory is refused
// here, because the error that reading it gives differs between systems. A file that
// cannot be sought in is read as a stream.
func (h *handle) look(opt *Options) (err error) {
	var file vfs.File
	switch r := h.r.(type) {
	case nil:
		if file, err = opt.FS.Open(h.name); err != nil {
			return err
		}
		h.owned, h.r = file, file
	case *os.File:
		file = r
		h.start, err = r.Seek(0, io.SeekCurrent)
	default:
		return nil
	}
	unseekable := err != nil
	info, err := file.Stat()
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return vfs.ErrDirectory
	case info.Mode().IsRegular() && !unseekable:
		h.file, h.size, h.info = file, max(0, info.Size()-h.start), info
		if opt.Opened != nil {
			opt.Opened(info)
		}
	}
	return nil
}

func (h *handle) wrap(err error) error {
	return &failure.SourceError{Name: h.name, Err: vfs.Cause(err)}
}

func (h *handle) close() {
	if h.unpack != nil {
		h.unpack.Close()
	}
	if h.owned != nil {
		h.owned.Close() // it was only read
	}
}

// takeHeader reads the header of the source, which must be that of the first one,
// if there was one that is not empty. It returns that of the first.
func (h *handle) takeHeader(opt *Options, first *header) (*header, error) {
	if h.marked && opt.Format.Sep != 0 {
		h.r = &looker{r: h.r, look: h.refusing(opt)}
	}
	if opt.Header == 0 && opt.HeaderLike == nil {
		return h.takeMark(first)
	}
	format := opt.Format.Header(opt.Header)
	if opt.HeaderLike != nil {
		format = opt.Format.HeaderLike(opt.HeaderLike)
	}
	head, rest, err := readHeader(h.r, format)
	if err != nil {
		return first, h.wrap(err)
	}
	h.head, h.r = head, io.MultiReader(bytes.NewReader(rest), h.r)
	own := &header{head, h.name}
	switch {
	case len(head)+len(rest) == 0:
		return first, nil // the source is empty
	case first.text == nil:
		return own, nil
	}
	return first, own.compare(first, opt.Format)
}

// mostFront is how much of a source of text is looked at before it is read: as much of what is not text has a NUL.
const mostFront = 64 << 10

// refusing returns what refuses the front of what is to be text: if it has a NUL, or if the options refuse it.
func (h *handle) refusing(opt *Options) func(front []byte) error {
	return func(front []byte) error {
		if i := bytes.IndexByte(front, 0); i >= 0 {
			return &failure.UnreadableError{What: fmt.Sprintf("no text: byte %d is NUL", i+1), Holds: failure.Bytes}
		}
		if opt.Look != nil && len(front) > 0 {
			return opt.Look(h.name, front)
		}
		return nil
	}
}

// A looker looks at the front of a source as it passes, so that nothing waits for it. What it refuses has been read
// by then, but nothing has been written.
type looker struct {
	r     io.Reader
	look  func(front []byte) error // nil: it has looked
	front []byte
}

func (l *looker) Read(b []byte) (n int, err error) {
	n, err = l.r.Read(b)
	if l.look == nil {
		return n, err
	}
	l.front = append(l.front, b[:min(n, mostFront-len(l.front))]...)
	if len(l.front) == mostFront || err == io.EOF {
		if refused := l.look(l.front); refused != nil {
			err = refused
		}
		l.look, l.front = nil, nil
	}
	return n, err
}

// takeMark is takeHeader where there is no header but a byte-order mark.
func (h *handle) takeMark(first *header) (*header, error) {
	if !h.marked {
		return first, nil
	}
	front, err := make([]byte, 0, len(record.Mark)), error(nil)
	for n := 0; err == nil && len(front) < cap(front) && strings.HasPrefix(record.Mark, string(front)); {
		n, err = h.r.Read(front[len(front):cap(front)])
		front = front[:len(front)+n]
	}
	switch {
	case err != nil && err != io.EOF: // which comes again, as what unpacks a source sees to
		return first, h.wrap(err)
	case string(front) != record.Mark:
		h.r = io.MultiReader(bytes.NewReader(front), h.r)
	default:
		if h.head = front; first.text == nil {
			first = &header{front, h.name}
		}
	}
	return first, nil
}

// whole returns an error if n bytes of records of a fixed size are not all that there must be.
func (h *handle) whole(opt *Options, n int64) error {
	if size := opt.Format.Size; size > 0 && n%size > 0 {
		return h.wrap(fmt.Errorf("record %d, which begins at byte %d, has only %d of %d bytes", n/size+1, n-n%size,
			n%size, size))
	}
	return nil
}
