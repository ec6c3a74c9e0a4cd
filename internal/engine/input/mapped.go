package input

import (
	"os"
	"runtime"
	"runtime/debug"
	"unsafe"

	"github.com/yates-shuffle/yates/internal/vfs"
)

// A mapped file is one of [Files], which is read as memory.
type mapped struct {
	*handle
	all   []byte // what is mapped
	data  []byte // the records in it
	base  int64  // where they begin in the input
	first int64  // the number of its first stretch
	ends  bool   // with a separator
}

// from returns where the records begin in the file.
func (m *mapped) from() int64 { return int64(len(m.all) - len(m.data)) }

// total returns how many bytes the records of the file have, with the separator.
func (m *mapped) total() int64 {
	n := int64(len(m.data))
	if n > 0 && !m.ends {
		n++
	}
	return n
}

// has reports whether an address is in the mapping, or in the page behind it.
func (m *mapped) has(address uintptr) bool {
	begin := uintptr(unsafe.Pointer(unsafe.SliceData(m.all)))
	return begin <= address && address-begin < uintptr(len(m.all)+os.Getpagesize())
}

// Guard calls read, which reads chunks, and turns a fault into an error: somebody
// cut a file off.
func (f *Files) Guard(read func() error) (err error) {
	if f == nil {
		return read()
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		r := recover()
		if fault, ok := r.(interface {
			runtime.Error
			Addr() uintptr
		}); ok {
			for _, m := range f.files {
				if m.has(fault.Addr()) {
					err = m.wrap(vfs.ErrShorter)
					return
				}
			}
		}
		if r != nil {
			panic(r)
		}
	}()
	return read()
}
