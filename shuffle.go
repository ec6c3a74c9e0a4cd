package yates

import "math/rand/v2"

// Shuffle (slow, to be replaced).
func Shuffle[S ~[]E, E any](s S, src rand.Source) {
	if len(s) < 2 {
		return
	}
	r := open(src)
	defer r.close()
	for i := 0; i < len(s)-1; i++ {
		j := i + int(r.below(uint64(len(s)-i)))
		s[i], s[j] = s[j], s[i]
	}
}
