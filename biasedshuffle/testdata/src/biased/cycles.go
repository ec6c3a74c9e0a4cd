package biased

import (
	crand "crypto/rand"
	"math/big"
	"math/rand"
	randv2 "math/rand/v2"
)

//corpus:run
func boundTooSmall(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i) // want `a single cycle \(Sattolo\): for 3 items only 2 of the 6 orders can come out`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func boundTooSmallSecondVersion(a []int) {
	for i := len(a) - 1; i >= 1; i-- {
		j := randv2.IntN(i) // want `a single cycle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func boundTooSmallUp(a []int) {
	for i := 1; i < len(a); i++ {
		j := rand.Intn(i) // want `a single cycle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func boundTooSmallWhile(a []int) {
	n := len(a)
	for n > 1 {
		n--
		k := rand.Intn(n) // want `a single cycle`
		a[n], a[k] = a[k], a[n]
	}
}

//corpus:run
func restAfterSelf(a []int) {
	for i := 0; i < len(a)-1; i++ {
		j := i + 1 + rand.Intn(len(a)-i-1) // want `a single cycle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func boundTooSmallCrypto(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		n, _ := crand.Int(crand.Reader, big.NewInt(int64(i))) // want `a single cycle`
		j := int(n.Int64())
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func boundTooSmallShrinking(a []int) {
	for len(a) > 1 {
		last := len(a) - 1
		j := rand.Intn(last) // want `a single cycle`
		a[last], a[j] = a[j], a[last]
		a = a[:last]
	}
}

//corpus:run
func boundTooSmallTemporary(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i) // want `a single cycle`
		temp := a[i]
		a[i] = a[j]
		a[j] = temp
	}
}

//corpus:run
func boundTooSmallInt32(a []int) {
	for i := int32(len(a)) - 1; i > 0; i-- {
		j := rand.Int31n(i) // want `a single cycle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func boundTooSmallRecursive(a []int) {
	if len(a) < 2 {
		return
	}
	last := len(a) - 1
	j := rand.Intn(last) // want `a single cycle`
	a[last], a[j] = a[j], a[last]
	boundTooSmallRecursive(a[:last])
}
