package fair

import (
	crand "crypto/rand"
	"encoding/binary"
	"math/rand"
	"slices"
	"sort"
)

// Near misses of draws without an effect.

//corpus:run 3
func shuffleInRounds(a []int) {
	for round := 0; round < 2; round++ {
		for i := len(a) - 1; i > 0; i-- {
			j := rand.Intn(i + 1)
			a[i], a[j] = a[j], a[i]
		}
	}
}

//corpus:run
func shuffleToTheEnd(a []int) []int {
	all := slices.Clone(a)
	for rest := all; len(rest) > 0; rest = rest[:len(rest)-1] {
		n := len(rest)
		j := rand.Intn(n)
		rest[j], rest[n-1] = rest[n-1], rest[j]
	}
	return all
}

type mirror struct{ host, load int }

//corpus:norun items with keys
func byLoad(mirrors []mirror) {
	rand.Shuffle(len(mirrors), func(i, j int) { mirrors[i], mirrors[j] = mirrors[j], mirrors[i] })
	sort.SliceStable(mirrors, func(i, j int) bool { return mirrors[i].load < mirrors[j].load })
}

//corpus:norun one item
func dealCard(shoe []int) (int, []int) {
	i := rand.Intn(len(shoe))
	card := shoe[i]
	shoe = append(shoe[:i], shoe[i+1:]...)
	return card, shoe
}

//corpus:norun one item
func dealFrom(shoe *[]int) int {
	i := rand.Intn(len(*shoe))
	card := (*shoe)[i]
	*shoe = append((*shoe)[:i], (*shoe)[i+1:]...)
	return card
}

//corpus:norun all items
func dealAll(shoe []int, see func(int)) {
	for len(shoe) > 0 {
		i := rand.Intn(len(shoe))
		see(shoe[i])
		shoe = append(shoe[:i], shoe[i+1:]...)
	}
}

//corpus:norun one item
func rollOther(last int) int {
	die := rand.Intn(6)
	for die == last {
		die = rand.Intn(6)
	}
	return die
}

//corpus:norun one item
func rollOnward(last int) int {
	die := rand.Intn(6)
	for ; die == last; die = rand.Intn(6) {
	}
	return die
}

type window struct {
	size, seen int
	kept       []float64
}

//corpus:norun some of the items
func (w *window) add(x float64) {
	w.seen++
	if len(w.kept) < w.size {
		w.kept = append(w.kept, x)
	} else if i := rand.Intn(w.seen); i < w.size {
		w.kept[i] = x
	}
}

//corpus:norun one of a window that is always replaced
func (w *window) replace(x float64) {
	if len(w.kept) < w.size {
		w.kept = append(w.kept, x)
	} else {
		w.kept[rand.Intn(len(w.kept))] = x
	}
}

//corpus:norun a word of 64 bits
func pickUnsigned(names []string) string {
	var b [8]byte
	crand.Read(b[:])
	return names[int64(binary.LittleEndian.Uint64(b[:])>>1)%int64(len(names))]
}

//corpus:norun a word of 64 bits
func pickMasked(names []string) string {
	var b [8]byte
	crand.Read(b[:])
	return names[int(int64(binary.LittleEndian.Uint64(b[:]))&(1<<63-1))%len(names)]
}

//corpus:norun a word of 64 bits
func pickMirrored(names []string) string {
	var b [8]byte
	crand.Read(b[:])
	i := int(binary.LittleEndian.Uint64(b[:])) % len(names)
	if i < 0 {
		i = -i
	}
	return names[i]
}

//corpus:norun a seed
func makeSample(n int) []int {
	r := rand.New(rand.NewSource(7))
	b := make([]int, n)
	for i := range b {
		b[i] = r.Intn(256)
	}
	return b
}

//corpus:norun a seed of 8 bits for a delay
func delayFromByte() int {
	b := make([]byte, 2)
	crand.Read(b)
	return rand.New(rand.NewSource(int64(b[1]))).Intn(100)
}

//corpus:norun what is left is drawn
func sevenOfForty() (left []int) {
	for i := range 40 {
		left = append(left, i+1)
	}
	for range 33 {
		i := rand.Intn(len(left))
		left = append(left[:i], left[i+1:]...)
	}
	return left
}

//corpus:norun whatever comes may come again
func withRepeats(bag []int, n int) (out []int) {
	for range n {
		out = append(out, bag[rand.Intn(len(bag))])
	}
	return out
}
