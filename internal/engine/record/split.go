package record

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
)

// stretch is how many bytes are looked at together.
const stretch = 4096

// AppendStarts appends to starts where the records of data begin, as offsets
// in data, and returns them together with the number of bytes that these
// records take; what follows the last end counts as a record. It stops when
// starts has no room, or where the next record would begin too far away for 32
// bits.
//
// The ends of short lines and rows are marked a stretch at a time, the others are
// found one by one, which is faster from some 32 bytes a line on, and 256 a row;
// which to use is decided anew for each stretch.
func (f *Format) AppendStarts(starts []uint32, data []byte) ([]uint32, int) {
	const last = math.MaxUint32 - stretch // where a stretch may begin
	most := 0                             // bytes of a record, on average, if it is short
	switch {
	case f.Plain():
		most = 32
	case f.singleRows():
		most = 256
	}
	pos := 0 // of the record that begins at the end of the last one found
	short := most > 0
	for pos < len(data) && uint64(pos) <= last && len(starts) < cap(starts) {
		before, from := len(starts), pos
		if short && pos+stretch <= len(data) {
			starts, pos = f.shortStarts(starts, data, pos)
		}
		for pos < from+stretch && pos < len(data) && len(starts) < cap(starts) {
			starts = append(starts, uint32(pos))
			pos += f.Length(data[pos:])
		}
		short = pos-from < most*(len(starts)-before)
	}
	return starts, pos
}

// Torn returns the first of the lines of data, which begin at starts, that is no whole row of the format,
// as a quoted field goes on behind it, or −1.
func (f *Format) Torn(data []byte, starts []uint32) int {
	if n := len(starts); n > 0 && int(starts[n-1]) == len(data) { // of a line that is elsewhere
		starts = starts[:n-1]
	}
	if bytes.IndexByte(data, '"') < 0 || len(starts) == 0 {
		return -1
	}
	row := 0
	rows := make([]uint32, 0, 1024)
	for pos := 0; pos < len(data); {
		found, n := f.AppendStarts(rows, data[pos:])
		for _, start := range found {
			if uint32(pos)+start != starts[row] {
				return row - 1
			}
			row++
		}
		pos += n
	}
	cut := NewCutter(f)
	if end, _ := cut.Next(data[starts[row-1]:], false); end < 0 || row < len(starts) {
		return row - 1
	}
	return -1
}

// shortStarts finds the records that begin at pos and end in the stretch from
// there on, as far as there is room, and returns where the one after them begins.
func (f *Format) shortStarts(starts []uint32, data []byte, pos int) ([]uint32, int) {
	var found [stretch / 64]uint64
	if block := (*[stretch]byte)(data[pos:]); f.Unit == Line {
		mark(&found, block, f.Sep)
	} else if !markRows(&found, block, f.Delimiter) {
		return starts, pos
	}
	n, begin := len(starts), pos
	room := starts[:cap(starts)]
	for i, bit := range found {
		if n+64 > len(room) {
			break
		}
		after := begin + 64*i + 1
		for ; bit != 0; bit &= bit - 1 {
			room[n] = uint32(pos)
			n++
			pos = after + bits.TrailingZeros64(bit)
		}
	}
	return room[:n], pos
}

// markWords is mark, eight bytes at a time, for processors without an own one.
func markWords(found *[stretch / 64]uint64, data *[stretch]byte, sep byte) {
	const low7 = 0x7f7f7f7f7f7f7f7f
	pattern := uint64(sep) * 0x0101010101010101
	for i := range found {
		bit := uint64(0)
		for j := range 8 {
			x := binary.LittleEndian.Uint64(data[64*i+8*j:]) ^ pattern
			// The top bit of each byte that is 0 in x, and no other bit; they
			// are moved down, and the product moves them side by side.
			top := ^((x&low7 + low7) | x | low7)
			bit |= (top >> 7) * 0x0102040810204080 >> 56 << (8 * j)
		}
		found[i] = bit
	}
}
