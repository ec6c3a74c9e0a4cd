package biased

import (
	crand "crypto/rand"
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"strings"
	"time"
)

// Hands, tickets, letters and picks, one after the other.

var endpoints []string

//corpus:norun no word speaks of a draw
func call() {
	fmt.Println("calling", endpoints[rand.Intn(len(endpoints)-1)]) // want `the last item is never drawn`
}

//corpus:norun a remainder of a range
func dieOfTen() int { return rand.Intn(10)%6 + 1 }

//corpus:norun a string from a clock
func randomLogin(n int) string {
	r := rand.New(rand.NewSource(time.Now().UnixNano())) // want `seeded from the clock in each call: calls within one tick get the same`
	b := make([]byte, n)
	for i := range b {
		b[i] = endpoints[0][r.Intn(len(endpoints[0]))]
	}
	return string(b)
}

type dealer struct {
	cards []int
	intn  func(int) int
}

//corpus:norun a function in a field
func (d *dealer) shuffleDealt() {
	for i := range d.cards {
		j := d.intn(len(d.cards))
		d.cards[i], d.cards[j] = d.cards[j], d.cards[i]
	}
}

//corpus:norun a generator that may fail
func shuffleMayFail(a []int, g interface{ Intn(n int) (int, error) }) error {
	for i := range a {
		j, err := g.Intn(len(a)) // want `a naive shuffle`
		if err != nil {
			return err
		}
		a[i], a[j] = a[j], a[i]
	}
	return nil
}

// shuffleCarefully avoids the bias of the naive version.
//
//corpus:run
func shuffleCarefully(a []int) {
	for i := range a {
		j := rand.Intn(len(a)) // want `a naive shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

// shuffleForNext is Fisher-Yates, not Sattolo's, for the next draw cycle.
//
//corpus:run
func shuffleForNext(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i) // want `a single cycle`
		a[i], a[j] = a[j], a[i]
	}
}

// shuffleWhole must keep every card in the deck.
//
//corpus:run
func shuffleWhole(a []int) {
	for i := 0; i < len(a)-1; i++ {
		j := i + rand.Intn(len(a)-1-i) // want `the last item never moves`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun the first item is cleared each time
func shuffleByXORFromAll(a []int) {
	for i := len(a) - 1; i >= 0; i-- {
		j := rand.Intn(i + 1) // want `for 3 items with 1; swap by assignment`
		a[i] ^= a[j]
		a[j] ^= a[i]
		a[i] ^= a[j]
	}
}

const genome = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz "

//corpus:norun the last of a constant
func gene() byte { return genome[rand.Intn(52)] } // want `the last item is never drawn; draw below the length`

//corpus:norun what is fixed is no item
func placeFixed(nodes []string) {
	go func() {
		fmt.Println(nodes[rand.Intn(len(nodes)-1)]) // want `the last item is never drawn`
	}()
}

//corpus:norun strings
func scramble(word string) string {
	size := len(word)
	b := make([]byte, size)
	for i := 0; i < size; i++ {
		b[i] = word[i]
	}
	for i := 1; i <= 25; i++ {
		p := rand.Intn(size) // want `swaps of random pairs are no shuffle`
		q := rand.Intn(size)
		t := b[p]
		b[p] = b[q]
		b[q] = t
	}
	return string(b)
}

//corpus:norun a method
func (l *ring) shuffleRing() {
	for i := len(l.nodes) - 1; i > 0; i-- {
		j := rand.Intn(i) // want `items are lost, and others are there twice`
		l.nodes[i], l.nodes[j] = l.nodes[j], l.nodes[j]
	}
}

type ring struct{ nodes []int }

//corpus:norun the low bits of a generator
func shuffleFromSeed(ids []int, seed int64) {
	x := uint64(seed)
	for i := len(ids) - 1; i > 0; i-- {
		x = x*6364136223846793005 + 1
		j := int(x % uint64(i+1))
		ids[i], ids[j] = ids[j], ids[i]
	}
}

func mustFill(b []byte) {
	if _, err := crand.Read(b); err != nil {
		panic(err)
	}
}

//corpus:norun bytes from a helper
func shuffleBytes(b []byte) {
	for i := len(b) - 1; i > 0; i-- {
		one := make([]byte, 1)
		mustFill(one)
		j := int(one[0]) % (i + 1) // want `8 random bits % `
		b[i], b[j] = b[j], b[i]
	}
}

//corpus:norun a song is followed
func shuffleAndFind(songs []string, i int) int {
	song := songs[i]
	for j := range songs {
		r := rand.Intn(len(songs)) // want `a naive shuffle`
		songs[j], songs[r] = songs[r], songs[j]
		if songs[j] == song {
			i = j
		}
	}
	return i
}

//corpus:norun from the third item on
func jumble(name string) string {
	a := strings.Split(name, "")
	for i := len(a) - 2; i > 1; i-- {
		j := int(math.Floor(rand.Float64()*float64(i+1)) + 1) // want `for 5 items only 9 of the 120 orders can come out`
		a[i], a[j] = a[j], a[i]
	}
	return strings.Join(a, "")
}

//corpus:norun the clock in place of a draw
func scrambleByClock(word []rune) {
	for i := len(word) - 1; i > 0; i-- {
		j := time.Now().UnixNano() % int64(i+1) // want `the clock is no random number`
		word[i], word[j] = word[j], word[i]
	}
}

//corpus:norun a board, of which the loop moves a row in each round
func shuffleThreeByThree(b *[3][3]int) {
	for y := range b {
		for x := range b[y] {
			r, c := rand.Intn(3), rand.Intn(3)
			b[y][x], b[r][c] = b[r][c], b[y][x]
		}
	}
}

// The first five of a deck, and others of which a loop counts by something else than what it draws from: no bound
// is right for all numbers, and none is suggested.

//corpus:norun some of the items
func drawFive(deck []int) []int {
	for i := 0; i < 5; i++ {
		j := rand.Intn(len(deck)) // want `naive: a naive shuffle; use rand.Shuffle`
		deck[i], deck[j] = deck[j], deck[i]
	}
	return deck[:5]
}

//corpus:norun as many as another has
func drawForEach(hand, deck []int) {
	for i := range hand {
		j := rand.Intn(len(deck)) // want `naive: a naive shuffle; use rand.Shuffle`
		deck[i], deck[j] = deck[j], deck[i]
	}
}

//corpus:norun some of the items
func drawSeveral(deck []int, n int) []int {
	for i := 0; i < n; i++ {
		j := rand.Intn(len(deck)) // want `naive: a naive shuffle; use rand.Shuffle`
		deck[i], deck[j] = deck[j], deck[i]
	}
	return deck[:n]
}

//corpus:norun several rounds
func aroundAndAround(a []int) {
	for k := 0; k < 500; k++ {
		i := k % len(a)
		j := rand.Intn(len(a)) // want `naive: a naive shuffle; use rand.Shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun many steps
func topSwaps(a []int) {
	for k := 0; k < 1000; k++ {
		j := rand.Intn(len(a)) // want `naive: a naive shuffle; use rand.Shuffle`
		a[0], a[j] = a[j], a[0]
	}
}

//corpus:norun bytes by a function of its own
func mixSecret(p []byte) {
	below := func(n int64) int64 {
		k, _ := crand.Int(crand.Reader, big.NewInt(n))
		return k.Int64()
	}
	for i := range p { // want `for 3 items 3 orders come with 5/27, 3 with 4/27; use Shuffle of yates`
		j := below(int64(len(p)))
		p[i], p[j] = p[j], p[i]
	}
}
