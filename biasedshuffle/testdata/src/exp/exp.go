package exp

import (
	"golang.org/x/exp/rand"
	"golang.org/x/exp/slices"
)

func sortByCoin(a []int) {
	slices.SortFunc(a, func(x, y int) int { return rand.Intn(3) - 1 }) // want `random comparison`
}

func wholeRange(a []int) {
	for i := range a {
		j := rand.Intn(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

func backward(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}
