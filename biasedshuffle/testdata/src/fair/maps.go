package fair

import (
	"maps"
	"math/rand"
	"slices"
	"sort"
)

// Maps and keys whose order is none, or is made fair.

//corpus:run
func shuffleKeysOfMap(a []int) []int {
	set := make(map[int]bool)
	for _, x := range a {
		set[x] = true
	}
	keys := slices.Sorted(maps.Keys(set))
	rand.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return keys
}

//corpus:norun the order of the map is made fair
func shuffleRange(scores map[string]int) (names []string) {
	for name := range scores {
		names = append(names, name)
	}
	for i := len(names) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		names[i], names[j] = names[j], names[i]
	}
	return names
}

//corpus:norun an order that nobody calls random
func namesOf(scores map[string]int) (names []string) {
	for name := range scores {
		names = append(names, name)
	}
	return names
}

//corpus:norun a map goes to a map
func shuffleSeats(seats map[string]int, free []int) map[string]int {
	rand.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	out := make(map[string]int)
	for i, name := range slices.Sorted(maps.Keys(seats)) {
		out[name] = free[i]
	}
	return out
}

type keyedItem struct {
	key  int
	item string
}

//corpus:norun keys are drawn until they differ
func shuffleByDifferentKeys(names []string) (out []string) {
	used := map[int]bool{}
	var all []keyedItem
	for _, name := range names {
		k := rand.Intn(1000)
		for used[k] {
			k = rand.Intn(1000)
		}
		used[k] = true
		all = append(all, keyedItem{k, name})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].key < all[j].key })
	for _, x := range all {
		out = append(out, x.item)
	}
	return out
}

//corpus:norun 2^63 keys
func shuffleByManyKeys(names []string) (out []string) {
	var all []keyedItem
	for _, name := range names {
		all = append(all, keyedItem{rand.Int(), name})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].key < all[j].key })
	for _, x := range all {
		out = append(out, x.item)
	}
	return out
}

//corpus:norun data for a sort
func someItems(n int) []keyedItem {
	all := make([]keyedItem, n)
	for i := range all {
		all[i].key = rand.Intn(100)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].key < all[j].key })
	return all
}

//corpus:norun 2^30 keys
func shuffleByFields(all []keyedItem) {
	for i := range all {
		all[i].key = rand.Intn(1 << 30)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].key < all[j].key })
}

//corpus:run
func shuffledNumbers(n int) []int {
	m := make(map[int]int)
	for i := range n {
		m[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		m[i], m[j] = m[j], m[i]
	}
	all := make([]int, n)
	for i := range all {
		all[i] = m[i]
	}
	return all
}

//corpus:norun it draws again
func shuffledBySet(n int) (all []int) {
	seen := map[int]bool{}
	for len(all) < n {
		i := rand.Intn(n)
		for seen[i] {
			i = rand.Intn(n)
		}
		seen[i] = true
		all = append(all, i)
	}
	return all
}
