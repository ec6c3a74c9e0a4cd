package biased

import (
	crand "crypto/rand"
	"math/big"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"
	"sort"
	"time"
)

// Biased shuffles in the shapes that people give them: fields, receivers, helpers,
// guards, boards, closures, type parameters.

type stack struct {
	cards []int
	size  int
	rng   *rand.Rand
	src   drawer
	last  int
}

type drawer interface{ Intn(n int) int }

//corpus:run
func stackNaive(a []int) { (&stack{cards: a}).stir() }

func (s *stack) stir() {
	for i := range s.cards {
		j := rand.Intn(len(s.cards)) // want `a naive shuffle`
		s.cards[i], s.cards[j] = s.cards[j], s.cards[i]
	}
}

//corpus:run
func stackNaiveLocal(a []int) { (&stack{cards: a}).stirLocal() }

func (s *stack) stirLocal() {
	cards := s.cards
	n := len(cards)
	for i := 0; i < n; i++ {
		j := rand.Intn(n) // want `a naive shuffle`
		cards[i], cards[j] = cards[j], cards[i]
	}
}

//corpus:run
func stackNaiveSize(a []int) { (&stack{cards: a, size: len(a)}).stirSize() }

func (s *stack) stirSize() {
	for i := 0; i < s.size; i++ {
		j := rand.Intn(s.size) // want `a naive shuffle`
		s.cards[i], s.cards[j] = s.cards[j], s.cards[i]
	}
}

//corpus:run
func stackNaiveGenerator(a []int) { (&stack{cards: a, rng: rand.New(nil)}).stirGenerator() }

func (s *stack) stirGenerator() {
	for i := len(s.cards) - 1; i >= 0; i-- {
		j := s.rng.Intn(len(s.cards)) // want `a naive shuffle`
		s.cards[i], s.cards[j] = s.cards[j], s.cards[i]
	}
}

//corpus:run
func stackCycle(a []int) { (&stack{cards: a, src: rand.New(nil)}).stirInterface() }

func (s *stack) stirInterface() {
	for n := len(s.cards) - 1; n > 0; n-- {
		k := s.src.Intn(n) // want `a single cycle \(Sattolo\)`
		s.cards[n], s.cards[k] = s.cards[k], s.cards[n]
	}
}

//corpus:run
func stackNaiveHelpers(a []int) { (&stack{cards: a}).stirSwap() }

func (s *stack) stirSwap() {
	for i := 0; i < s.count(); i++ {
		s.exchange(i, s.any()) // want `a naive shuffle`
	}
}

func (s *stack) count() int        { return len(s.cards) }
func (s *stack) any() int          { return rand.Intn(s.count()) }
func (s *stack) exchange(i, j int) { s.cards[i], s.cards[j] = s.cards[j], s.cards[i] }

//corpus:run
func stackLessOne(a []int) { (&stack{cards: a, last: len(a) - 1}).stirLast() }

func (s *stack) stirLast() {
	s.last = len(s.cards) - 1
	for i := range s.cards {
		j := rand.Intn(s.last) // want `a naive shuffle`
		s.cards[i], s.cards[j] = s.cards[j], s.cards[i]
	}
}

//corpus:run
func stackNotAll(a []int) { (&stack{cards: a}).stirNotAll() }

func (s *stack) stirNotAll() {
	rand.Shuffle(len(s.cards)-1, s.exchange) // want `the last item never moves`
}

//corpus:run
func helperSwap(a []int) {
	for i := range a {
		swapIn(a, i, rand.Intn(len(a))) // want `a naive shuffle`
	}
}

func swapIn(a []int, i, j int) {
	t := a[i]
	a[i] = a[j]
	a[j] = t
}

//corpus:run
func helperPointers(a []int) {
	for i := range a {
		swapAt(&a[i], &a[rand.Intn(len(a))]) // want `a naive shuffle`
	}
}

func swapAt(x, y *int) { *x, *y = *y, *x }

//corpus:run
func helperIndex(a []int) {
	for i := range a {
		j := indexOf(a) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

func indexOf(a []int) int { return rand.Intn(len(a)) }

//corpus:run
func helperFromZero(a []int) {
	for i := range a {
		j := fromTo(0, len(a)-1) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

func fromTo(low, high int) int { return low + rand.Intn(high-low+1) }

//corpus:run
func helperExclusive(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := fromBelow(0, i) // want `a single cycle \(Sattolo\)`
		a[i], a[j] = a[j], a[i]
	}
}

func fromBelow(low, high int) int { return rand.Intn(high-low) + low }

//corpus:run
func helperSecure(a []int) {
	for i := range a {
		j := secureBelow(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

func secureBelow(n int) int {
	v, err := crand.Int(crand.Reader, big.NewInt(int64(n)))
	if err != nil {
		panic(err)
	}
	return int(v.Int64())
}

//corpus:run
func secureBelowI(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		v, err := crand.Int(crand.Reader, big.NewInt(int64(i))) // want `a single cycle \(Sattolo\)`
		if err != nil {
			return
		}
		j := v.Int64()
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func guardSame(a []int) {
	for i := range a {
		if j := rand.Intn(len(a)); j != i { // want `a naive shuffle`
			a[i], a[j] = a[j], a[i]
		}
	}
}

//corpus:run
func guardShort(a []int) []int {
	if len(a) < 2 {
		return a
	}
	out := make([]int, len(a))
	copy(out, a)
	for i := len(out) - 1; i > 0; i-- {
		j := rand.Intn(len(out)) // want `not every place is as likely`
		out[i], out[j] = out[j], out[i]
	}
	return out
}

//corpus:run 3
func drawnAgain(a []int) {
	for i := range a {
		j := rand.Intn(len(a)) // want `not every place is as likely`
		for j == i {
			j = rand.Intn(len(a))
		}
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func countdown(a []int) {
	n := len(a)
	for n > 0 {
		k := rand.Intn(len(a)) // want `a naive shuffle`
		n--
		a[n], a[k] = a[k], a[n]
	}
}

//corpus:run
func countdownExclusive(a []int) {
	n := len(a)
	for n > 1 {
		n--
		k := rand.Intn(n) // want `a single cycle \(Sattolo\)`
		a[n], a[k] = a[k], a[n]
	}
}

//corpus:run
func ascendingExclusive(a []int) {
	for i := 1; i < len(a); i++ {
		j := rand.Intn(i) // want `a single cycle \(Sattolo\)`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func forwardExclusive(a []int) {
	n := len(a)
	for i := 0; i < n-1; i++ {
		j := i + 1 + rand.Intn(n-i-1) // want `a single cycle \(Sattolo\)`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func stopsAtTwo(a []int) {
	for i := len(a) - 1; i > 1; i-- {
		j := rand.Intn(i + 1) // want `not every place is as likely`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func stopsEarlyForward(a []int) {
	for i := 0; i < len(a)-2; i++ {
		j := i + rand.Intn(len(a)-i) // want `not every place is as likely`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func neverFirst(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := 1 + rand.Intn(i) // want `the first item never moves`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func lessOne(a []int) {
	for i := range a {
		j := rand.Intn(len(a) - 1) // want `not every place is as likely`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func lessOneBefore(a []int) {
	size := len(a) - 1
	for i := range a {
		j := rand.Intn(size) // want `not every place is as likely`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func again(a []int) {
	for k := 0; k < 2; k++ {
		for i := range a {
			j := rand.Intn(len(a)) // want `a naive shuffle`
			a[i], a[j] = a[j], a[i]
		}
	}
}

//corpus:run
func genericWhole[T any](a []T) {
	for i := range a {
		j := rand.Intn(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func genericExclusive[S ~[]E, E any](a S) S {
	out := append(S(nil), a...)
	for i := len(out) - 1; i > 0; i-- {
		j := randv2.IntN(i) // want `a single cycle \(Sattolo\)`
		out[i], out[j] = out[j], out[i]
	}
	return out
}

//corpus:run
func closureWhole(a []int) {
	swap := func(i, j int) { a[i], a[j] = a[j], a[i] }
	for i := range a {
		swap(i, rand.Intn(len(a))) // want `a naive shuffle`
	}
}

//corpus:run
func closureExclusive(a []int) {
	below := func(n int) int { return rand.Intn(n) }
	for i := len(a) - 1; i > 0; i-- { // want `a single cycle \(Sattolo\)`
		j := below(i)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func closureAll(a []int) {
	stir := func() {
		for i := range a {
			j := rand.Intn(len(a)) // want `a naive shuffle`
			a[i], a[j] = a[j], a[i]
		}
	}
	stir()
}

//corpus:run
func shuffleBoard(b *[2][2]int) {
	for x := range b {
		for y := range b[x] {
			i, j := rand.Intn(2), rand.Intn(2)
			b[x][y], b[i][j] = b[i][j], b[x][y]
		}
	}
}

//corpus:run
func shuffleTriangle(b *[2][2]int) {
	for x := 1; x >= 0; x-- {
		for y := 1; y >= 0; y-- {
			i, j := rand.Intn(x+1), rand.Intn(y+1)
			b[x][y], b[i][j] = b[i][j], b[x][y]
		}
	}
}

//corpus:run
func shuffleFlat(b *[2][2]int) {
	for k := 0; k < 4; k++ {
		m := rand.Intn(4)
		b[k/2][k%2], b[m/2][m%2] = b[m/2][m%2], b[k/2][k%2]
	}
}

//corpus:norun a board of unknown size
func shuffleGrid(grid [][]int) {
	for y := 0; y < len(grid); y++ {
		for x := 0; x < len(grid[y]); x++ {
			v, u := rand.Intn(len(grid)), rand.Intn(len(grid[0]))
			grid[y][x], grid[v][u] = grid[v][u], grid[y][x]
		}
	}
}

//corpus:run
func fiveOfFive(a *[5]int) {
	for i := range a {
		j := rand.Intn(5) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a deck of 52
func fiftyTwo() []int {
	deck := make([]int, 52)
	for i := range deck {
		deck[i] = i
	}
	for i := 0; i < 52; i++ {
		j := rand.Intn(52) // want `a naive shuffle`
		t := deck[i]
		deck[i] = deck[j]
		deck[j] = t
	}
	return deck
}

//corpus:norun a deck of 52
func fiftyOne(deck *[52]int) {
	for i := 51; i > 0; i-- {
		j := rand.Intn(51) // want `not every place is as likely`
		deck[i], deck[j] = deck[j], deck[i]
	}
}

//corpus:run
func inStep(a []int) {
	labels := append([]int(nil), a...)
	for i := range a {
		j := rand.Intn(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
		labels[i], labels[j] = labels[j], labels[i]
	}
}

type bySwap []int

func (b bySwap) Len() int           { return len(b) }
func (b bySwap) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b bySwap) Less(i, j int) bool { return b[i] < b[j] }

//corpus:run
func throughInterface(a []int) { stirThrough(bySwap(a)) }

func stirThrough(x sort.Interface) {
	for i := 0; i < x.Len(); i++ {
		x.Swap(i, rand.Intn(x.Len()))
	}
}

//corpus:run
func anyInteger(a []int) {
	for i := range a {
		j := randv2.N(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func narrow(a []int) {
	for i := int32(0); i < int32(len(a)); i++ {
		j := rand.Int31n(int32(len(a))) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func numbered(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	for i := range out {
		r := rand.Intn(n) // want `a naive shuffle`
		out[i], out[r] = out[r], out[i]
	}
	return out
}

var table = rand.New(nil)

//corpus:run
func packageGenerator(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := table.Intn(i) // want `a single cycle \(Sattolo\)`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func halves(a []int) {
	if len(a) < 2 {
		return
	}
	j := 1 + rand.Intn(len(a)-1) // want `a single cycle \(Sattolo\)`
	a[0], a[j] = a[j], a[0]
	halves(a[1:])
}

//corpus:run
func shufflePoolLessOne(a []int) []int {
	pool := append([]int(nil), a...)
	var out []int
	for len(pool) > 1 {
		i := rand.Intn(len(pool) - 1) // want `the last item never moves`
		out = append(out, pool[i])
		pool = append(pool[:i], pool[i+1:]...)
	}
	return append(out, pool...)
}

//corpus:run
func shuffleInserted(a []int) []int {
	out := []int{a[0]}
	for _, x := range a[1:] {
		at := rand.Intn(len(out)) // want `the last place always gets the same item, number 1`
		out = append(out, 0)
		copy(out[at+1:], out[at:])
		out[at] = x
	}
	return out
}

//corpus:run
func shuffleInsideOut(a []int) []int {
	out := make([]int, len(a))
	out[0] = a[0]
	for i := 1; i < len(a); i++ {
		j := rand.Intn(i) // want `not every place is as likely`
		out[i] = out[j]
		out[j] = a[i]
	}
	return out
}

//corpus:run
func shuffleBySomePairs(a []int) {
	for n := 0; n < 4; n++ {
		i := rand.Intn(len(a)) // want `swaps of random pairs are no shuffle`
		j := rand.Intn(len(a))
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func shuffleByDistinctPairs(a []int) {
	for range a {
		i, j := rand.Intn(len(a)), rand.Intn(len(a)) // want `swaps of random pairs are no shuffle`
		if i != j {
			a[i], a[j] = a[j], a[i]
		}
	}
}

//corpus:run
func shuffleWithFirst(a []int) {
	for range a {
		j := rand.Intn(len(a)) // want `a naive shuffle`
		a[0], a[j] = a[j], a[0]
	}
}

//corpus:run
func shuffleByOneStep(a []int) {
	k := rand.Intn(len(a)) // want `one random number serves several swaps`
	for i := range a {
		j := (i + k) % len(a)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func swapsByPerm(a []int) {
	for i, j := range rand.Perm(len(a)) { // want `swaps by a permutation, one by one`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func swapsByPermBefore(a []int) {
	perm := rand.Perm(len(a))
	for i := 0; i < len(a); i++ { // want `swaps by a permutation`
		a[i], a[perm[i]] = a[perm[i]], a[i]
	}
}

//corpus:run 3
func sortedByCoin(a []int) {
	sort.Slice(a, func(i, j int) bool { return rand.Float64() < 0.5 }) // want `a random comparison is no shuffle`
}

//corpus:run
func sortedByCoinStable(a []int) {
	sort.SliceStable(a, func(_, _ int) bool { return rand.Intn(2) == 1 }) // want `a random comparison is no shuffle`
}

//corpus:run 3
func sortedByThree(a []int) {
	slices.SortFunc(a, func(x, y int) int { return rand.Intn(3) - 1 }) // want `a random comparison is no shuffle`
}

//corpus:run
func sortedByKeysThatStay(a []int) {
	keys := rand.Perm(len(a))
	sort.Slice(a, func(i, j int) bool { return keys[i] < keys[j] })
}

//corpus:run 3
func sortedByTwoDraws(a []int) {
	sort.Slice(a, func(i, j int) bool { return rand.Intn(3) < rand.Intn(3) }) // want `a random comparison is no shuffle`
}

//corpus:run
func shuffleValues(a []int) {
	for i := range a {
		swapValues(a[i], a[rand.Intn(i+1)])
	}
}

func swapValues(x, y int) { x, y = y, x }

//corpus:run
func shuffleRangeValue(a []int) {
	for i, v := range a {
		j := rand.Intn(i + 1) // want `items are lost`
		v, a[j] = a[j], v
	}
}

//corpus:run
func shuffleACopy(a []int) {
	b := append([]int(nil), a...)
	rand.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
}

//corpus:run
func shuffleByPicks(a []int) []int {
	var out []int
	for range a {
		out = append(out, a[rand.Intn(len(a))]) // want `items are lost`
	}
	return out
}

//corpus:run
func shuffleOnePass(a []int) {
	for i := 0; i+1 < len(a); i++ {
		if rand.Intn(2) == 0 { // want `not every place is as likely`
			a[i], a[i+1] = a[i+1], a[i]
		}
	}
}

//corpus:run
func shuffleToEnds(a []int) []int {
	var out []int
	for _, x := range a {
		if rand.Intn(2) == 0 { // want `not every place is as likely`
			out = append(out, x)
		} else {
			out = append([]int{x}, out...)
		}
	}
	return out
}

//corpus:run
func shuffleMerged(a []int) []int {
	l, r := a[:len(a)/2], a[len(a)/2:]
	var out []int
	for len(l) > 0 && len(r) > 0 {
		if rand.Intn(2) == 0 { // want `not every place is as likely`
			out, l = append(out, l[0]), l[1:]
		} else {
			out, r = append(out, r[0]), r[1:]
		}
	}
	return append(append(out, l...), r...)
}

//corpus:run
func shuffleHalves(a []int) {
	n := len(a)
	for i := 0; i < n/2; i++ {
		j := n/2 + rand.Intn(n-n/2) // want `not every place is as likely`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func shuffleByXOR(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1) // want `this clears an item that is swapped with itself`
		a[i] ^= a[j]
		a[j] ^= a[i]
		a[i] ^= a[j]
	}
}

//corpus:run
func shuffleBySums(a []int) {
	for i := range a {
		j := rand.Intn(i + 1) // want `this clears an item that is swapped with itself`
		a[i] = a[i] + a[j]
		a[j] = a[i] - a[j]
		a[i] = a[i] - a[j]
	}
}

//corpus:norun bytes of 256 values
func ticket() string {
	const digits = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789#"
	b := make([]byte, 8)
	crand.Read(b)
	for i := range b {
		b[i] = digits[int(b[i])%len(digits)] // want `8 random bits % `
	}
	return string(b)
}

//corpus:norun a random word
func shuffleByWords(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := int(rand.Uint32()) % (i + 1) // want `32 random bits % `
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a random word
func shuffleByFloats(deck []int) {
	for i := len(deck) - 1; i > 0; i-- {
		j := int(rand.Float32() * float32(i+1))
		deck[i], deck[j] = deck[j], deck[i]
	}
}

//corpus:norun a seed
func (s *stack) shuffleSeeded() {
	r := rand.New(rand.NewSource(time.Now().UnixNano())) // want `seeded from the clock where it shuffles`
	r.Shuffle(len(s.cards), s.exchange)
}

//corpus:norun a seed
func shuffleReseeded(a []int) {
	rand.Seed(time.Now().Unix()) // want `seeded from the clock where it shuffles`
	for i := range a {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a pick
func (s *stack) drawOne() int { return s.cards[rand.Intn(len(s.cards)-1)] } // want `the last item is never drawn; draw below the length`

//corpus:norun a pick
func pickWinner(names []string) string {
	last := len(names) - 1
	return names[rand.Intn(last)] // want `the last item is never drawn; draw below the length`
}

//corpus:norun exact.Enumerate sees slices alone
func shuffleColumn(board [][]int, x int) {
	for y := range board {
		r := rand.Intn(len(board))
		board[y][x], board[r][x] = board[r][x], board[y][x]
	}
}

type deck []int

//corpus:norun 52 cards are too many to enumerate
func (d deck) shuffleBelow51() {
	for n := 0; n < 51; n++ {
		r := n + rand.Intn(51-n) // want `the last item never moves`
		d[n], d[r] = d[r], d[n]
	}
}
