package machine

import "math"

// Choices are what a machine draws on a path, or would draw.
type choices struct {
	trace
	path       *path
	lazy       bool // draws stay what they are
	reductions []Reduction
	err        error // why the machine gave up
}

// A reason is why a machine gives up: it meets what it does not understand.
type reason string

func (r reason) Error() string { return string(r) }

const (
	// Where the program itself panics.
	outOfRange  reason = "an index is out of range"
	fromNothing reason = "a number is drawn below 0"

	cut     reason = "there are too many draws on one path"
	TooMany reason = "there are too many paths"
)

// giveUp ends the run for the first reason there is. What the machine still does until it notices counts for nothing.
func (by *choices) giveUp(why reason) value {
	if by.err == nil {
		by.err = why
	}
	return unknown{}
}

// choose draws an integer in [0, k).
func (by *choices) choose(k int64) int64 {
	if k < 1 {
		by.giveUp(fromNothing)
	}
	if by.err != nil {
		return 0
	}
	by.note(Trivial, k == 1)
	c, ok := by.path.choose(k)
	if !ok {
		by.giveUp(cut)
	}
	return c
}

// chance chooses whether a random real is below a limit, where that has a chance with a small denominator.
func (by *choices) chance(below float64) (is, known bool) {
	for k := 1.0; k <= 32; k++ {
		if c := math.Round(below * k); math.Abs(c-below*k) < 1e-9 {
			return float64(by.choose(int64(k))) < c, true
		}
	}
	return false, false
}

// permutation draws a permutation, which is uniform.
func (by *choices) permutation(n int64) value {
	if n < 0 || n > 5 {
		return by.giveUp("a large permutation")
	}
	of := make([]value, n)
	for i := range of {
		j := int(by.choose(int64(i + 1)))
		of[i] = of[j]
		of[j] = number{int64(i), true}
	}
	return &slice{of: &of, len: int(n), drawn: true}
}

// A path is a sequence of random choices. It is followed again from the start for each new one at its end.
type path struct {
	choices, bounds []int64
	at              int
}

// choose returns the next choice among k; it is false where the path is too long. Choices begin with
// another one at each step, so that the first paths are like the others, and not those of all zeros.
func (p *path) choose(k int64) (int64, bool) {
	if p.at == len(p.choices) {
		if p.at == maxDraws {
			return 0, false
		}
		p.choices, p.bounds = append(p.choices, 0), append(p.bounds, k)
	}
	p.at++
	return (p.choices[p.at-1] + int64(p.at)) % k, true
}

// next moves to the next path; it is false after the last.
func (p *path) next() bool {
	d := len(p.choices)
	for d > 0 && p.choices[d-1]+1 == p.bounds[d-1] {
		d--
	}
	p.choices, p.bounds, p.at = p.choices[:d], p.bounds[:d], 0
	if d > 0 {
		p.choices[d-1]++
	}
	return d > 0
}

// paths returns how many paths there are as likely as this.
func (p *path) paths() int64 {
	n := int64(1)
	for _, k := range p.bounds {
		if n <= 1<<40 {
			n *= k
		}
	}
	return n
}
