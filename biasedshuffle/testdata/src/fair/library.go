package fair

import (
	"math"
	"math/bits"
	"math/rand"
)

// As the standard library's and golang.org/x/exp's have it, in all their versions.

//corpus:norun the swap is a parameter
func inTwoLoops(r *rand.Rand, n int, swap func(i, j int)) {
	if n < 0 {
		panic("negative")
	}
	i := n - 1
	for ; i > 1<<31-1-1; i-- {
		swap(i, int(r.Int63n(int64(i+1))))
	}
	for ; i > 0; i-- {
		swap(i, int(r.Int31n(int32(i+1))))
	}
}

//corpus:norun the swap is a parameter
func inTwoLoopsOfInt31(n int, swap func(i, j int)) {
	i := n - 1
	for ; i >= math.MaxInt32; i-- {
		j := int(rand.Int63n(int64(i + 1)))
		swap(i, j)
	}
	for ; i > 0; i-- {
		j := int(rand.Int31n(int32(i + 1)))
		swap(i, j)
	}
}

//corpus:run
func inTwoLoopsOfSlice(a []int) {
	i := len(a) - 1
	for ; i > 1<<31-1-1; i-- {
		j := int(rand.Int63n(int64(i + 1)))
		a[i], a[j] = a[j], a[i]
	}
	for ; i > 0; i-- {
		j := int(rand.Int31n(int32(i + 1)))
		a[i], a[j] = a[j], a[i]
	}
}

type words struct{ state uint64 }

func (w *words) Uint64() uint64 {
	w.state ^= w.state << 13
	w.state ^= w.state >> 7
	w.state ^= w.state << 17
	return w.state
}

// below multiplies and draws again where the low half shows a bias.
func (w *words) below(n uint64) uint64 {
	if n&(n-1) == 0 {
		return w.Uint64() & (n - 1)
	}
	high, low := bits.Mul64(w.Uint64(), n)
	if low < n {
		least := -n % n
		for low < least {
			high, low = bits.Mul64(w.Uint64(), n)
		}
	}
	return high
}

//corpus:norun a generator of its own
func byMultiplication(w *words, n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, int(w.below(uint64(i+1))))
	}
}

//corpus:norun a generator of its own
func permByMultiplication(w *words, n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	byMultiplication(w, len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

//corpus:run
func permFromZero(n int) []int {
	m := make([]int, n)
	for i := 0; i < n; i++ {
		m[i] = i
	}
	for i := 0; i < n; i++ {
		j := rand.Intn(i + 1)
		m[i], m[j] = m[j], m[i]
	}
	return m
}

//corpus:run
func permFromOne(n int) []int {
	m := make([]int, n)
	for i := 1; i < n; i++ {
		j := rand.Intn(i + 1)
		m[i] = m[j]
		m[j] = i
	}
	return m
}

//corpus:norun a constant of a type parameter
func mixNumbers[T int | float64](a []T) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		if a[i] > 2 {
			a[i], a[j] = a[j], a[i]
		}
	}
}
