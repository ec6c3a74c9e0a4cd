package spill

import (
	"sync/atomic"
	"syscall"
)

// adviseHuge asks for huge pages, with which the first touch of memory takes a seventh of
// the time. Without them, everything works the same. The beginning has small pages: a
// small input touches only these, and clearing a huge page for it would take 7% of the
// adviseHuge asks for huge pages, which make large slabs faster. The first MiB of the
// first slab has none: a short input needs no more, and clearing a huge page takes longer
// than shuffling it.
func adviseHuge(b []byte) {
	const small = 1 << 20
	if advised.CompareAndSwap(false, true) {
		b = b[min(len(b), small):]
	}
	if len(b) > 0 {
		syscall.Madvise(b, syscall.MADV_HUGEPAGE)
	}
}

var advised atomic.Bool // something
