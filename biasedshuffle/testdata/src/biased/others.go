package biased

import (
	"cmp"
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"
	"sort"
	"time"

	crand "crypto/rand"
)

//corpus:run
func sortByCoin(a []int) {
	sort.Slice(a, func(i, j int) bool { return rand.Intn(2) == 0 }) // want `a random comparison is no shuffle: not all orders are equally likely; use rand.Shuffle`
}

//corpus:run
func sortByFloat(a []int) {
	sort.Slice(a, func(i, j int) bool { return rand.Float64() < 0.5 }) // want `a random comparison is no shuffle: not all orders are equally likely; use rand.Shuffle`
}

//corpus:run
func stableSortByCoin(a []int) {
	sort.SliceStable(a, func(i, j int) bool { // want `random comparison`
		if rand.Intn(2) == 1 {
			return true
		}
		return false
	})
}

//corpus:run
func sortByThree(a []int) {
	slices.SortFunc(a, func(x, y int) int { return rand.Intn(3) - 1 }) // want `a random comparison is no shuffle`
}

//corpus:norun the comparison of two words of 63 bits is a coin up to 2^-63
func sortByWords(a []int) {
	slices.SortFunc(a, func(x, y int) int { return cmp.Compare(rand.Int(), rand.Int()) }) // want `random comparison`
}

//corpus:run
func sortByMethod(a []int) { sort.Sort(tossed(a)) }

type tossed []int

func (t tossed) Len() int           { return len(t) }
func (t tossed) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }
func (t tossed) Less(i, j int) bool { return rand.Intn(2) == 0 } // want `random comparison`

//corpus:run
func sortByNamed(a []int) {
	slices.SortFunc(a, toss) // want `random comparison`
}

func toss(x, y int) int {
	c := randv2.IntN(2)
	return 1 - 2*c
}

//corpus:run 3
func remainderOfByte(a []int) {
	var b [1]byte
	for i := len(a) - 1; i > 0; i-- {
		crand.Read(b[:])
		j := int(b[0]) % (i + 1) // want `8 random bits % n: for n = 3, 1 value comes with 86/256, 2 with 85/256`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun 2^20 is no multiple of 52: 48 remainders come once more than 4 others
func cardByRemainder() int {
	return int(randv2.Uint32() >> 12 % 52) // want `20 random bits % 52: 48 values come once more in 2\^20`
}

//corpus:norun 2^21 is no multiple of 3
func raffleByRemainder(names []string) string {
	return names[rand.Int31()>>10%int32(len(names))] // want `21 random bits % `
}

//corpus:norun 256 is no multiple of 62
func remainderInToken(n int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	b := make([]byte, n)
	crand.Read(b)
	for i := range b {
		b[i] = letters[int(b[i])%62] // want `8 random bits % 62: 8 values come with 5/256, 54 with 4/256`
	}
	return string(b)
}

//corpus:norun 2^16 is no multiple of 6
func digitOfToken() uint32 {
	return word32() % 6 // want `16 random bits % 6: 4 values`
}

func word32() uint32 { return rand.Uint32() >> 16 }

//corpus:norun the clock is no random number
func pickByClock(names []string) string {
	return names[time.Now().UnixNano()%int64(len(names))] // want `the clock is no random number`
}

//corpus:norun 2^24 is no multiple of 52
func shuffledCard() int {
	return int(rand.Float32() * 52)
}

//corpus:run
func roundedFloat(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := int(math.Round(rand.Float64() * float64(i))) // want `rounding gives the first and the last number half the chance`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func xorSwap(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1) // want `this clears an item that is swapped with itself: for 3 items with 2/3`
		a[i] ^= a[j]
		a[j] ^= a[i]
		a[i] ^= a[j]
	}
}

//corpus:run
func sumSwap(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1) // want `this clears an item that is swapped with itself`
		a[i] = a[i] + a[j]
		a[j] = a[i] - a[j]
		a[i] = a[i] - a[j]
	}
}

//corpus:run
func shuffleByOneNumber(a []int) {
	j := rand.Intn(len(a))
	for i := range a { // want `one random number serves several swaps: for 3 items only 2 of the 6 orders can come out`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:run
func shuffleByHalf(a []int) {
	for i := 0; i+1 < len(a); i++ {
		j := rand.Intn(len(a)) // want `one random number serves several swaps`
		a[i], a[j] = a[j], a[i]
		a[i+1], a[j] = a[j], a[i+1]
	}
}

//corpus:run
func shuffleByPairs(a []int) {
	for range a {
		i, j := rand.Intn(len(a)), rand.Intn(len(a)) // want `swaps of random pairs are no shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun too many paths: each pair of draws multiplies them by 9
func shuffleByManyPairs(a []int) {
	for k := 0; k < 100; k++ {
		x := rand.Intn(len(a)) // want `swaps of random pairs are no shuffle`
		y := rand.Intn(len(a))
		a[x], a[y] = a[y], a[x]
	}
}

//corpus:norun the clock
func shuffleFromClock(a []int) {
	r := rand.New(rand.NewSource(time.Now().UnixNano())) // want `seeded from the clock where it shuffles: the time gives the order away`
	r.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
}

//corpus:norun the clock
func shuffleFromSeconds(a []int) {
	rand.Seed(time.Now().Unix()) // want `seeded from the clock where it shuffles`
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun the clock
func rollsFromClock(n int) (rolls []int) {
	for range n {
		rand.Seed(time.Now().UnixNano()) // want `seeded from the clock in each round: rounds within one tick get the same; leave it out`
		rolls = append(rolls, rand.Intn(6)+1)
	}
	return rolls
}

//corpus:run
func topToRandom(a []int) {
	for range a {
		j, top := rand.Intn(len(a)), a[0] // want `a naive shuffle`
		copy(a[:j], a[1:j+1])
		a[j] = top
	}
}

//corpus:norun 256 is no multiple of 62
func remainderInRange(n int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	b := make([]byte, n)
	crand.Read(b)
	for i, x := range b {
		b[i] = letters[x%byte(len(letters))] // want `8 random bits % 62: 8 values come with 5/256, 54 with 4/256`
	}
	return string(b)
}
