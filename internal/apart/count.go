package apart

import (
	"math/big"
	"math/bits"
)

// A count of arrangements is m·2ᵉ, rounded down to 64 bits: if e is not 0, m has 64.
type count struct {
	m uint64
	e int
}

func countOf(v *big.Int) count {
	e := max(v.BitLen()-64, 0)
	return count{new(big.Int).Rsh(v, uint(e)).Uint64(), e}
}

func (a count) plus(b count) count {
	if a.e < b.e {
		a, b = b, a
	}
	m, carry := bits.Add64(a.m, b.m>>(a.e-b.e), 0)
	return count{m>>carry | carry<<63, a.e + int(carry)}
}

func (a count) times(b count) count {
	hi, lo := bits.Mul64(a.m, b.m)
	if hi|lo == 0 {
		return count{}
	}
	n := bits.Len64(hi)
	return count{hi<<(64-n) | lo>>n, a.e + b.e + n}
}

// size returns the length in bits.
func (a count) size() int { return a.e + bits.Len64(a.m) }

// A row is counts by a number; beyond its end they are 0.
type row []count

func (r row) at(i int) (a count) {
	if 0 <= i && i < len(r) {
		a = r[i]
	}
	return a
}
