package audit

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

type latticeKey struct {
	a, m       uint64
	dimensions int
}

var lattices sync.Map // latticeKey to *lattice

// latticeOf returns the lattice of successive states of a generator, without what it adds.
func latticeOf(f fraction, dimensions int) *lattice {
	key := latticeKey{f.a, f.m, dimensions}
	if known, ok := lattices.Load(key); ok {
		return known.(*lattice)
	}
	l := &lattice{}
	for i := range dimensions {
		l.rows = append(l.rows, make([]int64, dimensions))
		l.rows[i][i] = int64(f.m)
	}
	f.c = 0
	for i, s := 0, uint64(1); i < dimensions; i++ {
		l.rows[0][i] = int64(s)
		s = f.next(s)
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
		for j := i - 1; j >= 0; j-- {
			q := math.Round(project(l.rows[i], l.gram[j]) / l.norms[j])
			for x := range l.rows[i] {
				l.rows[i][x] -= int64(q) * l.rows[j][x]
			}
		}
		l.orthogonalize(i)
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
		l.orthogonalize(i)
		i = max(i, 0)
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
