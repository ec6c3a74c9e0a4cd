package laws

import (
	"math"
	"sync"
)

// OfNeighbours is the law of the number of neighbours that share a class, of so many classes of that many items. The
// items of a class come into an order of m items in blocks: b blocks in C(size−1, b−1) ways. Of the m+1 gaps for them,
// those between neighbours that share a class lose these.
func OfNeighbours(classes, size int) []float64 {
	law := []float64{1}
	for class := range classes {
		m := class * size
		next := make([]float64, len(law)+size-1)
		for same, p := range law {
			for blocks := 1; blocks <= size; blocks++ {
				for parted := range min(blocks, same) + 1 {
					next[same-parted+size-blocks] += p * math.Exp(LnChoose(size-1, blocks-1)+LnChoose(same, parted)+
						LnChoose(m+1-same, blocks-parted)-LnChoose(m+size, size))
				}
			}
		}
		law = next
	}
	return law
}

// OfHands is the law of the number of pairs that share a class, in hands of k items.
func OfHands(k, classes, size int) []float64 {
	most := k * (k - 1) / 2
	ways := make([][]float64, k+1) // by items and pairs
	for i := range ways {
		ways[i] = make([]float64, most+1)
	}
	ways[0][0] = math.Exp(-LnChoose(classes*size, k))
	for range classes {
		for items := k; items >= 0; items-- {
			for pairs := most; pairs >= 0; pairs-- {
				sum := 0.0
				for j, choose := 0, 1.0; j <= min(size, items) && j*(j-1)/2 <= pairs; j++ {
					sum += choose * ways[items-j][pairs-j*(j-1)/2]
					choose *= float64(size-j) / float64(j+1)
				}
				ways[items][pairs] = sum
			}
		}
	}
	return ways[k]
}

// LnChoose returns the logarithm of n over k.
func LnChoose(n, k int) float64 {
	if k < 0 || k > n {
		return math.Inf(-1)
	}
	return LnFactorial(n) - LnFactorial(k) - LnFactorial(n-k)
}

// LnFactorial returns the logarithm of n!.
func LnFactorial(n int) float64 {
	if known := lnFactorials(); n < len(known) {
		return known[n]
	}
	ln, _ := math.Lgamma(float64(n + 1))
	return ln
}

var lnFactorials = sync.OnceValue(func() []float64 {
	all := make([]float64, 128)
	for n := range all {
		all[n], _ = math.Lgamma(float64(n + 1))
	}
	return all
})

// Hypergeometric returns the law of how many of the good items are among k of n. So many of k of n items come right
// after another one, too, if k−1 are good: the k items are k−v runs, which C(k−1, v) ways give, between n−k others, at
// C(n−k+1, k−v) places.
func Hypergeometric(n, good, k int) []float64 {
	law := make([]float64, min(good, k)+1)
	for v := range law {
		law[v] = math.Exp(LnChoose(good, v) + LnChoose(n-good, k-v) - LnChoose(n, k))
	}
	return law
}

// Orders returns n!, for at most 12, as an int may have 32 bits.
func Orders(n int) int {
	f := 1
	for k := 2; k <= n; k++ {
		f *= k
	}
	return f
}
