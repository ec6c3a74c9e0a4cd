package fair

import (
	crand "crypto/rand"
	"math"
	"math/big"
	"math/rand"
	randv2 "math/rand/v2"
	"sort"
	"sync"
)

// Fair shuffles in the shapes that people give them: fields, receivers, helpers,
// guards, boards, closures, type parameters.

type stack struct {
	cards []int
	size  int
	rng   *rand.Rand
	src   drawer
	next  int
}

var lock sync.Mutex

type drawer interface{ Intn(n int) int }

//corpus:run
func stackField(a []int) { (&stack{cards: a}).stir() }

func (s *stack) stir() {
	for i := len(s.cards) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		s.cards[i], s.cards[j] = s.cards[j], s.cards[i]
	}
}

//corpus:run
func stackLocal(a []int) { (&stack{cards: a}).stirLocal() }

func (s *stack) stirLocal() {
	lock.Lock()
	defer lock.Unlock()
	cards := s.cards
	for i := range cards {
		j := i + rand.Intn(len(cards)-i)
		cards[i], cards[j] = cards[j], cards[i]
	}
}

//corpus:run
func stackSize(a []int) { (&stack{cards: a, size: len(a)}).stirSize() }

func (s *stack) stirSize() {
	for i := 0; i < s.size; i++ {
		j := i + rand.Intn(s.size-i)
		s.cards[i], s.cards[j] = s.cards[j], s.cards[i]
	}
}

//corpus:run
func stackGenerator(a []int) { (&stack{cards: a, rng: rand.New(nil)}).stirGenerator() }

func (s *stack) stirGenerator() {
	for i := range s.cards {
		j := s.rng.Intn(i + 1)
		s.cards[i], s.cards[j] = s.cards[j], s.cards[i]
	}
}

//corpus:run
func stackInterface(a []int) { (&stack{cards: a, src: rand.New(nil)}).stirInterface() }

func (s *stack) stirInterface() {
	for n := len(s.cards); n > 1; n-- {
		k := s.src.Intn(n)
		s.cards[n-1], s.cards[k] = s.cards[k], s.cards[n-1]
	}
}

//corpus:run
func stackSwap(a []int) { (&stack{cards: a}).stirSwap() }

func (s *stack) stirSwap() {
	for i := s.count() - 1; i >= 1; i-- {
		s.exchange(i, s.below(i+1))
	}
}

func (s *stack) count() int        { return len(s.cards) }
func (s *stack) below(n int) int   { return rand.Intn(n) }
func (s *stack) exchange(i, j int) { s.cards[i], s.cards[j] = s.cards[j], s.cards[i] }

//corpus:run
func stackValue(a []int) { stack{cards: a}.stirValue() }

func (s stack) stirValue() {
	rand.Shuffle(len(s.cards), func(i, j int) { s.cards[i], s.cards[j] = s.cards[j], s.cards[i] })
}

//corpus:run
func stackMethodValue(a []int) {
	s := &stack{cards: a}
	rand.Shuffle(s.count(), s.exchange)
}

//corpus:run
func stackDrawn(a []int) {
	s := &stack{cards: append([]int(nil), a...)}
	for i := range a {
		a[i] = s.draw()
	}
}

func (s *stack) draw() int {
	i := rand.Intn(len(s.cards))
	c := s.cards[i]
	s.cards[i] = s.cards[len(s.cards)-1]
	s.cards = s.cards[:len(s.cards)-1]
	return c
}

//corpus:run
func stackDealt(a []int) {
	s := &stack{cards: a}
	for s.next = 0; s.next < len(s.cards); s.next++ {
		j := s.next + rand.Intn(len(s.cards)-s.next)
		s.cards[s.next], s.cards[j] = s.cards[j], s.cards[s.next]
	}
}

//corpus:run
func helperSwap(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		swapIn(a, i, rand.Intn(i+1))
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
		swapBetween(&a[i], &a[rand.Intn(i+1)])
	}
}

func swapBetween(x, y *int) { *x, *y = *y, *x }

//corpus:run
func helperFromTo(a []int) {
	for i := range a {
		j := fromTo(i, len(a)-1)
		a[i], a[j] = a[j], a[i]
	}
}

func fromTo(low, high int) int { return low + rand.Intn(high-low+1) }

//corpus:run
func helperUpTo(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := upTo(i)
		a[i], a[j] = a[j], a[i]
	}
}

func upTo(last int) int { return rand.Intn(last + 1) }

//corpus:run
func helperSecure(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j, err := secure(i + 1)
		if err != nil {
			return
		}
		a[i], a[j] = a[j], a[i]
	}
}

func secure(n int) (int, error) {
	v, err := crand.Int(crand.Reader, big.NewInt(int64(n)))
	if err != nil {
		return 0, err
	}
	return int(v.Int64()), nil
}

//corpus:run
func helperFallsBack(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		v, err := crand.Int(crand.Reader, big.NewInt(int64(i+1)))
		j := i
		if err == nil {
			j = int(v.Int64())
		}
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func guardShort(a []int) {
	if len(a) < 2 {
		return
	}
	for i := 1; i < len(a); i++ {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func guardSame(a []int) {
	n := len(a)
	for i := 0; i < n; i++ {
		if j := i + rand.Intn(n-i); j != i {
			a[i], a[j] = a[j], a[i]
		}
	}
}

//corpus:run
func guardContinue(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		if j == i {
			continue
		}
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func guardGenerator(a []int, r *rand.Rand) {
	draw := rand.Intn
	if r != nil {
		draw = r.Intn
	}
	for i := range a {
		j := draw(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func guardNil(a []int) []int {
	if a == nil {
		return nil
	}
	out := make([]int, len(a))
	copy(out, a)
	for i := len(out) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}

//corpus:run
func countdownAfter(a []int) {
	n := len(a)
	for n > 1 {
		k := rand.Intn(n)
		n--
		a[n], a[k] = a[k], a[n]
	}
}

//corpus:run
func countdownBefore(a []int) {
	n := len(a)
	for n > 0 {
		n--
		k := rand.Intn(n + 1)
		a[n], a[k] = a[k], a[n]
	}
}

//corpus:run
func countdownToEnd(a []int) {
	current := len(a)
	for current != 0 {
		pick := rand.Intn(current)
		current--
		tmp := a[current]
		a[current] = a[pick]
		a[pick] = tmp
	}
}

//corpus:run
func endless(a []int) {
	i := len(a) - 1
	for {
		if i < 1 {
			break
		}
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
		i--
	}
}

//corpus:run
func twoVariables(a []int) {
	for i, left := 0, len(a); left > 0; i, left = i+1, left-1 {
		j := i + rand.Intn(left)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func genericShuffle[T any](a []T) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func genericSlice[S ~[]E, E any](a S) S {
	out := append(S(nil), a...)
	for i := range out {
		j := i + randv2.IntN(len(out)-i)
		out[i], out[j] = out[j], out[i]
	}
	return out
}

//corpus:run
func genericHelper(a []int) { genericShuffleOf(a, rand.Intn) }

func genericShuffleOf[T any](a []T, intn func(int) int) {
	for i := len(a) - 1; i > 0; i-- {
		j := intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func closureSwap(a []int) {
	swap := func(i, j int) { a[i], a[j] = a[j], a[i] }
	for i := range a {
		swap(i, rand.Intn(i+1))
	}
}

//corpus:run
func closureDraw(a []int) {
	below := func(n int) int { return rand.Intn(n) }
	for i := len(a); i > 1; i-- {
		j := below(i)
		a[i-1], a[j] = a[j], a[i-1]
	}
}

//corpus:run
func closureAll(a []int) {
	stir := func() {
		for i := range a {
			j := rand.Intn(i + 1)
			a[i], a[j] = a[j], a[i]
		}
	}
	stir()
}

//corpus:run
func boardFlat(b *[2][2]int) {
	for k := 3; k > 0; k-- {
		m := rand.Intn(k + 1)
		b[k/2][k%2], b[m/2][m%2] = b[m/2][m%2], b[k/2][k%2]
	}
}

//corpus:run
func boardFilled(b *[2][2]int) {
	var cells []int
	for _, row := range b {
		cells = append(cells, row[:]...)
	}
	rand.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	for i, c := range cells {
		b[i/2][i%2] = c
	}
}

//corpus:run
func boardForward(b *[2][2]int) {
	for i := 0; i < 4; i++ {
		j := i + rand.Intn(4-i)
		b[i/2][i%2], b[j/2][j%2] = b[j/2][j%2], b[i/2][i%2]
	}
}

//corpus:run
func poolRemoved(a []int) []int {
	pool := append([]int(nil), a...)
	var out []int
	for len(pool) > 0 {
		i := rand.Intn(len(pool))
		out = append(out, pool[i])
		pool = append(pool[:i], pool[i+1:]...)
	}
	return out
}

//corpus:run
func poolLastMoves(a []int) []int {
	pool := append([]int(nil), a...)
	out := make([]int, 0, len(a))
	for n := len(pool); n > 0; n-- {
		i := rand.Intn(n)
		out = append(out, pool[i])
		pool[i] = pool[n-1]
	}
	return out
}

//corpus:run
func poolByIndex(a []int) []int {
	out := make([]int, len(a))
	rest := append([]int{}, a...)
	for i := range out {
		k := rand.Intn(len(rest))
		out[i] = rest[k]
		rest[k] = rest[len(rest)-1]
		rest = rest[:len(rest)-1]
	}
	return out
}

//corpus:run 3
func poolUntilUnused(a []int) []int {
	used := make([]bool, len(a))
	var out []int
	for len(out) < len(a) {
		k := rand.Intn(len(a))
		if !used[k] {
			used[k] = true
			out = append(out, a[k])
		}
	}
	return out
}

//corpus:run 3
func poolBySet(a []int) []int {
	seen := make(map[int]bool)
	out := make([]int, 0, len(a))
	for len(seen) < len(a) {
		k := rand.Intn(len(a))
		if seen[k] {
			continue
		}
		seen[k] = true
		out = append(out, a[k])
	}
	return out
}

//corpus:run
func permGathered(a []int) []int {
	out := make([]int, len(a))
	for i, p := range rand.Perm(len(a)) {
		out[i] = a[p]
	}
	return out
}

//corpus:run
func permScattered(a []int) []int {
	out := make([]int, len(a))
	p := rand.Perm(len(a))
	for i := range a {
		out[p[i]] = a[i]
	}
	return out
}

//corpus:run
func permAppended(a []int) []int {
	var out []int
	for _, p := range rand.Perm(len(a)) {
		out = append(out, a[p])
	}
	return out
}

//corpus:run
func insideOutAppended(a []int) []int {
	var out []int
	for _, x := range a {
		j := rand.Intn(len(out) + 1)
		out = append(out, x)
		out[len(out)-1], out[j] = out[j], out[len(out)-1]
	}
	return out
}

//corpus:run
func insideOutPlaces(a []int) []int {
	out := make([]int, len(a))
	for i := range a {
		j := rand.Intn(i + 1)
		if i != j {
			out[i] = out[j]
		}
		out[j] = a[i]
	}
	return out
}

//corpus:run
func inserted(a []int) []int {
	var out []int
	for _, x := range a {
		at := rand.Intn(len(out) + 1)
		out = append(out, 0)
		copy(out[at+1:], out[at:])
		out[at] = x
	}
	return out
}

//corpus:run
func halves(a []int) {
	if len(a) < 2 {
		return
	}
	j := rand.Intn(len(a))
	a[0], a[j] = a[j], a[0]
	halves(a[1:])
}

//corpus:run
func lastFirst(a []int) {
	n := len(a)
	if n == 0 {
		return
	}
	j := rand.Intn(n)
	a[n-1], a[j] = a[j], a[n-1]
	lastFirst(a[:n-1])
}

//corpus:run
func inStep(a []int) {
	labels := append([]int(nil), a...)
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
		labels[i], labels[j] = labels[j], labels[i]
	}
}

//corpus:run
func twoRounds(a []int) {
	for range 2 {
		for i := len(a) - 1; i > 0; i-- {
			j := rand.Intn(i + 1)
			a[i], a[j] = a[j], a[i]
		}
	}
}

//corpus:run
func reversedFirst(a []int) {
	for i, j := 0, len(a)-1; i < j; i, j = i+1, j-1 {
		a[i], a[j] = a[j], a[i]
	}
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func narrow(a []int) {
	for i := int32(len(a)) - 1; i > 0; i-- {
		j := rand.Int31n(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func wide(a []int) {
	for i := int64(len(a)) - 1; i > 0; i-- {
		j := rand.Int63n(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func unsigned(a []int) {
	for i := uint32(len(a)) - 1; i > 0; i-- {
		j := randv2.Uint32N(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func anyInteger(a []int) {
	for i := range a {
		j := i + randv2.N(len(a)-i)
		a[i], a[j] = a[j], a[i]
	}
}

var table = rand.New(nil)

//corpus:run
func packageGenerator(a []int) {
	for i := range a {
		j := table.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func fiveOfFive(a *[5]int) {
	for i := 4; i > 0; i-- {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func numbered(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}

//corpus:run
func barajarBien(mazo []int) {
	for i := len(mazo) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		mazo[i], mazo[j] = mazo[j], mazo[i]
	}
}

//corpus:run
func kartenRichtigMischen(karten []int) {
	for i := range karten {
		j := i + rand.Intn(len(karten)-i)
		karten[i], karten[j] = karten[j], karten[i]
	}
}

type bySwap []int

func (b bySwap) Len() int           { return len(b) }
func (b bySwap) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b bySwap) Less(i, j int) bool { return b[i] < b[j] }

//corpus:run
func throughInterface(a []int) { stirInterface(bySwap(a)) }

func stirInterface(x sort.Interface) {
	for i := x.Len() - 1; i > 0; i-- {
		x.Swap(i, rand.Intn(i+1))
	}
}

//corpus:run
func merged(a []int) { copy(a, mergeEvenly(a)) }

func mergeEvenly(a []int) []int {
	if len(a) < 2 {
		return a
	}
	l, r := mergeEvenly(a[:len(a)/2]), mergeEvenly(a[len(a)/2:])
	var out []int
	for len(l)+len(r) > 0 {
		if rand.Intn(len(l)+len(r)) < len(l) {
			out, l = append(out, l[0]), l[1:]
		} else {
			out, r = append(out, r[0]), r[1:]
		}
	}
	return out
}

// All but the first player are shuffled.
//
//corpus:norun the first stays on purpose
func guests(players []string) {
	for i := len(players) - 1; i > 1; i-- {
		j := 1 + rand.Intn(i)
		players[i], players[j] = players[j], players[i]
	}
}

// sattoloOf makes one cycle of all.
//
//corpus:norun a cycle on purpose
func sattoloOf(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a rotation on purpose
func rotateAtRandom(a []int) []int {
	k := rand.Intn(len(a))
	return append(a[k:len(a):len(a)], a[:k]...)
}

//corpus:norun one swap is a mutation
func mutateGenes(genes []int) {
	i, j := rand.Intn(len(genes)), rand.Intn(len(genes))
	genes[i], genes[j] = genes[j], genes[i]
}

//corpus:norun a sort
func quick(a []int) {
	if len(a) < 2 {
		return
	}
	p := rand.Intn(len(a) - 1)
	a[p], a[len(a)-1] = a[len(a)-1], a[p]
	k := 0
	for i := range a[:len(a)-1] {
		if a[i] < a[len(a)-1] {
			a[i], a[k] = a[k], a[i]
			k++
		}
	}
	a[k], a[len(a)-1] = a[len(a)-1], a[k]
	quick(a[:k])
	quick(a[k+1:])
}

//corpus:norun a pick
func randomGuest(names []string) string { return names[rand.Intn(len(names))] }

//corpus:norun the first is none of those to be drawn
func randomBesidesFirst(names []string) string { return names[1+rand.Intn(len(names)-1)] }

//corpus:norun the last is skipped on purpose
func randomAccount(keys []string) string {
	return keys[rand.Intn(len(keys)-1)] //biasedshuffle:ok off-by-one the last is the local account
}

//corpus:norun biased by 2^-53
func shuffleByDoubles(deck []int) {
	for i := len(deck) - 1; i > 0; i-- {
		j := int(rand.Float64() * float64(i+1))
		deck[i], deck[j] = deck[j], deck[i]
	}
}

//corpus:norun biased by 2^-53
func pickByDouble(winners []string) string {
	return winners[int(math.Floor(randv2.Float64()*float64(len(winners))))]
}

//corpus:norun a step of a walk
func swapNeighbours(a []int) {
	i := rand.Intn(len(a) - 1)
	a[i], a[i+1] = a[i+1], a[i]
}

//corpus:norun a sample
func reservoirOf(in []int, k int) []int {
	out := append([]int(nil), in[:k]...)
	for i := k; i < len(in); i++ {
		if j := rand.Intn(i + 1); j < k {
			out[j] = in[i]
		}
	}
	return out
}

//corpus:norun a sample
func firstFew(a []int, k int) []int {
	for i := 0; i < k; i++ {
		j := i + rand.Intn(len(a)-i)
		a[i], a[j] = a[j], a[i]
	}
	return a[:k]
}

//corpus:norun letters with replacement
func randomLetters(n int) []byte {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[rand.Intn(len(letters))]
	}
	return b
}

//corpus:norun the keys move with their items
func byKeysKept(names []string) {
	type keyed struct {
		name string
		key  float64
	}
	all := make([]keyed, len(names))
	for i, n := range names {
		all[i] = keyed{n, rand.Float64()}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].key < all[j].key })
	for i := range names {
		names[i] = all[i].name
	}
}

//corpus:norun an order of places, which stay
func byPermutation(a []int) []int {
	rank := rand.Perm(len(a))
	order := make([]int, len(a))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool { return rank[order[i]] < rank[order[j]] })
	return order
}

type table52 struct{ state struct{ cards []int } }

//corpus:norun exact.Enumerate sees slices alone
func (t *table52) shuffleNested() {
	cards := append([]int(nil), t.state.cards...)
	rand.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	t.state.cards = cards
}

//corpus:norun exact.Enumerate sees slices alone
func (s *stack) shuffleReplaced() {
	cards := append([]int(nil), s.cards...)
	rand.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	*s = stack{cards: cards, size: len(cards)}
}

//corpus:norun exact.Enumerate sees slices alone
func (s *stack) shuffleDeferred() {
	cards := append([]int(nil), s.cards...)
	defer func() { s.cards = cards }()
	rand.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
}

//corpus:norun exact.Enumerate sees slices alone
func shuffleForEach(all map[int][]int, deck []int) {
	for player := range 2 {
		cards := append([]int(nil), deck...)
		rand.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		all[player] = cards
	}
}

//corpus:norun exact.Enumerate sees slices alone
func shuffleColumn(board [][]int, x int) {
	for y := len(board) - 1; y > 0; y-- {
		r := rand.Intn(y + 1)
		board[y][x], board[r][x] = board[r][x], board[y][x]
	}
}

type deck []int

//corpus:norun 52 cards are too many to enumerate
func (d deck) shuffleFrom51() {
	for n := 51; n > 0; n-- {
		r := rand.Intn(n + 1)
		d[n], d[r] = d[r], d[n]
	}
}

type fair struct{ jade, silk, ginger []int }

//corpus:norun a deck that is put together of others
func (m fair) deck() []int {
	deck := append(append(m.jade, m.silk...), m.ginger...)
	for i := len(deck) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
	return deck
}
