package record

import "encoding/binary"

// stretch is how many bytes are looked at together.
const stretch = 4096

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
