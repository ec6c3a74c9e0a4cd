package chained

import "math/rand/v2"

func shuffle(a []int) {
	for i := range a {
		j := first(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

func first(n int) int  { return second(n) }
func second(n int) int { return third(n) }
func third(n int) int  { return fourth(n) }
func fourth(n int) int { return rand.IntN(n) }
