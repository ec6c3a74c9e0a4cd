package records

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"unsafe"

	"github.com/yates-shuffle/yates/internal/vfs"
)

// A mapping is an input file that is read as memory. The file stays open, so
// that it can be told in the end whether it was left alone: what is cut off a
// file can be read as zeros up to the end of the page.
type mapping struct {
	name  string
	data  []byte
	info  fs.FileInfo // when it was opened
	file  vfs.File
	owned bool // by us, to be closed
	fsys  vfs.FS
}

// What can happen to a file while it is read.
var (
	errShorter = errors.New("it became shorter while it was read")
	errChanged = errors.New("it changed while it was read")
)

// check tells whether the file is as it was.
func (m *mapping) check() error {
	if m == nil || m.file == nil {
		return nil
	}
	return unchanged(m.name, m.file, m.info)
}

// unchanged tells whether a file is as it was when info was got. One that grew was
// appended to, which does no harm.
func unchanged(name string, file vfs.File, was fs.FileInfo) error {
	info, err := file.Stat()
	switch {
	case errors.Is(err, fs.ErrClosed): // by the caller, whose file it is
		return nil
	case err != nil:
		err = cause(err)
	case info.Size() < was.Size():
		err = errShorter
	case info.Size() == was.Size() && !info.ModTime().Equal(was.ModTime()):
		err = errChanged
	default:
		return nil
	}
	return fmt.Errorf("reading %s: %w", name, err)
}

// is tells whether w, which has the Stat method of an *os.File then, is the file
// that is mapped, opened to be written over.
func (m *mapping) is(w io.Writer) bool {
	f, ok := w.(interface{ Stat() (fs.FileInfo, error) })
	if m == nil || m.file == nil || !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && os.SameFile(info, m.info)
}

// leave copies what is mapped, so that the file can be written over.
func (m *mapping) leave() (err error) {
	if err := m.check(); err != nil {
		return err
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer m.recoverFault(&err)
	data := append([]byte(nil), m.data...)
	m.close()
	m.data = data
	return nil
}

func (m *mapping) close() {
	if m == nil || m.file == nil {
		return
	}
	m.fsys.Unmap(m.data)
	if m.owned {
		m.file.Close() // it was only read
	}
	m.data, m.file = nil, nil
}

// recoverFault, when deferred, turns a fault in reading the mapping into an error:
// somebody cut the file off. debug.SetPanicOnFault must be on.
func (m *mapping) recoverFault(err *error) {
	switch r := recover().(type) {
	case nil:
		return
	case interface {
		runtime.Error
		Addr() uintptr
	}:
		begin := uintptr(unsafe.Pointer(unsafe.SliceData(m.data)))
		page := uintptr(os.Getpagesize())
		if r.Addr() >= begin && r.Addr()-begin < uintptr(len(m.data))+page {
			*err = fmt.Errorf("reading %s: %w", m.name, errShorter)
			return
		}
		panic(r)
	default:
		panic(r)
	}
}
