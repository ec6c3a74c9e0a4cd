package biased

import (
	crand "crypto/rand"
	"io"
	"math"
	"math/rand"
	"sync"
	"time"
)

//corpus:norun too many paths
func shuffleThrice(a []int) {
	n := len(a)
	for i := 0; i < 3*n; i++ {
		x, y := rand.Intn(n), rand.Intn(n) // want `swaps of random pairs are no shuffle; use rand.Shuffle`
		a[x], a[y] = a[y], a[x]
	}
}

//corpus:norun what is forbidden is not known
func assign(people []string, forbidden map[string]string) {
	for i := range people {
		j := rand.Intn(len(people)) // want `naive: a naive shuffle; use rand.Shuffle`
		for forbidden[people[i]] == people[j] {
			j = rand.Intn(len(people))
		}
		people[i], people[j] = people[j], people[i]
	}
}

//corpus:norun numbers with replacement
func lottery() []int {
	balls := make([]int, 6)
	for i := range balls {
		balls[i] = rand.Intn(49) + 1 // want `lost: one can be drawn twice; take the first ones of rand.Perm`
	}
	return balls
}

//corpus:norun items with replacement
func raffle(tickets []string) (winners []string) {
	for len(winners) < 3 {
		winners = append(winners, tickets[rand.Intn(len(tickets))]) // want `lost: one can be drawn twice`
	}
	return winners
}

func inclusive(low, high int) int { return low + rand.Intn(high-low+1) }

//corpus:norun one draw
func pickClamped(a []string) string {
	i := inclusive(0, len(a))
	if i >= len(a) { // want `off-by-one: this makes one index twice as likely as the others; draw from one less`
		i = len(a) - 1
	}
	return a[i]
}

//corpus:norun two draws
func pickTwo(a []string) (string, string) {
	i, j := rand.Intn(len(a)), rand.Intn(len(a))
	if i == j { // want `off-by-one: the next one is twice as likely as the others; draw again`
		j = (j + 1) % len(a)
	}
	return a[i], a[j]
}

//corpus:norun two draws
func pickOther(a []string, i int) string {
	j := rand.Intn(len(a) - 1)
	if j == i { // want `the next one is too likely, and the last one rare; add one to all from there on, by >=`
		j++
	}
	return a[j]
}

//corpus:norun a seed
func captchaCode(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = "abcdefghij"[codes.Intn(10)]
	}
	return string(b)
}

var codes = rand.New(rand.NewSource(time.Now().UnixNano())) // want `seed: seeded from the clock for shuffles or codes`

//corpus:norun random bytes
func digits(n int) string {
	table := [...]byte{'1', '2', '3', '4', '5', '6', '7', '8', '9', '0'}
	b := make([]byte, n)
	if _, err := io.ReadAtLeast(crand.Reader, b, n); err != nil {
		return ""
	}
	for i := range b {
		b[i] = table[int(b[i])%len(table)] // want `modulo: 8 random bits % 10: 6 values come with 26/256, 4 with 25/256`
	}
	return string(b)
}

//corpus:norun draws
func pickOtherPlayer(players []string, me int) string {
	k := rand.Intn(len(players))
	if k == me { // want `off-by-one: the next one is twice as likely`
		k++
		if k == len(players) {
			k = 0
		}
	}
	return players[k]
}

//corpus:norun one draw
func otherThan(me, n int) int {
	k := rand.Intn(n)
	if k == me { // want `off-by-one: the next one is twice as likely`
		k = (k + 1) % n
	}
	return k
}

//corpus:norun one draw
func pickBelow(a []string) string {
	i := rand.Intn(len(a) + 1)
	if i > len(a)-1 { // want `off-by-one: this makes one index twice as likely as the others`
		i = len(a) - 1
	}
	return a[i]
}

//corpus:norun one draw
func roundedBetween(low, high int) int {
	return low + int(math.Round(rand.Float64()*float64(high-low))) // want `float: rounding gives the first and the last number half`
}

//corpus:run
func shuffledNumbers(n int) []int {
	m := make(map[int]int)
	for i := range n {
		m[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := rand.Intn(i + 1) // want `lost: items are lost, and others are there twice: for 3 items with 1/2`
		m[i] = j
		m[j] = i
	}
	all := make([]int, n)
	for i := range all {
		all[i] = m[i]
	}
	return all
}

//corpus:run
func shuffle(a []int) {
	rand.Shuffle(len(a)-1, func(i, j int) { // want `off-by-one: the first item never moves`
		a[i+1], a[j+1] = a[j+1], a[i+1]
	})
}

//corpus:norun one draw
func weighed(weights []int) int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	r := rand.Intn(sum + 1) // want `off-by-one: not each weight counts as it is; draw below their sum, and compare by <`
	for i, w := range weights {
		if r < w {
			return i
		}
		r -= w
	}
	return len(weights) - 1
}

//corpus:norun one draw
func weighedFromOne(weights []int) int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	r := 1 + rand.Intn(sum) // want `off-by-one: not each weight counts as it is`
	for i, w := range weights {
		if r < w {
			return i
		}
		r -= w
	}
	return len(weights) - 1
}

//corpus:norun one draw
func upToTheSum(names []string, weights []int) string {
	total, at := 0, 0
	for _, w := range weights {
		total += w
	}
	r := rand.Intn(total) // want `off-by-one: not each weight counts as it is`
	for i, w := range weights {
		at += w
		if at >= r {
			return names[i]
		}
	}
	return ""
}

//corpus:norun a seed
func sessionToken(n int) string {
	once.Do(func() {
		session = rand.New(rand.NewSource(time.Now().UnixNano())) // want `seed: seeded from the clock for shuffles or codes`
	})
	b := make([]byte, n)
	for i := range b {
		b[i] = "abcdefghij"[session.Intn(10)]
	}
	return string(b)
}

var (
	once    sync.Once
	session *rand.Rand
)

type wheel struct {
	names []string
	last  int
}

//corpus:norun two draws
func (w *wheel) pickAnother() string {
	i := rand.Intn(len(w.names))
	if i == w.last { // want `the next one is twice as likely as the others; draw again`
		i = (i + 1) % len(w.names)
	}
	w.last = i
	return w.names[i]
}
