package fair

import (
	crand "crypto/rand"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"
	"sort"
	"time"
)

//corpus:run
func insideOut(a []int) []int {
	out := make([]int, len(a))
	for i, x := range a {
		j := rand.Intn(i + 1)
		out[i] = out[j]
		out[j] = x
	}
	return out
}

//corpus:run
func insideOutGuarded(a []int) []int {
	out := make([]int, len(a))
	for i := range a {
		j := rand.Intn(i + 1)
		if j != i {
			out[i] = out[j]
		}
		out[j] = a[i]
	}
	return out
}

//corpus:run
func insideOutAppending(a []int) (out []int) {
	for i, x := range a {
		j := rand.Intn(i + 1)
		out = append(out, x)
		out[i], out[j] = out[j], out[i]
	}
	return out
}

//corpus:run
func permutation(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := rand.Intn(i + 1)
		p[i] = p[j]
		p[j] = i
	}
	return p
}

//corpus:run
func permutationFilled(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		p[i], p[j] = p[j], p[i]
	}
	return p
}

//corpus:run
func pickAndRemove(a []int) (out []int) {
	a = slices.Clone(a)
	for len(a) > 0 {
		j := rand.Intn(len(a))
		out = append(out, a[j])
		a = append(a[:j], a[j+1:]...)
	}
	return out
}

//corpus:run
func pickAndDelete(a []int) (out []int) {
	a = slices.Clone(a)
	for len(a) > 0 {
		j := randv2.IntN(len(a))
		out = append(out, a[j])
		a = slices.Delete(a, j, j+1)
	}
	return out
}

//corpus:run
func pickAndFill(a []int) []int {
	rest := append([]int(nil), a...)
	out := make([]int, 0, len(a))
	for n := len(rest); n > 0; n-- {
		j := rand.Intn(n)
		out = append(out, rest[j])
		rest[j] = rest[n-1]
		rest = rest[:n-1]
	}
	return out
}

//corpus:run
func pickAndCopy(a []int) []int {
	rest := append([]int(nil), a...)
	out := make([]int, len(a))
	for i := range out {
		j := rand.Intn(len(rest))
		out[i] = rest[j]
		copy(rest[j:], rest[j+1:])
		rest = rest[:len(rest)-1]
	}
	return out
}

//corpus:run
func untilUnused(a []int) []int {
	used := make([]bool, len(a))
	out := make([]int, 0, len(a))
	for len(out) < len(a) {
		j := rand.Intn(len(a))
		if used[j] {
			continue
		}
		used[j] = true
		out = append(out, a[j])
	}
	return out
}

//corpus:run
func untilUnusedInMap(a []int) (out []int) {
	seen := make(map[int]bool)
	for len(out) < len(a) {
		j := rand.Intn(len(a))
		if !seen[j] {
			seen[j] = true
			out = append(out, a[j])
		}
	}
	return out
}

//corpus:run
func insertAnywhere(a []int) (out []int) {
	for _, x := range a {
		j := rand.Intn(len(out) + 1)
		out = append(out, 0)
		copy(out[j+1:], out[j:])
		out[j] = x
	}
	return out
}

//corpus:run
func byPerm(a []int) []int {
	out := make([]int, len(a))
	for i, j := range rand.Perm(len(a)) {
		out[i] = a[j]
	}
	return out
}

//corpus:run
func byPermInverse(a []int) []int {
	out := make([]int, len(a))
	for i, j := range rand.Perm(len(a)) {
		out[j] = a[i]
	}
	return out
}

//corpus:norun equal keys of 63 bits have a chance of 2^-63
func byKeys(a []int) {
	keys := make(map[int]int)
	for _, x := range a {
		keys[x] = rand.Int()
	}
	sort.Slice(a, func(i, j int) bool { return keys[a[i]] < keys[a[j]] })
}

//corpus:norun keys are kept
func byKeysOnDemand(a []int) {
	keys := make(map[int]float64)
	key := func(x int) float64 {
		k, ok := keys[x]
		if !ok {
			k = rand.Float64()
			keys[x] = k
		}
		return k
	}
	sort.Slice(a, func(i, j int) bool { return key(a[i]) < key(a[j]) })
}

//corpus:norun a sample has no order of all items
func sample(a []int, k int) []int {
	for i := 0; i < k; i++ {
		j := i + rand.Intn(len(a)-i)
		a[i], a[j] = a[j], a[i]
	}
	return a[:k]
}

//corpus:norun a sample
func sampleFromTheEnd(a []int, k int) []int {
	n := len(a)
	for i := n - 1; i >= n-k; i-- {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
	return a[n-k:]
}

//corpus:norun a sample
func reservoir(a []int, k int) []int {
	r := append([]int(nil), a[:k]...)
	for i := k; i < len(a); i++ {
		if j := rand.Intn(i + 1); j < k {
			r[j] = a[i]
		}
	}
	return r
}

//corpus:norun a sample with replacement
func bootstrap(a []int) []int {
	out := make([]int, len(a))
	for i := range out {
		out[i] = a[rand.Intn(len(a))]
	}
	return out
}

//corpus:norun one of the others
func excludeOne(n, cur int) int {
	k := rand.Intn(n - 1)
	if k >= cur {
		k++
	}
	return k
}

// sattolo makes a single cycle, as each must draw another's name.
//
//corpus:norun a cycle is what is asked for
func sattolo(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a cycle is what is asked for
func randomCycle(a []int) {
	for i := 1; i < len(a); i++ {
		j := rand.Intn(i)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a walk is what is asked for
func transpositionWalk(a []int, steps int) {
	for range steps { // random transpositions
		i, j := rand.Intn(len(a)), rand.Intn(len(a))
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a step of a search
func mutate(tour []int) {
	for range 2 {
		i, j := rand.Intn(len(tour)), rand.Intn(len(tour))
		tour[i], tour[j] = tour[j], tour[i]
	}
}

//corpus:norun one item stays
func shuffleRest(a []int) {
	// The first item keeps its place.
	for i := len(a) - 1; i > 1; i-- {
		j := 1 + rand.Intn(i)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a part is shuffled
func part(a []int, from, to int) {
	for i := to - 1; i > from; i-- {
		j := from + rand.Intn(i-from+1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a rotation is asked for
func rotate(a []int) []int {
	out := make([]int, len(a))
	k := rand.Intn(len(a))
	for i := range a {
		out[i] = a[(i+k)%len(a)]
	}
	return out
}

//corpus:norun rows stay together
func rows(g [][]int) {
	for i := len(g) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		g[i], g[j] = g[j], g[i]
	}
}

//corpus:norun each row by itself
func eachRow(g [][]int) {
	for _, row := range g {
		for i := len(row) - 1; i > 0; i-- {
			j := rand.Intn(i + 1)
			row[i], row[j] = row[j], row[i]
		}
	}
}

//corpus:norun 64 is a power of two
func letter() byte {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	var b [1]byte
	crand.Read(b[:])
	return letters[b[0]%64]
}

//corpus:norun draws again above the last multiple
func letterByRejection() byte {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	var b [1]byte
	for {
		crand.Read(b[:])
		if b[0] < 26*9 {
			return letters[b[0]%26]
		}
	}
}

//corpus:norun a bias of 2^-63
func remainderOf63(n int64) int64 { return rand.Int63() % n }

//corpus:norun a power of two
func remainderOf32() uint32 { return randv2.Uint32() % 16 }

//corpus:norun a duration
func jitter(d time.Duration) time.Duration {
	return d + time.Duration(rand.Float64()*float64(d))
}

//corpus:norun the second of the minute
func second() int64 { return time.Now().Unix() % 60 }

//corpus:norun seeded once
func newSource() *rand.Rand { return rand.New(rand.NewSource(time.Now().UnixNano())) }

//corpus:norun a fixed seed for experiments
func repeatable(a []int) {
	r := rand.New(rand.NewSource(1))
	r.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
}

//corpus:norun a coin for each item
func coins(a []int) {
	for i := range a {
		if rand.Intn(2) == 0 {
			a[i] = -a[i]
		}
	}
}

//corpus:norun nearly sorted data
func jitteredOrder(a []int) {
	for i := 0; i+1 < len(a); i++ {
		if rand.Intn(4) == 0 {
			a[i], a[i+1] = a[i+1], a[i]
		}
	}
}

//corpus:norun the pivot of a sort
func pivot(a []int) int {
	p := rand.Intn(len(a))
	last := len(a) - 1
	a[p], a[last] = a[last], a[p]
	k := 0
	for i := range a[:last] {
		if a[i] < a[last] {
			a[i], a[k] = a[k], a[i]
			k++
		}
	}
	a[k], a[last] = a[last], a[k]
	return k
}

//corpus:norun one of the items
func replaceOne(a []int, x int) { a[rand.Intn(len(a))] = x }

//corpus:norun a step of a search
func perturb(tour []int, temperature float64) {
	for i := range tour {
		j := rand.Intn(len(tour))
		if rand.Float64() < temperature {
			tour[i], tour[j] = tour[j], tour[i]
		}
	}
}

//corpus:norun two parents
func crossover(a, b []int) {
	for i := range a {
		if rand.Intn(2) == 0 {
			a[i], b[i] = b[i], a[i]
		}
	}
}

//corpus:run
func mergeShuffle(a []int) {
	if len(a) < 2 {
		return
	}
	m := len(a) / 2
	mergeShuffle(a[:m])
	mergeShuffle(a[m:])
	x, y := slices.Clone(a[:m]), slices.Clone(a[m:])
	for i := range a {
		if rand.Intn(len(x)+len(y)) < len(x) {
			a[i], x = x[0], x[1:]
		} else {
			a[i], y = y[0], y[1:]
		}
	}
}

//corpus:run
func mergeShuffleByIndex(a []int) {
	if len(a) < 2 {
		return
	}
	m := len(a) / 2
	mergeShuffleByIndex(a[:m])
	mergeShuffleByIndex(a[m:])
	i, j := 0, m
	b := slices.Clone(a)
	for k := range a {
		if rand.Intn(m-i+len(a)-j) < m-i {
			a[k] = b[i]
			i++
		} else {
			a[k] = b[j]
			j++
		}
	}
}

//corpus:norun a sample of one
func drawOne(deck []int) int {
	for i := 0; i < 1; i++ {
		j := i + rand.Intn(len(deck)-i)
		deck[i], deck[j] = deck[j], deck[i]
	}
	return deck[0]
}

//corpus:norun a sample of one, before the others
func cardToFront(deck []int) int {
	j := rand.Intn(len(deck))
	for ; j > 0; j-- {
		deck[j], deck[j-1] = deck[j-1], deck[j]
	}
	return deck[0]
}

//corpus:norun a sample of six
func dealSix(deck [8]int) []int {
	for i := 0; i < 6; i++ {
		j := i + rand.Intn(8-i)
		deck[i], deck[j] = deck[j], deck[i]
	}
	return deck[:6]
}

//corpus:norun a sample of eight
func dealEight(deck [10]int) []int {
	for i := 0; i < 8; i++ {
		j := i + rand.Intn(10-i)
		deck[i], deck[j] = deck[j], deck[i]
	}
	return deck[:8]
}

//corpus:norun a power of two
func lettersInRange(b []byte) {
	crand.Read(b)
	for i, x := range b {
		b[i] = "abcdefghijklmnopqrstuvwxyz234567"[x%32]
	}
}

//corpus:norun passes over what lies above the last multiple
func lettersInRangeByRejection(b []byte) (out []byte) {
	crand.Read(b)
	for _, x := range b {
		if x < 26*9 {
			out = append(out, 'a'+x%26)
		}
	}
	return out
}

//corpus:norun no random bytes
func checksum(text, b []byte) (sum byte) {
	crand.Read(b)
	for _, x := range text {
		sum += x % 10
	}
	return sum
}

// A finding that is meant is marked with the reason.

//corpus:norun it is marked
func marked(a []int) {
	for i := range a {
		//biasedshuffle:ok naive a test of the auditor
		j := rand.Intn(len(a))
		a[i], a[j] = a[j], a[i]
	}
	for i := range a {
		j := rand.Intn(len(a)) //biasedshuffle:ok naive a test of the auditor
		a[i], a[j] = a[j], a[i]
	}
}

//biasedshuffle:ok naive a test of the auditor
//corpus:norun it is marked
func markedAsAWhole(a []int) uint32 {
	for i := range a {
		j := rand.Intn(len(a))
		a[i], a[j] = a[j], a[i]
	}
	return randv2.Uint32() % 52
}

// naiveLetter is biased by too little to be seen.
//
//corpus:norun a bias of 2^-32 and one of 2^-53
func naiveLetter(n int) (uint32, int) { return randv2.Uint32() % 26, int(rand.Float64() * float64(n)) }
