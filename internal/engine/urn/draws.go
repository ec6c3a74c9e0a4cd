package urn

// Draws puts draws into dst, and returns the part of it that it has filled. None means the end.
type Draws func(dst []uint64) []uint64

// Limit returns what draws by fill, which fills all of what it is given, as many as fit into dst and are left. Of 2⁶³
// or more nobody gets to the end.
func Limit(left uint64, fill func(dst []uint64)) Draws {
	return func(dst []uint64) []uint64 {
		dst = dst[:min(left, uint64(len(dst)))]
		left -= uint64(len(dst))
		fill(dst)
		return dst
	}
}

// Pull returns what draws what next returns, until it has no more.
func Pull(next func() (uint64, bool)) Draws {
	return func(dst []uint64) []uint64 {
		for n := range dst {
			i, ok := next()
			if !ok {
				return dst[:n]
			}
			dst[n] = i
		}
		return dst
	}
}

// A chooser is a worker that shares draws with others.
type chooser struct {
	draw       Draws
	room, part []uint64 // part is what was claimed
}

// Claim draws.
func (c *chooser) Claim() bool {
	c.part = c.draw(c.room)
	return len(c.part) > 0
}
