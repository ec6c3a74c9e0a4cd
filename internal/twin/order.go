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

// classes returns the records with each key. Classes and their records are in the order of the first.
func classes(keys []string) (members [][]int) {
	number := map[string]int{}
	for r, key := range keys {
		c, known := number[key]
		if !known {
			c = len(members)
			number[key], members = c, append(members, nil)
		}
		members[c] = append(members[c], r)
	}
	return members
}

// orderOfGroups returns the records of each group, the groups in order. A record that is alone is one.
func orderOfGroups(seed Seed, keys []string, alone []bool) [][]int {
	var buckets [4096][][]int
	groups := make([][]int, len(keys)) // by their first records
	for _, members := range classes(keys) {
		groups[members[0]] = members
	}
	scatter(seed, len(keys), func(r, b int) {
		group := groups[r]
		if alone[r] {
			group = []int{r}
		} else if group == nil {
			return
		} else {
			h := hash("group", seed, []byte(keys[r]))
			b = int(h[0])*16 + int(h[1])/16
		}
		buckets[b] = append(buckets[b], group)
	})
	return shuffle(seed, &buckets)
}

// Mixture returns the records of a mixture, numbered through all sources: each is laid out, epoch after epoch.
func Mixture(seed Seed, records, counts []int) (mixed []int) {
	numbered := func(label string, seed Seed, n int) Seed {
		return hash(label, seed, binary.BigEndian.AppendUint64(nil, uint64(n)))
	}
	var sources []int // that the numbers of all places stand for
	left, before := make([][]int, len(records)), 0
	for i, count := range counts {
		sources = append(sources, slices.Repeat([]int{i}, count)...)
		for e := 0; len(left[i]) < count; e++ {
			for _, r := range Order(numbered("epoch", numbered("mixture", seed, i), e), records[i]) {
				left[i] = append(left[i], before+r)
			}
		}
		before += records[i]
	}
	for _, x := range Order(seed, len(sources)) {
		i := sources[x]
		mixed, left[i] = append(mixed, left[i][0]), left[i][1:]
	}
	return mixed
}

// balance returns so many records of each class, or, if each is negative, as many as the largest has.
func balance(seed Seed, keys []string, each int) (drawn []int) {
	members, sizes := classes(keys), []int(nil)
	for _, class := range members {
		sizes = append(sizes, len(class))
	}
	if each < 0 {
		each = slices.Max(append(sizes, 0))
	}
	all := slices.Concat(members...)
	for _, x := range Mixture(seed, sizes, slices.Repeat([]int{each}, len(sizes))) {
		drawn = append(drawn, all[x])
	}
	return drawn
}

// strata deals places 0..len(keys) of the order to parts of some sizes, by the keys of the records there.
func strata(seed Seed, keys []string, sizes []int) (parts [][]int) {
	left := classes(keys) // places
	slices.SortFunc(left, func(a, b []int) int {
		x, y := hash("stratum", seed, []byte(keys[a[0]])), hash("stratum", seed, []byte(keys[b[0]]))
		return slices.Compare(x[:], y[:])
	})
	all := len(keys)
	for _, size := range sizes {
		var exact []*big.Rat
		for _, class := range left {
			exact = append(exact, big.NewRat(int64(len(class)*size), int64(max(all, 1))))
		}
		var part []int
		for c, share := range round(exact, size) {
			part, left[c] = append(part, left[c][:share]...), left[c][share:]
		}
		slices.Sort(part)
		parts, all = append(parts, part), all-size
	}
	return parts
}

// orderByKey returns the records of each key, in the order of the hashes, or those of a share of the keys.
func orderByKey(seed Seed, keys []string, share *big.Rat) (groups [][]int) {
	for _, members := range classes(keys) {
		if share == nil || len(byKey(seed, keys[members[0]:][:1], []*big.Rat{share})[0]) > 0 {
			groups = append(groups, members)
		}
	}
	slices.SortFunc(groups, func(a, b []int) int {
		x, y := hash("part", seed, []byte(keys[a[0]])), hash("part", seed, []byte(keys[b[0]]))
		return slices.Compare(x[:], y[:])
	})
	return groups
}

// byKey returns the places in each part, which the keys of the records there decide.
func byKey(seed Seed, keys []string, shares []*big.Rat) (parts [][]int) {
	parts = make([][]int, len(shares))
	for place, key := range keys {
		h, end := hash("part", seed, []byte(key)), new(big.Rat)
		u := new(big.Rat).SetFrac(new(big.Int).SetBytes(h[:8]), new(big.Int).Lsh(big.NewInt(1), 64))
		for p, share := range shares {
			if end.Add(end, share); u.Cmp(end) < 0 {
				parts[p] = append(parts[p], place)
				break
			}
		}
	}
	return parts
}

// round rounds numbers to integers whose sum is total: all down, and then one more for those with the largest
// remainders, of equal ones the first.
func round(exact []*big.Rat, total int) []int {
	rounded, rest, largest := make([]int, len(exact)), make([]*big.Rat, len(exact)), make([]int, len(exact))
	for i, x := range exact {
		floor := new(big.Int).Quo(x.Num(), x.Denom())
		rounded[i], rest[i], largest[i] = int(floor.Int64()), new(big.Rat).Sub(x, new(big.Rat).SetInt(floor)), i
		total -= rounded[i]
	}
	slices.SortStableFunc(largest, func(i, j int) int { return rest[j].Cmp(rest[i]) })
	for _, i := range largest[:min(total, len(largest))] {
		rounded[i]++
	}
	return rounded
}

// weighted returns the first draws by weights: as many as are asked for, or as there are. Records are drawn again
// if that is asked for.
func weighted(seed Seed, weights []*big.Rat, again bool, head int) (drawn []int) {
	return Drawn(seed, Tickets(weights), again, head)
}

// Drawn returns the first draws by tickets, which it uses up.
func Drawn(seed Seed, tickets []uint64, again bool, head int) (drawn []int) {
	sum := uint64(0)
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

// Tickets divides weights by the largest power of ten that makes all of them integers; and, as long as these come to
// 2⁶³ or more, by ten, rounded up.
func Tickets(weights []*big.Rat) []uint64 {
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
