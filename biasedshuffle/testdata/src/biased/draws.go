package biased

import (
	crand "crypto/rand"
	"encoding/binary"
	"io"
	"math"
	"math/big"
	"math/rand"
	"time"
)

// Single numbers, and what they come from.

//corpus:run
func rangeOverPerm(a []int) (out []int) {
	for i, _ := range rand.Perm(len(a)) { // want `the permutation is not used`
		out = append(out, a[i])
	}
	return out
}

//corpus:norun a generator of its own
func shuffleByClosure(a []int, state uint64) {
	next := func() uint64 {
		state = state*6364136223846793005 + 1442695040888963407
		return state
	}
	for i := len(a) - 1; i > 0; i-- {
		j := int(next() % uint64(i+1))
		a[i], a[j] = a[j], a[i]
	}
}

type low struct{ state uint32 }

func (g *low) next() uint32 {
	g.state = g.state*1664525 + 1013904223
	return g.state
}

//corpus:norun a generator of its own
func shuffleByMethod(a []int, g *low) {
	for i := len(a) - 1; i > 0; i-- {
		j := int(g.next() % uint32(i+1))
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun the clock
func handOver(cards []int) {
	r := rand.New(rand.NewSource(time.Now().UnixNano())) // want `seeded from the clock for shuffles or codes`
	stir(cards, r)
}

func stir(cards []int, r *rand.Rand) {
	for i := len(cards) - 1; i > 0; i-- {
		j := r.Intn(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}

//corpus:norun the clock
func byNanoseconds(names []string) string {
	i := int(time.Now().UnixNano() % int64(len(names))) // want `the clock is no random number`
	return names[i]
}

//corpus:norun one item
func storedRemainder(names []string) string {
	i := rand.Int() % (len(names) - 1) // want `the last item is never drawn`
	return names[i]
}

//corpus:norun a part
func windowOf(genes []int, k int) []int {
	from := rand.Intn(len(genes) - k)
	return genes[from : from+k]
}

//corpus:run
func shuffleWeighed(a []int) {
	for range a {
		i, j := rand.Intn(len(a)), rand.Intn(len(a)) // want `swaps of random pairs are no shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a hand
func handOf(bag []int, k int) (hand []int) {
	for i := 0; i < k; i++ {
		j := rand.Intn(len(bag))
		hand = append(hand, bag[j])
		bag = append(bag[:i], bag[i+1:]...)
	}
	return hand
}

//corpus:norun some of the items
func reservoirTooSoon(in []int, k int) []int {
	out := append([]int(nil), in[:k]...)
	seen := k
	for _, x := range in[k:] {
		if rand.Float64() < float64(k)/float64(seen) { // want `a sample that is not fair`
			out[rand.Intn(k)] = x
		}
		seen++
	}
	return out
}

//corpus:norun the clock
func manyRolls(n int) (rolls []int) {
	for i := 0; i < n; i++ {
		r := rand.New(rand.NewSource(time.Now().UnixNano())) // want `seeded from the clock in each round`
		rolls = append(rolls, r.Intn(6))
	}
	return rolls
}

type player struct{ name string }

//corpus:norun the clock
func winner(players []*player) *player {
	r := rand.New(rand.NewSource(time.Now().UnixNano())) // want `seeded from the clock in each call`
	return players[r.Intn(len(players))]
}

//corpus:norun 2^32 is no multiple of 100000
func ticketOf() uint32 {
	var b [4]byte
	crand.Read(b[:])
	return binary.BigEndian.Uint32(b[:]) >> 12 % 100000 // want `20 random bits % `
}

//corpus:run
func secureShuffle(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		n, _ := crand.Int(crand.Reader, big.NewInt(int64(i))) // want `a single cycle.*; replace i by i\+1`
		j := int(n.Int64())
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun the secure one stays secure
func secureSort(letters []byte) byte {
	var b [1]byte
	crand.Read(b[:])
	return letters[b[0]%52] // want `8 random bits % 52: 48 values come with 5/256, 4 with 4/256; use Int of crypto/rand`
}

//corpus:norun letters
func lettersOfReader(n int) (string, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(crand.Reader, b); err != nil {
		return "", err
	}
	for i, c := range b {
		b[i] = "abcdefghijklmnopqrstuvwxyz"[int(c)%26] // want `8 random bits % 26: 22 values come with 10/256, 4 with 9/256`
	}
	return string(b), nil
}

//corpus:norun a die
func dieOfReader() (int, error) {
	b := make([]byte, 1)
	_, err := crand.Reader.Read(b)
	return int(b[0])%6 + 1, err // want `8 random bits % 6: 4 values come with 43/256, 2 with 42/256`
}

//corpus:norun a helper that seeds
func anyOfThem(names []string) string {
	return names[seededBetween(0, len(names)-1)] // want `the last item is never drawn`
}

func seededBetween(min, max int) int {
	rand.Seed(time.Now().UnixNano()) // want `seeded from the clock`
	return rand.Intn(max-min) + min
}

//corpus:norun a generator of its own, whose low bits go in a circle
func (g *low) below(n int) int {
	if n < 1 {
		return 0
	}
	return int(g.next() % uint32(n))
}

//corpus:norun 256 is a multiple of few numbers
func drawnBetween(low, high int) int {
	var b [1]byte
	if _, err := crand.Read(b[:]); err != nil {
		return low
	}
	drawn := int(b[0])
	return low + drawn%(high-low+1) // want `8 random bits % n: for n = 3, 1 value comes with 86/256, 2 with 85/256`
}

//corpus:norun the clock, in seconds
func randomSong(songs []string) string {
	return songs[time.Now().Unix()%int64(len(songs))] // want `the clock is no random number`
}

//corpus:norun a cell of a board, in pixels
func cellRounded() int {
	return int(math.Round(rand.Float64()*39) * 20) // want `rounding gives the first and the last number half the chance`
}
