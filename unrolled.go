package yates

import (
	"math/bits"
	"math/rand/v2"
)

// shuffle is the fast twin of
//
//	for i := range len(s) - 1 {
//		j := i + below(len(s) - i)
//		s[i], s[j] = s[j], s[i]
//	}
//
// with the integers in batches (see [batchSize]) and each size of a batch
// written out, because a loop over the few integers of a batch would take as
// long as the swaps. Each step shuffles the rest of the slice, and shortens it.
// A batch whose word is refused is drawn again by continue.
func shuffle[E any](s []E, src *source) {
	if src.pcg != nil {
		shufflePCG(s, src.pcg, src)
		return
	}
	own := src.own // called in the loops so that the compiler inlines it
	for len(s) > 1<<30 {
		j := src.below(uint64(len(s)))
		s[0], s[j] = s[j], s[0]
		s = s[1:]
	}
	for len(s) > 1<<19 {
		x, ok := uint64(0), false
		if own != nil {
			x, ok = own.Next()
		}
		if !ok {
			x = src.uint64()
		}
		r := uint64(len(s))
		j0, x := bits.Mul64(x, r)
		j1, x := bits.Mul64(x, r-1)
		if x < 1<<60 {
			if p := r * (r - 1); x < p && redraw(x, p) {
				continue
			}
		}
		s[0], s[j0] = s[j0], s[0]
		s[1], s[j1+1] = s[j1+1], s[1]
		s = s[2:]
	}
	for len(s) > 1<<14 {
		x, ok := uint64(0), false
		if own != nil {
			x, ok = own.Next()
		}
		if !ok {
			x = src.uint64()
		}
		r := uint64(len(s))
		j0, x := bits.Mul64(x, r)
		j1, x := bits.Mul64(x, r-1)
		j2, x := bits.Mul64(x, r-2)
		if x < 1<<57 {
			if p := r * (r - 1) * (r - 2); x < p && redraw(x, p) {
				continue
			}
		}
		s[0], s[j0] = s[j0], s[0]
		s[1], s[j1+1] = s[j1+1], s[1]
		s[2], s[j2+2] = s[j2+2], s[2]
		s = s[3:]
	}
	for len(s) > 1<<11 {
		x, ok := uint64(0), false
		if own != nil {
			x, ok = own.Next()
		}
		if !ok {
			x = src.uint64()
		}
		r := uint64(len(s))
		j0, x := bits.Mul64(x, r)
		j1, x := bits.Mul64(x, r-1)
		j2, x := bits.Mul64(x, r-2)
		j3, x := bits.Mul64(x, r-3)
		if x < 1<<56 {
			if p := r * (r - 1) * (r - 2) * (r - 3); x < p && redraw(x, p) {
				continue
			}
		}
		s[0], s[j0] = s[j0], s[0]
		s[1], s[j1+1] = s[j1+1], s[1]
		s[2], s[j2+2] = s[j2+2], s[2]
		s[3], s[j3+3] = s[j3+3], s[3]
		s = s[4:]
	}
	for len(s) > 1<<9 {
		x, ok := uint64(0), false
		if own != nil {
			x, ok = own.Next()
		}
		if !ok {
			x = src.uint64()
		}
		r := uint64(len(s))
		j0, x := bits.Mul64(x, r)
		j1, x := bits.Mul64(x, r-1)
		j2, x := bits.Mul64(x, r-2)
		j3, x := bits.Mul64(x, r-3)
		j4, x := bits.Mul64(x, r-4)
		if x < 1<<55 {
			if p := r * (r - 1) * (r - 2) * (r - 3) * (r - 4); x < p && redraw(x, p) {
				continue
			}
		}
		s[0], s[j0] = s[j0], s[0]
		s[1], s[j1+1] = s[j1+1], s[1]
		s[2], s[j2+2] = s[j2+2], s[2]
		s[3], s[j3+3] = s[j3+3], s[3]
		s[4], s[j4+4] = s[j4+4], s[4]
		s = s[5:]
	}
	for len(s) > 7 {
		x, ok := uint64(0), false
		if own != nil {
			x, ok = own.Next()
		}
		if !ok {
			x = src.uint64()
		}
		r := uint64(len(s))
		j0, x := bits.Mul64(x, r)
		j1, x := bits.Mul64(x, r-1)
		j2, x := bits.Mul64(x, r-2)
		j3, x := bits.Mul64(x, r-3)
		j4, x := bits.Mul64(x, r-4)
		j5, x := bits.Mul64(x, r-5)
		if x < 1<<54 {
			if p := r * (r - 1) * (r - 2) * (r - 3) * (r - 4) * (r - 5); x < p && redraw(x, p) {
				continue
			}
		}
		s[0], s[j0] = s[j0], s[0]
		s[1], s[j1+1] = s[j1+1], s[1]
		s[2], s[j2+2] = s[j2+2], s[2]
		s[3], s[j3+3] = s[j3+3], s[3]
		s[4], s[j4+4] = s[j4+4], s[4]
		s[5], s[j5+5] = s[j5+5], s[5]
		s = s[6:]
	}
	var b batch
	for len(s) > 1 {
		for t := range b.draw(src, uint64(len(s))) {
			j := b[t&7]
			s[0], s[j] = s[j], s[0]
			s = s[1:]
		}
	}
}

// shufflePCG is shuffle with the one generator that is so short that compilers
// inline it whole. A branch in the loops of shuffle would cost both a tenth, and
// a call of the generator more. The loops work on a copy of its state, which needs
// no memory. The tests compare the two.
func shufflePCG[E any](s []E, state *rand.PCG, src *source) {
	for len(s) > 1<<30 {
		j := src.below(uint64(len(s)))
		s[0], s[j] = s[j], s[0]
		s = s[1:]
	}
	pcg := *state
	for len(s) > 1<<19 {
		x := pcg.Uint64()
		r := uint64(len(s))
		j0, x := bits.Mul64(x, r)
		j1, x := bits.Mul64(x, r-1)
		if x < 1<<60 {
			if p := r * (r - 1); x < p && redraw(x, p) {
				continue
			}
		}
		s[0], s[j0] = s[j0], s[0]
		s[1], s[j1+1] = s[j1+1], s[1]
		s = s[2:]
	}
	for len(s) > 1<<14 {
		x := pcg.Uint64()
		r := uint64(len(s))
		j0, x := bits.Mul64(x, r)
		j1, x := bits.Mul64(x, r-1)
		j2, x := bits.Mul64(x, r-2)
		if x < 1<<57 {
			if p := r * (r - 1) * (r - 2); x < p && redraw(x, p) {
				continue
			}
		}
		s[0], s[j0] = s[j0], s[0]
		s[1], s[j1+1] = s[j1+1], s[1]
		s[2], s[j2+2] = s[j2+2], s[2]
		s = s[3:]
	}
	for len(s) > 1<<11 {
		x := pcg.Uint64()
		r := uint64(len(s))
		j0, x := bits.Mul64(x, r)
		j1, x := bits.Mul64(x, r-1)
		j2, x := bits.Mul64(x, r-2)
		j3, x := bits.Mul64(x, r-3)
		if x < 1<<56 {
			if p := r * (r - 1) * (r - 2) * (r - 3); x < p && redraw(x, p) {
				continue
			}
		}
		s[0], s[j0] = s[j0], s[0]
		s[1], s[j1+1] = s[j1+1], s[1]
		s[2], s[j2+2] = s[j2+2], s[2]
		s[3], s[j3+3] = s[j3+3], s[3]
		s = s[4:]
	}
	for len(s) > 1<<9 {
		x := pcg.Uint64()
		r := uint64(len(s))
		j0, x := bits.Mul64(x, r)
		j1, x := bits.Mul64(x, r-1)
		j2, x := bits.Mul64(x, r-2)
		j3, x := bits.Mul64(x, r-3)
		j4, x := bits.Mul64(x, r-4)
		if x < 1<<55 {
			if p := r * (r - 1) * (r - 2) * (r - 3) * (r - 4); x < p && redraw(x, p) {
				continue
			}
		}
		s[0], s[j0] = s[j0], s[0]
		s[1], s[j1+1] = s[j1+1], s[1]
		s[2], s[j2+2] = s[j2+2], s[2]
		s[3], s[j3+3] = s[j3+3], s[3]
		s[4], s[j4+4] = s[j4+4], s[4]
		s = s[5:]
	}
	for len(s) > 7 {
		x := pcg.Uint64()
		r := uint64(len(s))
		j0, x := bits.Mul64(x, r)
		j1, x := bits.Mul64(x, r-1)
		j2, x := bits.Mul64(x, r-2)
		j3, x := bits.Mul64(x, r-3)
		j4, x := bits.Mul64(x, r-4)
		j5, x := bits.Mul64(x, r-5)
		if x < 1<<54 {
			if p := r * (r - 1) * (r - 2) * (r - 3) * (r - 4) * (r - 5); x < p && redraw(x, p) {
				continue
			}
		}
		s[0], s[j0] = s[j0], s[0]
		s[1], s[j1+1] = s[j1+1], s[1]
		s[2], s[j2+2] = s[j2+2], s[2]
		s[3], s[j3+3] = s[j3+3], s[3]
		s[4], s[j4+4] = s[j4+4], s[4]
		s[5], s[j5+5] = s[j5+5], s[5]
		s = s[6:]
	}
	*state = pcg
	var b batch
	for len(s) > 1 {
		for t := range b.draw(src, uint64(len(s))) {
			j := b[t&7]
			s[0], s[j] = s[j], s[0]
			s = s[1:]
		}
	}
}
