package twin

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A Seed is the 32 bytes of SPEC.md.
type Seed = [32]byte

// hash hashes what all hashes of Order 1 begin with, and some bytes.
func hash(label string, seed Seed, rest []byte) [32]byte {
	return sha256.Sum256(slices.Concat([]byte("yates order 1\x00"+label+"\x00"), seed[:], rest))
}

// stream is SPEC.md's stream(label, k). ChaCha8Rand is Go's own.
func stream(label string, seed Seed, k int) *rand.ChaCha8 {
	return rand.NewChaCha8(hash(label, seed, binary.BigEndian.AppendUint64(nil, uint64(k))))
}

// below returns an integer in 0..n.
func below(s *rand.ChaCha8, n uint64) uint64 {
	for {
		hi, lo := bits.Mul64(s.Uint64(), n)
		if lo >= -n%n { // 2⁶⁴ mod n, for −n is 2⁶⁴ − n
			return hi
		}
	}
}

// digits calls give with the first n digits of a stream.
func digits(s *rand.ChaCha8, n int, give func(i, digit int)) {
	for i := 0; i < n; {
		word := s.Uint64()
		for range 5 {
			if i < n {
				give(i, int(word%4096))
			}
			i, word = i+1, word/4096
		}
	}
}

// shuffle shuffles each bucket and lays them end to end.
func shuffle[T any](seed Seed, buckets *[4096][]T) (all []T) {
	for b, bucket := range buckets {
		if m := len(bucket); m >= 2 {
			s := stream("shuffle", seed, b)
			for i := range m - 1 {
				j := i + int(below(s, uint64(m-i)))
				bucket[i], bucket[j] = bucket[j], bucket[i]
			}
		}
		all = append(all, bucket...)
	}
	return all
}

// Order returns the order of n records.
func Order(seed Seed, n int) []int {
	var buckets [4096][]int
	scatter(seed, n, func(r, b int) { buckets[b] = append(buckets[b], r) })
	return shuffle(seed, &buckets)
}

// scatter calls place with the bucket of each of n records, by their numbers.
func scatter(seed Seed, n int, place func(r, bucket int)) {
	for first := 0; first < n; first += 4096 {
		digits(stream("scatter", seed, first/4096), min(4096, n-first), func(i, digit int) { place(first+i, digit) })
	}
}

// orderOfGroups returns the records of each group, the groups in order. A record without a key is one.
func orderOfGroups(seed Seed, keys []*string) [][]int {
	var buckets [4096][]*[]int
	members := map[string]*[]int{}
	scatter(seed, len(keys), func(r, b int) {
		if keys[r] == nil {
			buckets[b] = append(buckets[b], &[]int{r})
			return
		}
		key := *keys[r]
		if members[key] == nil {
			members[key] = new([]int)
			h := hash("group", seed, []byte(key))
			b = int(h[0])*16 + int(h[1])/16
			buckets[b] = append(buckets[b], members[key])
		}
		*members[key] = append(*members[key], r)
	})
	var groups [][]int
	for _, group := range shuffle(seed, &buckets) {
		groups = append(groups, *group)
	}
	return groups
}

// strata deals places 0..len(keys) of the order to parts of some sizes, by the keys of the records there.
func strata(seed Seed, keys []string, sizes []int) (parts [][]int) {
	places := map[string][]int{} // of each class, those that are left
	var classes []string
	for place, key := range keys {
		if places[key] == nil {
			classes = append(classes, key)
		}
		places[key] = append(places[key], place)
	}
	slices.SortFunc(classes, func(a, b string) int {
		x, y := hash("stratum", seed, []byte(a)), hash("stratum", seed, []byte(b))
		return slices.Compare(x[:], y[:])
	})
	all := len(keys)
	for _, size := range sizes {
		exact := make([]int, len(classes)) // shares, times all
		for c, class := range classes {
			exact[c] = len(places[class]) * size
		}
		var part []int
		for c, share := range round(exact, all, size) {
			part = append(part, places[classes[c]][:share]...)
			places[classes[c]] = places[classes[c]][share:]
		}
		slices.Sort(part)
		parts, all = append(parts, part), all-size
	}
	return parts
}

// round rounds shares, which are given as multiples of 1/unit, to integers whose sum is total: all down, and then
// one more for those with the largest remainders, of equal ones the first.
func round(shares []int, unit, total int) []int {
	rounded, rest := make([]int, len(shares)), make([]int, len(shares))
	for i, share := range shares {
		if unit > 0 {
			rounded[i], rest[i] = share/unit, share%unit
		}
		total -= rounded[i]
	}
	for range total {
		largest := slices.Index(rest, slices.Max(rest))
		rounded[largest]++
		rest[largest] = -1
	}
	return rounded
}

// weighted returns the first draws by weights: as many as are asked for, or as there are. Records are drawn again
// if that is asked for.
func weighted(seed Seed, weights []*big.Rat, again bool, head int) (drawn []int) {
	tickets, sum := ticketsOf(weights), uint64(0)
	for _, w := range tickets {
		sum += w
	}
	label := "weighted"
	if again {
		label = "weighted repeat"
	}
	for s := stream(label, seed, 0); sum > 0 && len(drawn) != head; {
		t := below(s, sum)
		i := 0
		for ; t >= tickets[i]; i++ {
			t -= tickets[i]
		}
		drawn = append(drawn, i)
		if !again {
			sum -= tickets[i]
			tickets[i] = 0
		}
	}
	return drawn
}

// ticketsOf divides weights by the largest power of ten that makes all of them integers; and, as long as these come to
// 2⁶³ or more, by ten, rounded up.
func ticketsOf(weights []*big.Rat) []uint64 {
	tickets, ten := make([]*big.Int, len(weights)), big.NewInt(10)
	divide := func(unit *big.Rat) (exact, some bool) {
		exact = true
		for i, w := range weights {
			quotient := new(big.Rat).Quo(w, unit)
			exact, some = exact && quotient.IsInt(), some || w.Sign() > 0
			tickets[i] = quotient.Num()
		}
		return exact, some
	}
	unit := big.NewRat(1, 1)
	for exact, some := divide(unit); some && exact; exact, _ = divide(unit) {
		unit.Mul(unit, new(big.Rat).SetInt(ten))
	}
	for exact, some := divide(unit); some && !exact; exact, _ = divide(unit) {
		unit.Quo(unit, new(big.Rat).SetInt(ten))
	}
	for {
		sum, words := new(big.Int), make([]uint64, len(weights))
		for i, w := range tickets {
			sum.Add(sum, w)
			words[i] = w.Uint64()
		}
		if sum.BitLen() <= 63 {
			return words
		}
		for _, w := range tickets {
			w.Add(w, big.NewInt(9)).Quo(w, ten)
		}
	}
}
