package biased

import (
	crand "crypto/rand"
	"math"
	"math/big"
	"math/rand"
	"slices"
)

// Samples and single draws.

//corpus:norun some of the items
func reservoirTooSmall(in []int, k int) []int {
	out := slices.Clone(in[:k])
	for i := k; i < len(in); i++ {
		if j := rand.Intn(i); j < k { // want `a sample that is not fair: some items are likelier than others; draw below i\+1`
			out[j] = in[i]
		}
	}
	return out
}

//corpus:norun some of the items
func reservoirOfAll(in []int, k int) (out []int) {
	for i, x := range in {
		if i < k {
			out = append(out, x)
			continue
		}
		j := rand.Intn(len(in)) // want `a sample that is not fair`
		if j < k {
			out[j] = x
		}
	}
	return out
}

type hat struct{ names []string }

//corpus:norun one item
func (h *hat) drawName() string {
	var which int
	if len(h.names) > 1 {
		low, high := 0, len(h.names)-1
		which = low + rand.Intn(high-low) // want `the last item is never drawn`
	}
	return h.names[which]
}

func drawBetween(low, high int) int { return low + rand.Intn(high-low) }

//corpus:norun one item
func randomName(names []string) string {
	return names[drawBetween(0, len(names)-1)] // want `the last item is never drawn`
}

//corpus:norun one item
func randomDigit() byte {
	const digits = "0123456789"
	return digits[int(math.Floor(rand.Float64()*float64(len(digits)-1)))] // want `the last item is never drawn`
}

//corpus:norun one item
func secretLetter(password string) string {
	k, err := crand.Int(crand.Reader, big.NewInt(int64(len(password)-1))) // want `the last item is never drawn`
	if err != nil {
		panic(err)
	}
	return string(password[k.Int64()])
}

//corpus:norun one item
func randomByRemainder(names []string) string {
	i := rand.Int() % (len(names) - 1) // want `the last item is never drawn`
	return names[i]
}

//corpus:norun a coin
func randomSide() string {
	if rand.Intn(1) == 0 { // want `a number that is drawn below 1 is always 0`
		return "left"
	}
	return "right"
}

//corpus:norun some of the items
func drawSome(cards []string, n int) (hand []string) {
	for range n {
		i := rand.Intn(len(cards))
		hand = append(hand, cards[i])
		cards = slices.Delete(cards, i, 1)
	}
	return hand
}

func randomBytes(n int) ([]byte, error) {
	b := make([]byte, n)
	_, err := crand.Read(b)
	return b, err
}

func randomByte() byte {
	var b [1]byte
	crand.Read(b[:])
	return b[0]
}

//corpus:norun one byte for each
func shuffleByBytes(s string) string {
	letters := []rune(s)
	for i := len(letters) - 1; i > 0; i-- {
		b, err := randomBytes(1)
		if err != nil {
			return s
		}
		j := int(b[0]) % (i + 1) // want `8 random bits % `
		letters[i], letters[j] = letters[j], letters[i]
	}
	return string(letters)
}

//corpus:norun one byte for each
func code(n int) string {
	chars := "abcdefghijklmnopqrstuvwxyz"
	out := make([]byte, n)
	for i := range out {
		out[i] = chars[int(randomByte())%len(chars)] // want `8 random bits % 26: 22 values come with 10/256`
	}
	return string(out)
}

//corpus:norun three bytes
func oneTimePassword() int {
	b := make([]byte, 3)
	crand.Read(b)
	return (int(b[0])<<16 | int(b[1])<<8 | int(b[2])) % 1000000 // want `24 random bits % 1000000: 777216 values`
}

//corpus:norun one item
func minusOne(names []string) string {
	return names[rand.Intn(len(names))-1]
}

//corpus:norun one item
func plusOne(names []string) string {
	return names[1+rand.Intn(len(names))]
}

//corpus:run
func shuffleEnds(a []int) {
	for i, j := 0, len(a)-1; i < j; i, j = i+1, j-1 {
		if rand.Intn(2) == 0 {
			a[i], a[j] = a[j], a[i]
		}
	}
}

//corpus:norun its items are from nowhere
func randPerm(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := rand.Intn(n) // want `items are lost`
		p[i] = p[j]
		p[j] = i
	}
	return p
}

//corpus:norun some of the items
func dealTooFew(a []int, hand int) []int {
	for i := 0; i < hand; i++ {
		j := i + rand.Intn(len(a)-1-i)
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
		if j := rand.Intn(i); j < size { // want `a sample that is not fair`
			out[j] = in[i]
		}
	}
	return out
}

//corpus:norun four items
func shuffleInnerLetters(a []byte) {
	for i, end := 1, len(a)-2; i < end; i++ {
		j := 1 + rand.Intn(i+1) // want `not every place is as likely: for 5 items only 4 of the 120 orders can come out`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun the first k of n items, after n swaps of random pairs
func sampleWithoutReplacement(n, k int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	for i := 0; i < n; i++ {
		j, l := rand.Intn(n), rand.Intn(n) // want `swaps of random pairs are no shuffle`
		all[j], all[l] = all[l], all[j]
	}
	return all[:k]
}
