package generators

import (
	"math"
	"sync"
)

// A lattice has a reduced basis, whose rows are short and nearly at right angles.
type lattice struct {
	rows  [][]int64
	gram  [][]float64 // the rows, made orthogonal
	norms []float64   // the squares of their lengths
}

// A chosen number is one of those from a generator: which, and among how many it chooses.
type chosen struct{ at, among int }

// A latticeKey says of which numbers a lattice is: the first ones of some deals.
type latticeKey struct {
	a, m                       uint64
	among, each, deals, period int
}

var lattices sync.Map // latticeKey to *lattice

// numbers returns the numbers of a lattice.
func (k latticeKey) numbers() []chosen {
	var all []chosen
	for deal := range k.deals {
		for step := range k.each {
			all = append(all, chosen{deal*k.period + step, k.among - step})
		}
	}
	return all
}

// latticeOf returns the lattice of the states of a generator, without what it adds, each
// times the number of choices: so what is not known of a state is m in each dimension.
func latticeOf(f fraction, key latticeKey) *lattice {
	key.a, key.m = f.a, f.m
	if known, ok := lattices.Load(key); ok {
		return known.(*lattice)
	}
	l := &lattice{}
	f.c = 0
	numbers := key.numbers()
	at, s := 0, uint64(1)
	for i, number := range numbers {
		for ; at < number.at; at++ {
			s = f.next(s)
		}
		l.rows = append(l.rows, make([]int64, len(numbers)))
		l.rows[0][i] = int64(s) * int64(number.among)
		if i > 0 {
			l.rows[i][i] = int64(f.m) * int64(number.among)
		}
	}
	l.reduce()
	lattices.Store(key, l)
	return l
}

// reduce makes the basis short (Lenstra, Lenstra and Lovász 1982).
func (l *lattice) reduce() {
	d := len(l.rows)
	l.gram, l.norms = make([][]float64, d), make([]float64, d)
	for i := range l.gram {
		l.gram[i] = make([]float64, d)
	}
	for i := 0; i < d; {
		l.orthogonalize(i)
		reduced := false
		for j := i - 1; j >= 0; j-- {
			q := math.Round(project(l.rows[i], l.gram[j]) / l.norms[j])
			if q == 0 {
				continue
			}
			for x := range l.rows[i] {
				l.rows[i][x] -= int64(q) * l.rows[j][x]
			}
			reduced = true
		}
		if reduced { // of shorter rows it is more exact
			l.orthogonalize(i)
		}
		if i == 0 {
			i++
			continue
		}
		mu := project(l.rows[i], l.gram[i-1]) / l.norms[i-1]
		if l.norms[i] >= (0.99-mu*mu)*l.norms[i-1] {
			i++
			continue
		}
		l.rows[i], l.rows[i-1] = l.rows[i-1], l.rows[i]
		i--
	}
}

// orthogonalize sets row i of gram, after those before it.
func (l *lattice) orthogonalize(i int) {
	g := l.gram[i]
	for x, v := range l.rows[i] {
		g[x] = float64(v)
	}
	for j := range i {
		mu := project(l.rows[i], l.gram[j]) / l.norms[j]
		for x := range g {
			g[x] -= mu * l.gram[j][x]
		}
	}
	l.norms[i] = 0
	for _, v := range g {
		l.norms[i] += v * v
	}
}

// nearest returns the first coordinate of a lattice point near to the given one (Babai
// 1986).
func (l *lattice) nearest(point []float64) int64 {
	first := int64(0)
	for i := len(l.rows) - 1; i >= 0; i-- {
		sum := 0.0
		for x, v := range l.gram[i] {
			sum += v * point[x]
		}
		q := math.Round(sum / l.norms[i])
		for x, v := range l.rows[i] {
			point[x] -= q * float64(v)
		}
		first += int64(q) * l.rows[i][0]
	}
	return first
}

func project(row []int64, on []float64) float64 {
	sum := 0.0
	for x, v := range on {
		sum += v * float64(row[x])
	}
	return sum
}
