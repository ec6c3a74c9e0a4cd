package biased

import (
	crand "crypto/rand"
	"math/big"
	"math/rand"
	randv2 "math/rand/v2"
	"sort"
)

//corpus:run
func wholeRange(a []int) {
	for i := range a {
		j := rand.Intn(len(a)) // want `a naive shuffle: for 3 items 3 orders come with 5/27, 3 with 4/27`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func wholeRangeCounted(a []int) {
	n := len(a)
	for i := 0; i < n; i++ {
		j := rand.Intn(n) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func wholeRangeDown(a []int) {
	for i := len(a) - 1; i >= 0; i-- {
		j := rand.Intn(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func wholeRangeTemporary(a []int) {
	for i := 0; i < len(a); i++ {
		r := rand.Intn(len(a)) // want `a naive shuffle`
		t := a[r]
		a[r] = a[i]
		a[i] = t
	}
}

//corpus:run
func wholeRangeSecondVersion(a []int) {
	for i := range len(a) {
		j := randv2.IntN(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func wholeRangeGenericN(a []int) {
	for i := range a {
		j := randv2.N(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func wholeRangeInt64(a []int) {
	for i := int64(0); i < int64(len(a)); i++ {
		j := rand.Int63n(int64(len(a))) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func wholeRangeUint32(a []int) {
	n := uint32(len(a))
	for i := uint32(0); i < n; i++ {
		j := randv2.Uint32N(n) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func wholeRangeOfSource(a []int, r *rand.Rand) {
	for i := range a {
		j := r.Intn(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func wholeRangeCrypto(a []int) {
	for i := range a {
		j, err := crand.Int(crand.Reader, big.NewInt(int64(len(a)))) // want `a naive shuffle`
		if err != nil {
			panic(err)
		}
		k := j.Int64()
		a[i], a[k] = a[k], a[i]
	}
}

//corpus:run
func wholeRangeGeneric[T any](a []T) {
	for i := range a {
		j := rand.Intn(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func wholeRangeOfSlices[S ~[]E, E any](s S) {
	for i := range s {
		j := rand.Intn(len(s)) // want `a naive shuffle`
		s[i], s[j] = s[j], s[i]
	}
}

//corpus:run
func wholeRangeByHelper(a []int) {
	for i := range a {
		j := below(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

func below(n int) int { return rand.Intn(n) }

//corpus:run
func wholeRangeByBetween(a []int) {
	for i := range a {
		exchange(a, i, between(0, len(a)-1)) // want `a naive shuffle`
	}
}

func between(min, max int) int { return min + rand.Intn(max-min+1) }

func exchange(a []int, i, j int) { a[i], a[j] = a[j], a[i] }

//corpus:run
func wholeRangeBySwapOfIndex(a []int) {
	swap := func(i, j int) { a[i], a[j] = a[j], a[i] }
	for i := range a {
		swap(i, rand.Intn(len(a))) // want `a naive shuffle`
	}
}

//corpus:run
func wholeRangeOfDeck(a []int) { (&hand{items: a}).stir() }

type hand struct{ items []int }

func (h *hand) stir() {
	for i := range h.items {
		j := rand.Intn(len(h.items)) // want `a naive shuffle`
		h.items[i], h.items[j] = h.items[j], h.items[i]
	}
}

//corpus:run
func wholeRangeOfInterface(a []int) { stirAll(sort.IntSlice(a)) }

func stirAll(s sort.Interface) {
	for i := 0; i < s.Len(); i++ {
		s.Swap(i, rand.Intn(s.Len()))
	}
}

//corpus:run
func wholeRangeOfArray(a *[5]int) {
	for i := 0; i < 5; i++ {
		j := rand.Intn(5) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun 52^52 paths
func wholeRangeOf52(deck *[52]int) {
	for i := range deck {
		j := rand.Intn(52) // want `a naive shuffle`
		deck[i], deck[j] = deck[j], deck[i]
	}
}

//corpus:run
func wholeRangeOfPointer(p *[]int) {
	for i := range *p {
		j := rand.Intn(len(*p)) // want `a naive shuffle`
		(*p)[i], (*p)[j] = (*p)[j], (*p)[i]
	}
}

//corpus:run
func wholeRangeCopied(a []int) []int {
	out := append([]int(nil), a...)
	for i := range out {
		j := rand.Intn(len(out)) // want `a naive shuffle`
		out[i], out[j] = out[j], out[i]
	}
	return out
}

//corpus:run
func wholeRangeOfIndices(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	for i := range p {
		j := rand.Intn(n) // want `a naive shuffle`
		p[i], p[j] = p[j], p[i]
	}
	return p
}

//corpus:run
func wholeRangeWhile(a []int) {
	i := 0
	for i < len(a) {
		j := rand.Intn(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
		i++
	}
}

//corpus:run
func wholeRangeForever(a []int) {
	i := len(a)
	for {
		if i == 0 {
			break
		}
		i--
		j := rand.Intn(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func wholeRangeTwoSlices(a []int) {
	twins(a, append([]int(nil), a...))
}

func twins(x, y []int) {
	for i := range x {
		j := rand.Intn(len(x)) // want `a naive shuffle`
		x[i], x[j] = x[j], x[i]
		y[i], y[j] = y[j], y[i]
	}
}

//corpus:run
func allButSelf(a []int) {
	for i := range a {
		j := rand.Intn(len(a) - 1) // want `only 4 of the 6 orders|not every item gets its fair choice`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func othersOnly(a []int) {
	for i := range a {
		j := rand.Intn(len(a)) // want `for 3 items`
		for j == i {
			j = rand.Intn(len(a))
		}
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func othersByStep(a []int) {
	for i := range a {
		j := rand.Intn(len(a) - 1) // want `for 3 items`
		if j >= i {
			j++
		}
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func alongPermutation(a []int) {
	for i, j := range rand.Perm(len(a)) { // want `for 3 items`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func shuffleInsideOutWhole(a []int) []int {
	out := make([]int, len(a))
	for i := range a {
		j := rand.Intn(len(a)) // want `items are lost`
		out[i] = out[j]
		out[j] = a[i]
	}
	return out
}

//corpus:run
func wholeBoard(a *[2][2]int) { (&board{2, 2, [][]int{a[0][:], a[1][:]}}).stir() }

type board struct {
	width, height int
	cells         [][]int
}

// No bound of one of the two coordinates makes this fair: there is no fix.
func (b *board) stir() {
	for i := 0; i < b.width*b.height; i++ {
		x, y := rand.Intn(b.width), rand.Intn(b.height)
		m, n := i%b.width, i/b.width
		b.cells[y][x], b.cells[n][m] = b.cells[n][m], b.cells[y][x]
	}
}

//corpus:run 4
func allFromOne(a []int) {
	for i := 1; i < len(a); i++ {
		j := rand.Intn(len(a)-1) + 1 // want `not every place is as likely: for 4 items only 6 of the 24 orders can come out`
		a[i], a[j] = a[j], a[i]
	}
}

type market struct{ jade, silk, ginger []int }

//corpus:norun a deck that is put together of others
func (m market) deck() []int {
	deck := append(append(m.jade, m.silk...), m.ginger...)
	for i := 0; i < len(deck); i++ {
		j := rand.Intn(len(deck)) // want `a naive shuffle: for 3 items 3 orders come with 5/27, 3 with 4/27`
		deck[i], deck[j] = deck[j], deck[i]
	}
	return deck
}
