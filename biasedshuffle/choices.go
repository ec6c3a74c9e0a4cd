package biasedshuffle

// A path is a sequence of random choices. It is followed again from the start
// for each new one at its end.
type path struct {
	choices, bounds []int64
	at              int
}

// choose returns the next choice among k; it is false where the path is too long.
func (p *path) choose(k int64) (int64, bool) {
	if p.at == len(p.choices) {
		if p.at == maxDraws {
			return 0, false
		}
		p.choices = append(p.choices, 0)
		p.bounds = append(p.bounds, k)
	}
	c := p.choices[p.at]
	p.at++
	return c, true
}

// next moves to the next path; it is false after the last.
func (p *path) next() bool {
	d := len(p.choices)
	for d > 0 && p.choices[d-1]+1 == p.bounds[d-1] {
		d--
	}
	p.choices, p.bounds, p.at = p.choices[:d], p.bounds[:d], 0
	if d == 0 {
		return false
	}
	p.choices[d-1]++
	return true
}

// paths returns how many paths there are as likely as this.
func (p *path) paths() int64 {
	n := int64(1)
	for _, k := range p.bounds {
		if n > 1<<40 {
			return n
		}
		n *= k
	}
	return n
}
