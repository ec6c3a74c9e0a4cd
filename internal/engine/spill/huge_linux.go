package spill

import (
	"sync/atomic"
	"syscall"
)

// adviseHuge asks for huge pages, with which the first touch of large slabs takes a seventh
// of the time. The first MiB of the first slab keeps small pages: a short input needs no
// more, and clearing a huge page takes longer than shuffling it. Without huge pages,
// everything works the same.
func adviseHuge(b []byte) {
	const small = 1 << 20
	if advised.CompareAndSwap(false, true) {
		b = b[min(len(b), small):]
	}
	if len(b) > 0 {
		syscall.Madvise(b, syscall.MADV_HUGEPAGE)
	}
}

var advised atomic.Bool // any slab
