package fair

// Generators of the program's own.

type lcg struct{ state uint64 }

func (g *lcg) next() uint32 {
	g.state = g.state*6364136223846793005 + 1442695040888963407
	return uint32(g.state >> 33)
}

//corpus:norun a generator of its own
func backwardByLCG(a []int, g *lcg) {
	for i := len(a) - 1; i > 0; i-- {
		j := int(g.next() % uint32(i+1))
		a[i], a[j] = a[j], a[i]
	}
}

type sum struct{ h uint32 }

func (s *sum) add(b byte) uint32 {
	s.h ^= uint32(b)
	s.h *= 16777619
	return s.h
}

//corpus:norun places in a table
func fill(table []byte, s *sum, text []byte) {
	for _, b := range text {
		table[s.add(b)%uint32(len(table))] = b
	}
}

//corpus:norun places in a table, by a hash that sums
func (s *sum) place(table []byte, b byte) byte {
	s.h = s.h*16777619 + uint32(b)
	return table[s.h%uint32(len(table))]
}

//corpus:norun a generator of its own, and its high bits
func (g *lcg) below(n int) int { return int(g.next()) % n }
