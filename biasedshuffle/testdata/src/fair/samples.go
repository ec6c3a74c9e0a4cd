package fair

import (
	crand "crypto/rand"
	"math/rand"
	"slices"
	"strings"
	"time"
)

// Samples and single draws that are what they should be.

//corpus:norun some of the items
func reservoirRight(in []int, k int) (out []int) {
	for i, x := range in {
		if i < k {
			out = append(out, x)
		} else if j := rand.Intn(i + 1); j < k {
			out[j] = x
		}
	}
	return out
}

//corpus:norun some of the items
func sampleOfWeights(in []int, k int) []int {
	out := slices.Clone(in[:k])
	for i := k; i < len(in); i++ {
		if j := rand.Intn(i + 2); j < k { // the last weigh less
			out[j] = in[i]
		}
	}
	return out
}

//corpus:norun letters of which the first must not be the last
func generateNumber(n int) (id string) {
	digits := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "0"}
	for i := range n {
		if i == 0 {
			id += digits[rand.Intn(len(digits)-1)]
		} else {
			id += digits[rand.Intn(len(digits))]
		}
	}
	return id
}

type urn struct{ names []string }

//corpus:norun one item
func (u *urn) drawName() string {
	low, high := 0, len(u.names)
	return u.names[low+rand.Intn(high-low)]
}

//corpus:norun the first is none of those to be drawn
func (u *urn) drawOther() string {
	low, high := 1, len(u.names)
	return u.names[rand.Intn(high-low)+low]
}

func notAbove(low, high int) int { return low + rand.Intn(high-low+1) }

//corpus:norun one item
func randomOf(names []string) string { return names[notAbove(0, len(names)-1)] }

//corpus:norun 256 is a multiple of 32
func backupCode(n int) string {
	chars := "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	b := make([]byte, n)
	crand.Read(b)
	var code strings.Builder
	for _, x := range b {
		code.WriteByte(chars[int(x)%len(chars)])
	}
	return code.String()
}

var alphabet64 = []rune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")

//corpus:norun 256 is a multiple of 64
func randomName64(n int) string {
	b := make([]byte, n)
	crand.Read(b)
	out := make([]rune, n)
	for i := range b {
		out[i] = alphabet64[int(b[i])%len(alphabet64)]
	}
	return string(out)
}

//corpus:norun one item
func drawUnused(used map[int]bool) int {
	k := rand.Intn(52)
	if used[k] {
		return drawUnused(used)
	}
	used[k] = true
	return k
}

//corpus:norun a walk that draws
func carve(cells [][]bool, x, y int) int {
	cells[y][x] = true
	for _, d := range rand.Perm(2) {
		if nx, ny := x+d, y+1-d; ny < len(cells) && nx < len(cells[ny]) && !cells[ny][nx] {
			carve(cells, nx, ny)
		}
	}
	return x
}

//corpus:run
func shuffleByDelete(a []int) (out []int) {
	rest := slices.Clone(a)
	for len(rest) > 0 {
		i := rand.Intn(len(rest))
		out = append(out, rest[i])
		rest = slices.Delete(rest, i, i+1)
	}
	return out
}

//corpus:norun a time, of which no one counts the nanoseconds
func skew() time.Duration { return time.Duration(int64(rand.Float64() * float64(time.Minute))) }

//corpus:norun the first has none before it
func beforeOf(names []string) string {
	if i := rand.Intn(len(names)); i > 0 {
		return names[i-1]
	}
	return ""
}

//corpus:norun two that stand side by side
func neighboursOf(names []string) (string, string) {
	i := rand.Intn(len(names) - 1)
	return names[i], names[i+1]
}

//corpus:norun one, and another after it
func drawTwo(names []string) (string, string) {
	i := rand.Intn(len(names) - 1)
	j := i + 1 + rand.Intn(len(names)-1-i)
	return names[i], names[j]
}

//corpus:norun some of the items
func dealEnough(a []int, hand int) []int {
	for i := 0; i < hand; i++ {
		j := i + rand.Intn(len(a)-i)
		a[i], a[j] = a[j], a[i]
	}
	return a[:hand]
}

//corpus:norun some of the items
func sampleByReservoir(in []int, size int) []int {
	out := make([]int, 0, size)
	for i := 0; i < size; i++ {
		out = append(out, in[i])
	}
	for i := size; i < len(in); i++ {
		if j := rand.Intn(i + 1); j < size {
			out[j] = in[i]
		}
	}
	return out
}

//corpus:norun some of the items
func sampleByShare(in <-chan string, out []string) {
	read := 0
	for x := range in {
		if read < len(out) {
			out[read] = x
			read++
		} else {
			read++
			if rand.Float64() < float64(len(out))/float64(read) {
				out[rand.Intn(len(out))] = x
			}
		}
	}
}

//corpus:norun four items
func shuffleInnerLetters(a []byte) {
	for i := len(a) - 2; i > 1; i-- {
		j := 1 + rand.Intn(i)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun nine items and more
func topNine(a []int) []int {
	for i := 0; i < 9; i++ {
		j := rand.Intn(len(a)-i) + i
		a[i], a[j] = a[j], a[i]
	}
	return slices.Clone(a[:9])
}

//corpus:norun from a channel
func shuffleAsTheyCome(in <-chan int, first chan<- int) (out []int) {
	for x := range in {
		select {
		case first <- x:
		default:
			out = append(out, x)
			j := rand.Intn(len(out))
			out[len(out)-1] = out[j]
			out[j] = x
		}
	}
	return out
}

//corpus:norun two of the items
func handByItsIndex(deck []int) (hand []int) {
	deck = slices.Clone(deck)
	for range 2 {
		j := rand.Intn(len(deck))
		hand = append(hand, deck[j])
		deck = append(deck[:j], deck[j+1:]...)
	}
	return hand
}

//corpus:norun each asker gets a card with replacement, and leaves the queue
func cardsForAskers(deck, queue []int) (hand []int) {
	for range 2 {
		hand = append(hand, deck[rand.Intn(len(deck))])
		queue = append(queue[:0], queue[1:]...)
	}
	return hand
}

//corpus:norun items up to a drawn one go
func dropsSome(a []int) []int {
	i := rand.Intn(len(a))
	j := i + rand.Intn(len(a)-i)
	return slices.Delete(a, i, j)
}

//corpus:norun with replacement
func sampleWithReplacement(all []int, k int) (out []int) {
	for i := 0; i < k; i++ {
		out = append(out, all[rand.Intn(len(all))])
	}
	return out
}
