package input

import (
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"unsafe"

	"github.com/yates-shuffle/yates/internal/vfs"
)

// A Mapping is a file that is read as memory. The file stays open, so that it can
// be told in the end whether it was left alone: what is cut off a file can be read
// as zeros up to the end of the page.
type Mapping struct {
	Data []byte
	From int64 // where the records begin

	handle *handle // nil when it is closed, or has been left
	fsys   vfs.FS
}

// Name names the file.
func (m *Mapping) Name() string { return m.handle.name }

// Check reports whether the file is as it was.
func (m *Mapping) Check() error {
	if m == nil || m.handle == nil {
		return nil
	}
	return m.handle.check()
}

// Is reports whether w, which has the Stat method of an *os.File then, is the file
// that is mapped, opened to be written over.
func (m *Mapping) Is(w io.Writer) bool {
	f, ok := w.(interface{ Stat() (fs.FileInfo, error) })
	if m == nil || m.handle == nil || !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && m.fsys.Same(info, m.handle.info)
}

// Leave copies what is mapped, so that the file can be written over.
func (m *Mapping) Leave() error {
	err := m.Check()
	if err == nil {
		err = m.Guard(func() error {
			data := append([]byte(nil), m.Data...)
			m.Close()
			m.Data = data
			return nil
		})
	}
	return err
}

// Close ends the mapping. It may be called again.
func (m *Mapping) Close() {
	if m == nil || m.handle == nil {
		return
	}
	m.fsys.Unmap(m.Data)
	m.handle.close()
	m.Data, m.handle = nil, nil
}

// Guard calls read and turns a fault in reading the mapping into an error: somebody
// cut the file off.
func (m *Mapping) Guard(read func() error) (err error) {
	if m == nil {
		return read()
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		fault, ok := r.(interface {
			runtime.Error
			Addr() uintptr
		})
		begin, page := uintptr(unsafe.Pointer(unsafe.SliceData(m.Data))), uintptr(os.Getpagesize())
		if !ok || fault.Addr() < begin || fault.Addr()-begin >= uintptr(len(m.Data))+page {
			panic(r)
		}
		err = m.handle.wrap(ErrShorter)
	}()
	return read()
}
