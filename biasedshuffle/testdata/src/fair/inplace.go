package fair

import (
	crand "crypto/rand"
	"math/big"
	"math/rand"
	randv2 "math/rand/v2"
	"reflect"
	"sort"
)

//corpus:run
func backward(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func backwardToZero(a []int) {
	for i := len(a) - 1; i >= 0; i-- {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func backwardByCount(a []int) {
	for i := len(a); i > 1; i-- {
		j := rand.Intn(i)
		a[i-1], a[j] = a[j], a[i-1]
	}
}

//corpus:run
func forward(a []int) {
	n := len(a)
	for i := 0; i < n-1; i++ {
		j := i + rand.Intn(n-i)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func forwardToEnd(a []int) {
	for i := range a {
		j := rand.Intn(len(a)-i) + i
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func growing(a []int) {
	for i := range a {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func growingFromOne(a []int) {
	for i := 1; i < len(a); i++ {
		j := randv2.IntN(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func rangeOverInt(a []int) {
	for i := range len(a) {
		j := randv2.IntN(len(a)-i) + i
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func temporary(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		t := a[i]
		a[i] = a[j]
		a[j] = t
	}
}

//corpus:run
func while(a []int) {
	n := len(a)
	for n > 1 {
		k := rand.Intn(n)
		n--
		a[n], a[k] = a[k], a[n]
	}
}

//corpus:run
func forever(a []int) {
	i := len(a)
	for {
		if i < 2 {
			return
		}
		j := rand.Intn(i)
		i--
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func int64s(a []int) {
	for i := int64(len(a)) - 1; i > 0; i-- {
		j := rand.Int63n(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func uint32s(a []int) {
	for i := uint32(len(a)); i > 1; {
		j := randv2.Uint32N(i)
		i--
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func genericN(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := randv2.N(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func generic[T any](a []T) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func genericSlices[S ~[]E, E any](s S) {
	for i := len(s) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		s[i], s[j] = s[j], s[i]
	}
}

//corpus:run
func ofSource(a []int, r *rand.Rand) {
	for i := len(a) - 1; i > 0; i-- {
		j := r.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func cryptographic(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		n, err := crand.Int(crand.Reader, big.NewInt(int64(i+1)))
		if err != nil {
			panic(err)
		}
		j := n.Int64()
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func byHelper(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		exchange(a, i, between(0, i))
	}
}

func between(min, max int) int { return rand.Intn(max-min+1) + min }

func exchange(a []int, i, j int) { a[i], a[j] = a[j], a[i] }

//corpus:run
func byHelperFromOne(a []int) {
	for k := len(a); k > 1; k-- {
		j := die(k) - 1
		a[k-1], a[j] = a[j], a[k-1]
	}
}

func die(sides int) int { return 1 + rand.Intn(sides) }

//corpus:run
func byPointers(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		exchangeAt(&a[i], &a[rand.Intn(i+1)])
	}
}

func exchangeAt(x, y *int) { *x, *y = *y, *x }

//corpus:run
func byClosure(a []int) {
	swap := func(i, j int) { a[i], a[j] = a[j], a[i] }
	for i := len(a) - 1; i > 0; i-- {
		swap(i, rand.Intn(i+1))
	}
}

//corpus:run
func bySwapper(a []int) {
	swap := reflect.Swapper(a)
	for i := len(a) - 1; i > 0; i-- {
		swap(i, rand.Intn(i+1))
	}
}

//corpus:run
func byInterface(a []int) { stir(sort.IntSlice(a)) }

func stir(s sort.Interface) {
	for i := s.Len() - 1; i > 0; i-- {
		s.Swap(i, rand.Intn(i+1))
	}
}

//corpus:run
func byMethod(a []int) { (&hand{items: a}).stir() }

type hand struct{ items []int }

func (h *hand) stir() {
	for i := len(h.items) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		h.items[i], h.items[j] = h.items[j], h.items[i]
	}
}

//corpus:run
func ofPointer(p *[]int) {
	for i := len(*p) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		(*p)[i], (*p)[j] = (*p)[j], (*p)[i]
	}
}

//corpus:run
func ofArray(a *[5]int) {
	for i := 4; i > 0; i-- {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun 52! paths
func of52(deck *[52]int) {
	for i := 0; i < 51; i++ {
		j := i + rand.Intn(52-i)
		deck[i], deck[j] = deck[j], deck[i]
	}
}

//corpus:run
func shrinking(a []int) {
	for len(a) > 1 {
		j := rand.Intn(len(a))
		last := len(a) - 1
		a[last], a[j] = a[j], a[last]
		a = a[:last]
	}
}

//corpus:run
func shrinkingFront(a []int) {
	for len(a) > 1 {
		j := rand.Intn(len(a))
		a[0], a[j] = a[j], a[0]
		a = a[1:]
	}
}

//corpus:run
func recursive(a []int) {
	if len(a) < 2 {
		return
	}
	last := len(a) - 1
	j := rand.Intn(len(a))
	a[last], a[j] = a[j], a[last]
	recursive(a[:last])
}

//corpus:run
func guarded(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		if j := rand.Intn(i + 1); j != i {
			a[i] ^= a[j]
			a[j] ^= a[i]
			a[i] ^= a[j]
		}
	}
}

//corpus:run
func guardedContinue(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		if i == j {
			continue
		}
		a[i] = a[i] + a[j]
		a[j] = a[i] - a[j]
		a[i] = a[i] - a[j]
	}
}

//corpus:run
func reversedIndex(a []int) {
	n := len(a)
	for i := 0; i < n; i++ {
		j := rand.Intn(n - i)
		a[n-1-i], a[j] = a[j], a[n-1-i]
	}
}

//corpus:run
func twoSlices(a []int) { twins(a, append([]int(nil), a...)) }

func twins(x, y []int) {
	for i := len(x) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		x[i], x[j] = x[j], x[i]
		y[i], y[j] = y[j], y[i]
	}
}

//corpus:run
func byIndexFlat(a *[2][2]int) {
	const columns = 2
	for k := 3; k > 0; k-- {
		r := rand.Intn(k + 1)
		a[k/columns][k%columns], a[r/columns][r%columns] = a[r/columns][r%columns], a[k/columns][k%columns]
	}
}

//corpus:run
func nested(a *[2][2]int) {
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(a[i]) - 1; j >= 0; j-- {
			k := rand.Intn(i*len(a[i]) + j + 1)
			m, n := k/len(a[i]), k%len(a[i])
			a[i][j], a[m][n] = a[m][n], a[i][j]
		}
	}
}

//corpus:run
func twice(a []int) {
	for range 2 {
		for i := len(a) - 1; i > 0; i-- {
			j := rand.Intn(i + 1)
			a[i], a[j] = a[j], a[i]
		}
	}
}

//corpus:run
func standard(a []int) {
	rand.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
}

//corpus:run
func injected(a []int) { stirWith(a, rand.Intn) }

func stirWith(a []int, intn func(int) int) {
	for i := len(a) - 1; i > 0; i-- {
		j := intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func againForThree(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(4)
		for j > i {
			j = rand.Intn(4)
		}
		a[i], a[j] = a[j], a[i]
	}
}

// Swaps of an item with itself are left out, and the bound is not the length of the
// slice: on a path without a swap, the slice is as it was.

//corpus:norun the bound is a parameter
func guardedByParameter(a []int, n int) {
	for i := n - 1; i > 0; i-- {
		if j := rand.Intn(i + 1); i != j {
			a[i], a[j] = a[j], a[i]
		}
	}
}

//corpus:run
func guardedByField(a []int) { (&shoe{cards: a, count: len(a)}).mix() }

type shoe struct {
	cards []int
	count int
}

func (s *shoe) mix() {
	for i := 0; i < s.count; i++ {
		j := i + rand.Intn(s.count-i)
		if j == i {
			continue
		}
		s.cards[i], s.cards[j] = s.cards[j], s.cards[i]
	}
}

//corpus:norun the bound is a constant
func guardedByConstant(a []int) {
	const n = 5
	for i := n - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		if i != j {
			a[i], a[j] = a[j], a[i]
		}
	}
}

//corpus:run
func guardedMade(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	for i := 1; i < n; i++ {
		if j := rand.Intn(i + 1); j != i {
			p[i], p[j] = p[j], p[i]
		}
	}
	return p
}

//corpus:norun the swap is a parameter
func guardedSwapFunction(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		if j := rand.Intn(i + 1); j != i {
			swap(i, j)
		}
	}
}

//corpus:norun an interface
func guardedInterface(s sort.Interface) {
	n := s.Len()
	for i := n - 1; i > 0; i-- {
		if j := rand.Intn(i + 1); j != i {
			s.Swap(i, j)
		}
	}
}
