package records

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
)

// appendStarts appends to starts where the records of data begin, as offsets
// in data, and returns them together with the number of bytes that these
// records take. data holds whole records. It stops when starts has no room, or
// where the next record would begin too far away for 32 bits.
//
// Short records are found by looking at eight bytes at a time, long ones by
// bytes.IndexByte, which is faster from some 32 bytes a record on; which to use
// is decided anew for each stretch.
func appendStarts(starts []uint32, data []byte, sep byte) ([]uint32, int) {
	const (
		stretch = 4096
		last    = math.MaxUint32 - stretch // where a stretch may begin
	)
	pos := 0 // of the record that begins at the end of the last one found
	short := true
	for pos < len(data) && uint64(pos) <= last && len(starts) < cap(starts) {
		before, from := len(starts), pos
		if short && pos+stretch <= len(data) {
			starts, pos = shortStarts(starts, data, pos, pos+stretch, sep)
		}
		for pos < from+stretch && pos < len(data) && len(starts) < cap(starts) {
			starts = append(starts, uint32(pos))
			i := bytes.IndexByte(data[pos:], sep)
			if i < 0 {
				pos = len(data)
				break
			}
			pos += i + 1
		}
		short = pos-from < 32*(len(starts)-before)
	}
	return starts, pos
}

// shortStarts finds the records that begin at pos and end before limit, eight
// bytes at a time, and returns where the one after them begins.
func shortStarts(starts []uint32, data []byte, pos, limit int, sep byte) ([]uint32, int) {
	const low7 = 0x7f7f7f7f7f7f7f7f
	pattern := uint64(sep) * 0x0101010101010101
	n := len(starts)
	room := starts[:cap(starts)]
	for i := pos; i+8 <= limit && n+8 <= len(room); i += 8 {
		x := binary.LittleEndian.Uint64(data[i:]) ^ pattern
		// The top bit of each byte that is 0 in x, and no other bit.
		for found := ^((x&low7 + low7) | x | low7); found != 0; found &= found - 1 {
			room[n] = uint32(pos)
			n++
			pos = i + bits.TrailingZeros64(found)>>3 + 1
		}
	}
	return room[:n], pos
}
