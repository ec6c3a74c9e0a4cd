// Package samplers has the methods of selection that the IETF and election audits
// prescribe, for those who must use them. They say nothing of a commitment, a list or a
// transcript: for a draw that anyone can check, use package draw.
//
// The numbers are those of SPEC-draw.md at the root of the repository, and never change.
// The functions may be called by several goroutines at the same time.
package samplers

import (
	"encoding/binary"
	"math/bits"
)

// remainder returns a number, big-endian and a multiple of 8 bytes long, modulo n.
func remainder(number []byte, n uint64) uint64 {
	var rem uint64
	for ; len(number) > 0; number = number[8:] {
		_, rem = bits.Div64(rem, binary.BigEndian.Uint64(number), n)
	}
	return rem
}
