package generators

import "math/bits"

// A fraction is a generator from whose states s = u·m choices are taken as ⌊u·k⌋, or
// without the last bits of s.
type fraction struct {
	name string
	a, c uint64
	m    uint64
	drop int // bits
}

var fractionGenerators = []fraction{
	{"RANDU", 65539, 0, 1 << 31, 0},
	{"Microsoft's rand()", 214013, 2531011, 1 << 31, 16},
	{"the C standard's rand()", 1103515245, 12345, 1 << 31, 0},
	{"Numerical Recipes' generator", 1664525, 1013904223, 1 << 32, 0},
	{"the minimal standard generator", 16807, 0, 1<<31 - 1, 0},
	{"minstd_rand", 48271, 0, 1<<31 - 1, 0},
	{"a generator of 16 bits", 25173, 13849, 1 << 16, 0},
	{"Borland's rand()", 22695477, 1, 1 << 31, 16},
	{"Delphi's Random", 134775813, 1, 1 << 32, 0},
	{"Visual Basic's Rnd", 1140671485, 12820163, 1 << 24, 0},
	{"the VAX generator", 69069, 1, 1 << 32, 0},
	{"PCG's state without its output function", 747796405, 2891336453, 1 << 32, 0},
}

// scaled names the generator with how choices are taken.
func (f fraction) scaled() string { return f.name + ", scaled" }

func (f fraction) next(s uint64) uint64 {
	high, low := bits.Mul64(f.a, s)
	low, carry := bits.Add64(low, f.c, 0)
	_, s = bits.Div64((high+carry)%f.m, low, f.m)
	return s
}

func (f fraction) choice(s uint64, k int) int32 {
	high, low := bits.Mul64(s>>f.drop, uint64(k))
	c, _ := bits.Div64(high, low, f.m>>f.drop)
	return int32(c)
}
