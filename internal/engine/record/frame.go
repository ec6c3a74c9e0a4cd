package record

import "encoding/binary"

// A record of an archive is frames, which say how long they are, as its own bytes do not always tell where it ends.
// In front of the bytes of a frame stands their number, twice, plus one if the frame begins a record.

// FrameHead is the length of the number.
const FrameHead = 8

// AppendFrameHead appends to dst what stands in front of a frame.
func AppendFrameHead(dst []byte, size int64, first bool) []byte {
	n := uint64(size) << 1
	if first {
		n++
	}
	return binary.BigEndian.AppendUint64(dst, n)
}

// Frame returns what stands in front of a frame.
func Frame(head []byte) (size int64, first bool) {
	n := binary.BigEndian.Uint64(head)
	return int64(n >> 1), n&1 != 0
}
