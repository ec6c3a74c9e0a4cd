package biased

import (
	"math/rand"
	randv2 "math/rand/v2"
)

//corpus:run
func shortOfTheEnd(a []int) {
	n := len(a)
	for i := 0; i < n-1; i++ {
		j := rand.Intn(n-i-1) + i // want `the last item never moves: for 3 items only 2 of the 6 orders can come out`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func stopsEarly(a []int) {
	for i := len(a) - 1; i > 1; i-- {
		j := rand.Intn(i + 1) // want `for 3 items only 3 of the 6 orders can come out`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func stopsEarlyUp(a []int) {
	n := len(a)
	for i := 0; i < n-2; i++ {
		j := i + randv2.IntN(n-i) // want `for 3 items only 3 of the 6 orders can come out`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func startsLate(a []int) {
	n := len(a)
	for i := n - 2; i > 0; i-- {
		j := rand.Intn(i + 1) // want `the last item never moves`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func neverZero(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i) + 1 // want `the first item never moves`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func startsAtOne(a []int) {
	for i := 1; i < len(a); i++ {
		j := i + rand.Intn(len(a)-i) // want `the first item never moves`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func oneOfTwo(a []int) {
	for i := 0; i < len(a)-1; i++ {
		j := i + rand.Intn(2) // want `for 3 items only 4 of the 6 orders can come out`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func insideOutShort(a []int) []int {
	out := make([]int, len(a))
	copy(out, a)
	for i := 1; i < len(a); i++ {
		j := rand.Intn(i) // want `for 3 items only 2 of the 6 orders can come out`
		out[i] = out[j]
		out[j] = a[i]
	}
	return out
}

//corpus:run
func pickUntilOneIsLeft(a []int) (out []int) {
	for len(a) > 1 {
		j := rand.Intn(len(a) - 1) // want `the last item is never drawn`
		out = append(out, a[j])
		a = append(a[:j:j], a[j+1:]...)
	}
	return append(out, a...)
}

//corpus:run
func rows(a *[2][2]int) {
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(a[i]) - 1; j >= 0; j-- {
			m, n := rand.Intn(i+1), rand.Intn(j+1)
			a[i][j], a[m][n] = a[m][n], a[i][j]
		}
	}
}

//corpus:run
func insertNeverLast(a []int) {
	for i := 1; i < len(a); i++ {
		x := a[i]
		j := rand.Intn(i) // want `the last place always gets the same item, number 1; replace i by i\+1`
		copy(a[j+1:i+1], a[j:i])
		a[j] = x
	}
}

//corpus:run
func stopsEarlyInFive(a *[5]int) {
	for i := 0; i < 3; i++ {
		j := i + rand.Intn(5-i) // want `for 3 items only 3 of the 6 orders can come out`
		a[i], a[j] = a[j], a[i]
	}
}
