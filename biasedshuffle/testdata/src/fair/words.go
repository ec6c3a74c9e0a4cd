package fair

import "math/rand"

// Words that hold those of games and of what is not meant.

//corpus:norun a seed for an estimate
func cardinality(values []string, seed int64) int {
	r := rand.New(rand.NewSource(seed))
	seen := map[string]bool{}
	for range 1000 {
		seen[values[r.Intn(len(values))]] = true
	}
	return len(seen)
}

// tokenize makes texts for the tokenizer's benchmark.
//
//corpus:norun a seed for a benchmark
func tokenize(seed int64) (lengths []int) {
	r := rand.New(rand.NewSource(seed))
	for range 10 {
		lengths = append(lengths, r.Intn(9))
	}
	return lengths
}

//corpus:norun a seed for an experiment
func discard(packets [][]byte, seed int64) (kept [][]byte) {
	r := rand.New(rand.NewSource(seed))
	for _, p := range packets {
		if r.Intn(10) > 0 {
			kept = append(kept, p)
		}
	}
	return kept
}

// shuffleAllButDealer shuffles the players.
//
//corpus:norun one player stays
func shuffleAllButDealer(a []int) {
	for i := len(a) - 1; i > 1; i-- {
		j := 1 + rand.Intn(i)
		a[i], a[j] = a[j], a[i]
	}
}

//biasedshuffle:ok cycle no name may fall on itself
//corpus:norun a cycle is what is asked for
func presents(names []int) {
	for i := len(names) - 1; i > 0; i-- {
		j := rand.Intn(i)
		names[i], names[j] = names[j], names[i]
	}
}
