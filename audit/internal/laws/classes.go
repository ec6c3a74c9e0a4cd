package laws

import (
	"math"
	"math/big"
)

// OfNeighbours is the law of the number of neighbours that share a class, of so many
// classes of that many items. To join i neighbours leaves m = n−i blocks; a class of s
// items makes j blocks in C(s−1, j−1) ways, so with x^j/j! for its j blocks there are
// m!·[x^m] (Σ C(s−1, j−1)·x^j/j!)^classes ways in all. Each order with more than i such
// neighbours is among them several times, which inclusion and exclusion mends.
func OfNeighbours(classes, size int) []float64 {
	n := classes * size
	factorial := make([]*big.Int, n+1)
	for i := range factorial {
		factorial[i] = new(big.Int).MulRange(1, int64(i))
	}
	product := []*big.Int{big.NewInt(1)} // times size! for each class
	for range classes {
		next := make([]*big.Int, len(product)+size)
		for i := range next {
			next[i] = new(big.Int)
		}
		for j := 1; j <= size; j++ {
			ways := new(big.Int).Binomial(int64(size-1), int64(j-1))
			ways.Mul(ways, new(big.Int).Div(factorial[size], factorial[j]))
			for i, p := range product {
				next[i+j].Add(next[i+j], new(big.Int).Mul(p, ways))
			}
		}
		product = next
	}
	law := make([]float64, n-classes+1)
	for same := range law {
		sum, term := new(big.Int), new(big.Int)
		for i := same; i < len(law); i++ {
			term.Binomial(int64(i), int64(same)).Mul(term, product[n-i]).Mul(term, factorial[n-i])
			if (i-same)%2 == 0 {
				sum.Add(sum, term)
			} else {
				sum.Sub(sum, term)
			}
		}
		law[same], _ = new(big.Rat).SetFrac(sum, factorial[n]).Float64()
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
	ways[0][0] = 1
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
	total := 0.0
	for _, w := range ways[k] {
		total += w
	}
	law := make([]float64, 0, most+1)
	for pairs, w := range ways[k] {
		law = append(law, w/total)
		if w > 0 {
			most = pairs
		}
	}
	return law[:most+1]
}

// LnChoose returns the logarithm of n over k.
func LnChoose(n, k int) float64 {
	ln := func(n int) float64 { l, _ := math.Lgamma(float64(n + 1)); return l }
	return ln(n) - ln(k) - ln(n-k)
}

// Hypergeometric returns the law of how many of the good items are among k of n.
func Hypergeometric(n, good, k int) []float64 {
	law := make([]float64, min(good, k)+1)
	for v := range law {
		if k-v <= n-good {
			law[v] = math.Exp(LnChoose(good, v) + LnChoose(n-good, k-v) - LnChoose(n, k))
		}
	}
	return law
}

// OfConsecutive returns the law of how many of k of n items come right after another one:
// the k items are k−v runs, which C(k−1, v) ways give, between n−k others, at C(n−k+1, k−v)
// places.
func OfConsecutive(n, k int) []float64 {
	law := make([]float64, k)
	for v := range law {
		if k-v <= n-k+1 {
			law[v] = math.Exp(LnChoose(k-1, v) + LnChoose(n-k+1, k-v) - LnChoose(n, k))
		}
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
