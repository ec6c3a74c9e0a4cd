package engine

import (
	"unsafe"

	"github.com/yates-shuffle/yates/internal/engine/record"
)

// An entry is where a record begins, in a bucket or in the input, and its
// length in the lowest bits. A record that is too long for them has the length
// longRecord there; its end is looked up.
type entry uint64

const (
	lengthBits = 24
	longRecord = 1<<lengthBits - 1
	entryBytes = int(unsafe.Sizeof(entry(0)))
	// mostIndexed is the size from which on entries can't tell where a record
	// begins.
	mostIndexed = 1 << (64 - lengthBits)
)

func newEntry(start, length int) entry {
	return entry(start)<<lengthBits | entry(min(length, longRecord))
}

// record returns the record of e, in data.
func (e entry) record(data []byte, f *record.Format) []byte {
	rest := data[e>>lengthBits:]
	length := int(e & longRecord)
	if length == longRecord {
		length = f.Length(rest)
	}
	return rest[:length]
}

// entriesIn returns the memory of b as entries; b begins and ends where entries
// do.
func entriesIn(b []byte) []entry {
	return unsafe.Slice((*entry)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/entryBytes)
}
