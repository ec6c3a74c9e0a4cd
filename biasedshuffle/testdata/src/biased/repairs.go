package biased

import (
	crand "crypto/rand"
	"io"
	"math/rand"
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
	if j == i { // want `off-by-one: the next one is twice as likely`
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

var codes = rand.New(rand.NewSource(time.Now().UnixNano())) // want `seed: seeded from the clock, for functions that shuffle or make codes: the time gives those away`

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
