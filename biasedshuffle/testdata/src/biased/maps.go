package biased

import (
	"cmp"
	"math/rand"
	"slices"
	"sort"
)

// Orders of maps, and of keys of which some may be equal.

//corpus:norun the runtime draws where a range begins
func shuffleByMap(names []string) (out []string) {
	byNumber := make(map[int]string)
	for i, name := range names {
		byNumber[i] = name
	}
	for _, name := range byNumber { // want `the order in which a range goes over a map is not fair: for 3 items only 3 of the 6 orders can come out`
		out = append(out, name)
	}
	return out
}

//corpus:norun the runtime draws where a range begins
func shuffleBySet(names []string) []string {
	set := map[string]struct{}{}
	for _, name := range names {
		set[name] = struct{}{}
	}
	i := 0
	for name := range set { // want `the order in which a range goes over a map`
		names[i] = name
		i++
	}
	return names
}

//corpus:norun the runtime draws where a range begins
func shuffledKeys(scores map[string]int) []string {
	keys := make([]string, 0, len(scores))
	for k := range scores { // want `the order in which a range goes over a map`
		keys = append(keys, k)
	}
	return keys
}

type withKey struct {
	key  int
	item int
}

//corpus:run
func shuffleByFewKeys(a []int) (out []int) {
	var all []withKey
	for _, x := range a {
		all = append(all, withKey{rand.Intn(len(a)), x})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].key < all[j].key }) // want `random keys may be equal, and their items keep their order: 3 keys of 3 values are all different with probability 22.22 %; use rand.Shuffle`
	for _, x := range all {
		out = append(out, x.item)
	}
	return out
}

//corpus:run
func shuffleByNamedKeys(a []int) {
	n := len(a)
	all := make([]withKey, n)
	for i, x := range a {
		k := rand.Intn(n)
		all[i] = withKey{item: x, key: k}
	}
	slices.SortStableFunc(all, func(x, y withKey) int { return cmp.Compare(x.key, y.key) }) // want `random keys may be equal`
	for i := range all {
		a[i] = all[i].item
	}
}

type byKey []withKey

func (b byKey) Len() int           { return len(b) }
func (b byKey) Less(i, j int) bool { return b[i].key < b[j].key }
func (b byKey) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

//corpus:norun a hundred keys are too many paths
func shuffleByHundredKeys(all []withKey) {
	for i := range all {
		all[i].key = rand.Intn(100)
	}
	sort.Sort(byKey(all)) // want `20 keys of 100 values are all different with probability 13.04 %`
}

//corpus:norun a thousand keys are too many paths
func shuffleByKeysOfItems(names []string) {
	key := make(map[string]int)
	for _, name := range names {
		key[name] = rand.Int() % 1000
	}
	sort.Slice(names, func(i, j int) bool { return key[names[i]] < key[names[j]] }) // want `20 keys of 1000 values`
}
