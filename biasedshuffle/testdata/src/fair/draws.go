package fair

import (
	crand "crypto/rand"
	"math"
	"math/rand"
	"time"
)

// Single numbers that are what they should be, or are not meant to be fair.

//corpus:norun draws with replacement
func testHandlerRandomized(n int) (packets []int) {
	for i := 0; i < n; i++ {
		packets = append(packets, rand.Intn(10))
	}
	return packets
}

//corpus:norun draws with replacement
func randomizedBytes(letters []byte, n int) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = letters[rand.Intn(len(letters))]
	}
	return out
}

//corpus:norun draws with replacement
func mixColors(colors []string) []string {
	out := make([]string, len(colors))
	for i := range out {
		out[i] = colors[rand.Intn(len(colors))]
	}
	return out
}

//corpus:norun a wait
func drawAfter(most time.Duration) time.Duration {
	return time.Duration(math.Round(rand.Float64() * float64(most)))
}

//corpus:run
func shuffleWithALimit(a []int) {
	limit := 0
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		if limit >= i { // which is never so
			j = 0
		}
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a wait
func backoff(base time.Duration) time.Duration {
	return base + time.Duration(int64(rand.Float32()*1000))*time.Millisecond
}

//corpus:norun nothing is seeded
func pickOrder(names []string) {
	rand.NewSource(time.Now().UnixNano())
	rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
}

//corpus:norun a walk through memory
func walk(n int) (sum int) {
	next := make([]int, n)
	for i := range next {
		next[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := rand.Intn(i)
		next[i], next[j] = next[j], next[i]
	}
	p := 0
	for range n {
		p = next[p]
		sum += p
	}
	return sum
}

//corpus:norun a part
func windowAnywhere(genes []int, k int) []int {
	from := rand.Intn(len(genes) - k + 1)
	return genes[from : from+k]
}

//corpus:norun drawn again where it would be biased
func letterOf(letters string) byte {
	var b [1]byte
	for {
		crand.Read(b[:])
		if x := b[0]; int(x) < 256/len(letters)*len(letters) {
			return letters[int(x)%len(letters)]
		}
	}
}

//corpus:norun another bound
func pickOfOthers(names, others []string) string {
	return names[rand.Intn(len(others)-1)]
}

//corpus:norun some of the items
func reservoirByChance(in []int, k int) []int {
	out := append([]int(nil), in[:k]...)
	seen := k
	for _, x := range in[k:] {
		seen++
		if rand.Float64() < float64(k)/float64(seen) {
			out[rand.Intn(k)] = x
		}
	}
	return out
}

//corpus:norun the generator is another's
func rolls(n int) (all []int) {
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	for i := 0; i < n; i++ {
		all = append(all, r.Intn(6))
	}
	return all
}

//corpus:norun a pivot, which is compared by a function
func sortBy(a []string, less func(x, y string) bool) {
	if len(a) < 2 {
		return
	}
	pivot := a[rand.Intn(len(a)-1)]
	left, right := 0, len(a)-1
	for left <= right {
		for less(a[left], pivot) {
			left++
		}
		for less(pivot, a[right]) {
			right--
		}
		if left <= right {
			a[left], a[right] = a[right], a[left]
			left++
			right--
		}
	}
	sortBy(a[:right+1], less)
	sortBy(a[left:], less)
}

type weight struct{ kilos int }

func (w weight) Compare(with weight) int { return w.kilos - with.kilos }

//corpus:norun a pivot, which is compared by a method
func countLighter(all []weight) (count int) {
	pivot := all[rand.Intn(len(all)-1)]
	for i := range all {
		if all[i].Compare(pivot) < 0 {
			count++
		}
	}
	return count
}

//corpus:norun whose turn it is, by the second
func songNow(songs []string) string {
	return songs[time.Now().Unix()%int64(len(songs))]
}

//corpus:norun 2^24 is so large that 52 values nearly come as often
func scaledFloat32() int {
	return int(rand.Float32() * 52)
}

//corpus:norun a cut, which leaves none of the packets empty
func cutDeck(deck []int) (bottom int, rest []int) {
	cut := rand.Intn(len(deck)-1) + 1
	bottom = deck[cut-1]
	return bottom, append(deck[cut:], deck[:cut-1]...)
}

//corpus:norun any part of a path but the file
func anyFolder(parts []string) {
	i := rand.Intn(len(parts) - 1)
	parts[i] = "**"
}

//corpus:norun a gene that is flipped
func mutateOne(genes []bool) {
	i := rand.Intn(len(genes) - 1)
	genes[i] = !genes[i]
}

//corpus:norun a place between two
func insertBetween(items []int, item int) []int {
	i := rand.Intn(len(items) - 1)
	items = append(items, 0)
	copy(items[i+1:], items[i:])
	items[i] = item
	return items
}

//corpus:norun a cell of a board, in pixels: 2^53 is so large that 40 values nearly come as often
func cellFloored() int {
	return int(math.Floor(rand.Float64()*40) * 20)
}
