package biased

import "math/rand"

// Names in other languages claim a shuffle, too.

//corpus:run
func barajar(a []int) {
	for range a {
		i, j := rand.Intn(len(a)), rand.Intn(len(a)) // want `swaps of random pairs`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func mezclarLista(a []int) {
	for range a {
		i, j := rand.Intn(len(a)), rand.Intn(len(a)) // want `swaps of random pairs`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func embaralhar(a []int) []int {
	b := make([]int, len(a))
	for i := range b {
		b[i] = a[rand.Intn(len(a))] // want `items are lost`
	}
	return b
}

//corpus:run
func mélanger(a []int) {
	j := rand.Intn(len(a))
	for i := range a { // want `one random number serves several swaps`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func kartenMischen(a []int) {
	for range a {
		i, j := rand.Intn(len(a)), rand.Intn(len(a)) // want `swaps of random pairs`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func перемешать(a []int) {
	for range a {
		i, j := rand.Intn(len(a)), rand.Intn(len(a)) // want `swaps of random pairs`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func 洗牌(a []int) {
	for range a {
		i, j := rand.Intn(len(a)), rand.Intn(len(a)) // want `swaps of random pairs`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func 打乱顺序(a []int) {
	for range a {
		i, j := rand.Intn(len(a)), rand.Intn(len(a)) // want `swaps of random pairs`
		a[i], a[j] = a[j], a[i]
	}
}
