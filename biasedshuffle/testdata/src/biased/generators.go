package biased

// Generators of the program's own.

type lcg struct{ state uint64 }

func (g *lcg) next() uint32 {
	g.state = g.state*6364136223846793005 + 1442695040888963407
	return uint32(g.state >> 33)
}

//corpus:norun a generator of its own
func wholeRangeByLCG(a []int, g *lcg) {
	for i := range a {
		j := int(g.next()) % len(a)
		a[i], a[j] = a[j], a[i]
	}
}

var seed uint32

func rnd() int {
	seed = seed*214013 + 2531011
	return int(seed>>16) & 0x7fff
}

//corpus:norun a generator of its own
func oneLessByRnd(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rnd() % i
		a[i], a[j] = a[j], a[i]
	}
}

type xorshift struct{ x uint64 }

func (s *xorshift) below(n int) int {
	s.x ^= s.x << 13
	s.x ^= s.x >> 7
	s.x ^= s.x << 17
	return int(s.x % uint64(n))
}

//corpus:norun a generator of its own
func wholeRangeByXorshift(a []int, s *xorshift) {
	for i := range a {
		j := s.below(len(a))
		a[i], a[j] = a[j], a[i]
	}
}
