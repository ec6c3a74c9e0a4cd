package biased

import (
	crand "crypto/rand"
	"encoding/binary"
	"math/rand"
	"slices"
	"sort"
	"time"
)

// Loops whose numbers are not those of the function, and draws without an effect.

//corpus:run 3
func shuffleInRounds(a []int) {
	for round := 0; round < 2; round++ {
		for i := range a {
			j := rand.Intn(len(a)) // want `a naive shuffle`
			a[i], a[j] = a[j], a[i]
		}
	}
}

//corpus:run
func shuffleTwice(a []int) {
	for range 2 {
		for i := len(a) - 1; i > 0; i-- {
			j := rand.Intn(i) // want `a single cycle .Sattolo.`
			a[i], a[j] = a[j], a[i]
		}
	}
}

//corpus:norun rows, of which each is shuffled once
func shuffleRows(rows [][]int) {
	for _, row := range rows {
		for i := range row {
			j := rand.Intn(len(row)) // want `a naive shuffle; replace len.row. by i.1`
			row[i], row[j] = row[j], row[i]
		}
	}
}

//corpus:norun a hundred swaps are too many to enumerate
func shuffleByHundred(a []int) {
	for range 100 {
		i, j := rand.Intn(len(a)), rand.Intn(len(a)) // want `swaps of random pairs are no shuffle; use rand.Shuffle`
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun it mostly panics
func shuffleFromOne(a []int) {
	for i := range a {
		j := rand.Intn(len(a)) + 1
		a[i], a[j%(len(a)+1)] = a[j%(len(a)+1)], a[i]
	}
}

//corpus:run
func shuffleToNothing(a []int) []int {
	rest := slices.Clone(a)
	for n := len(rest); n > 0; n-- {
		j := rand.Intn(n)
		rest[j], rest[n-1] = rest[n-1], rest[j]
		rest = rest[:n-1]
	}
	return rest
}

//corpus:run 3
func shuffleBrokenTwice(a []int) {
	for range 2 {
		rand.Shuffle(len(a), func(i, j int) { // want `items are lost, and others are there twice`
			a[i], a[j] = a[j], a[j]
		})
	}
}

type mirror struct{ host, load int }

//corpus:norun items with keys
func byLoad(mirrors []mirror) {
	sort.Slice(mirrors, func(i, j int) bool { // want `some orders likelier; shuffle first, then sort stably`
		if mirrors[i].load == mirrors[j].load {
			return rand.Intn(2) == 0
		}
		return mirrors[i].load < mirrors[j].load
	})
}

//corpus:norun a word of 64 bits
func pickSigned(names []string) string {
	var b [8]byte
	crand.Read(b[:])
	return names[int64(binary.LittleEndian.Uint64(b[:]))%int64(len(names))]
}

//corpus:norun a seed
func shuffleFromByte(a []int) {
	b := make([]byte, 2)
	crand.Read(b)
	r := rand.New(rand.NewSource(int64(b[1])))
	r.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
}

//corpus:norun a seed
func sortByTossOfNow(a []int) {
	r := rand.New(rand.NewSource(time.Now().UnixNano()))         // want `seeded from the clock where it shuffles`
	sort.Slice(a, func(i, j int) bool { return r.Intn(2) == 0 }) // want `random comparison`
}

//corpus:run
func drawnByOtherIndex(bag []int) (out []int) {
	bag = slices.Clone(bag)
	for i, n := 0, len(bag); i < n; i++ {
		j := rand.Intn(len(bag)) // want `items are lost, and others are there twice: for 3 items with`
		out = append(out, bag[j])
		bag = append(bag[:i%len(bag)], bag[i%len(bag)+1:]...)
	}
	return out
}

//corpus:run
func drawnAndNotDeleted(bag []int) (out []int) {
	bag = slices.Clone(bag)
	for n := len(bag); n > 0; n-- {
		i := rand.Intn(len(bag)) // want `items are lost, and others are there twice: for 3 items with 7/9`
		out = append(out, bag[i])
		bag = slices.Delete(bag, i, i)
	}
	return out
}

//corpus:norun two of the items
func handByOtherIndex(deck []int) (hand []int) {
	deck = slices.Clone(deck)
	for i := 0; i < 2; i++ {
		j := rand.Intn(len(deck))
		hand = append(hand, deck[j])
		deck = append(deck[:i], deck[i+1:]...)
	}
	return hand
}

//corpus:norun the clock
func onePlayer(players []string) string {
	return players[time.Now().Nanosecond()%len(players)] // want `the clock is no random number`
}

//corpus:norun it panics
func shuffleByOtherIndex(bag []int) (out []int) {
	for i := range bag {
		j := rand.Intn(len(bag))
		out = append(out, bag[j])
		bag = append(bag[:i], bag[i+1:]...)
	}
	return out
}

//corpus:norun a single draw
func takenAndNotDeleted(bag []int) ([]int, int) {
	i := rand.Intn(len(bag))
	item := bag[i]
	return slices.Delete(bag, i, i), item
}

//corpus:norun the clock
func playerByClock(players []string) string {
	now := time.Now()
	return players[now.UnixMilli()%int64(len(players))] // want `the clock is no random number`
}

//corpus:norun bytes by a counter, which is compared, and they are not
func suffix(n int) string {
	b := make([]byte, n)
	crand.Read(b)
	for i := 0; i < n; i++ {
		b[i] = endpoints[0][int(b[i])%36] // want `8 random bits % 36: 4 values come with 8/256, 32 with 7/256`
	}
	return string(b)
}
