package audit_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// The shuffles of long orders that people have.

func ascending(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// buffered sends items through a buffer that gives any of what it holds.
func buffered(items []int, size int, r *rand.Rand) (out []int) {
	held := slices.Clone(items[:size])
	for _, x := range items[size:] {
		i := r.IntN(size)
		out = append(out, held[i])
		held[i] = x
	}
	r.Shuffle(size, func(i, j int) { held[i], held[j] = held[j], held[i] })
	return append(out, held...)
}

// sharded shuffles whole shards, and each inside.
func sharded(n, size int, r *rand.Rand) (out []int) {
	for _, shard := range r.Perm(n / size) {
		for _, x := range r.Perm(size) {
			out = append(out, shard*size+x)
		}
	}
	return out
}

// blocked shuffles each block, and leaves the blocks in order.
func blocked(n, size int, r *rand.Rand) (out []int) {
	for first := 0; first < n; first += size {
		for _, x := range r.Perm(size) {
			out = append(out, first+x)
		}
	}
	return out
}

// byKeys sorts items by their keys; where these are equal, items stay in order.
func byKeys(n int, key func(x int) float64) []int {
	out := ascending(n)
	byKey(out, key)
	return out
}

// drifted sorts items by their numbers and normal variables of that standard deviation.
func drifted(n, by int, r *rand.Rand) []int {
	return byKeys(n, func(x int) float64 { return float64(x) + r.NormFloat64()*float64(by) })
}

// remainders shuffles with remainders of random numbers below that many, as torch.randperm did with 2³².
func remainders(n, numbers int, r *rand.Rand) []int {
	out := ascending(n)
	for i := range out {
		j := i + r.IntN(numbers)%(n-i) //biasedshuffle:ok naive the auditor must find it
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// feistel returns the first n items of a Feistel network with random functions.
func feistel(n, rounds int, r *rand.Rand) (out []int) {
	half := 1
	for 1<<(2*half) < n {
		half++
	}
	functions := make([][]int, rounds)
	for i := range functions {
		for range 1 << half {
			functions[i] = append(functions[i], r.IntN(1<<half))
		}
	}
	for i := range 1 << (2 * half) {
		left, right := i>>half, i&(1<<half-1)
		for _, f := range functions {
			left, right = right, left^f[right]
		}
		if x := left<<half | right; x < n {
			out = append(out, x)
		}
	}
	return out
}

// weakFeistel returns n = 4^h items of a Feistel network of 2 rounds, whose function is a product.
func weakFeistel(n int) (out []int) {
	half := bits.Len(uint(n)) / 2
	for i := range n {
		left, right := i>>half, i&(1<<half-1)
		for range 2 {
			left, right = right, left^int(uint64(right)*2654435761>>13&(1<<half-1))
		}
		out = append(out, left<<half|right)
	}
	return out
}

// batchesBy sorts each so many items of a shuffled order by their remainders.
func batchesBy(n, size, by int, r *rand.Rand) []int {
	out := r.Perm(n)
	for batch := range slices.Chunk(out, size) {
		slices.SortFunc(batch, func(x, y int) int { return x%by - y%by })
	}
	return out
}

// keyed sorts by random keys of 16 bits.
func keyed(n int, r *rand.Rand) []int {
	return byKeys(n, func(int) float64 { return float64(r.IntN(1 << 16)) })
}

// followed follows x → a·x + c mod m through all that are less than n.
func followed(n, a, c, m int) (out []int) {
	for i, x := 0, 1; i < m; i++ {
		if x < n {
			out = append(out, x)
		}
		x = int((int64(a)*int64(x) + int64(c)) % int64(m))
	}
	return out
}

// stepped is every step-th item around the end.
func stepped(n, step int) (out []int) {
	for i := range n {
		out = append(out, int(int64(i)*int64(step)%int64(n)))
	}
	return out
}

func reversed(items []int) []int {
	slices.Reverse(items)
	return items
}

// eachSorted sorts each so many items.
func eachSorted(items []int, size int) []int {
	for part := range slices.Chunk(items, size) {
		slices.Sort(part)
	}
	return items
}

// inTurn reads that many parts in turn, or the next of any of them.
func inTurn(items []int, parts int, r *rand.Rand) (out []int) {
	open := slices.Collect(slices.Chunk(items, (len(items)+parts-1)/parts))
	for i := 0; len(open) > 0; i++ {
		at := i % len(open)
		if r != nil {
			at = r.IntN(len(open))
		}
		out = append(out, open[at][0])
		if open[at] = open[at][1:]; len(open[at]) == 0 {
			open = slices.Delete(open, at, at+1)
		}
	}
	return out
}

// hurried reads that many parts, any of which gives the next item, the later ones more often.
func hurried(n, parts int, r *rand.Rand) (out []int) {
	open := slices.Collect(slices.Chunk(ascending(n), n/parts))
	for len(out) < n {
		at := max(r.IntN(parts), r.IntN(parts))
		if len(open[at]) > 0 {
			out = append(out, open[at][0])
			open[at] = open[at][1:]
		}
	}
	return out
}

// alike shuffles equal parts, all in the same order.
func alike(n, parts int, r *rand.Rand) (out []int) {
	order := r.Perm(n / parts)
	for first := 0; first < n; first += len(order) {
		for _, x := range order {
			out = append(out, first+x)
		}
	}
	return out
}

// partly shuffles all but the items from a to b, which stay.
func partly(n, a, b int, r *rand.Rand) []int {
	out := ascending(n)
	rest := slices.Concat(out[:a], out[b:])
	r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	return slices.Concat(rest[:a], out[a:b], rest[a:])
}

// swapped swaps so many random pairs.
func swapped(n, pairs int, r *rand.Rand) []int {
	out := ascending(n)
	for range pairs {
		i, j := r.IntN(n), r.IntN(n)
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// backward takes remainders of random numbers below that many from the last place on.
func backward(n, numbers int, r *rand.Rand) []int {
	out := ascending(n)
	for i := n - 1; i > 0; i-- {
		j := r.IntN(numbers) % (i + 1) //biasedshuffle:ok off-by-one the auditor must find it
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// tilted takes the items by random keys, of which the first half's are smaller.
func tilted(n int, r *rand.Rand) []int {
	return byKeys(n, func(x int) float64 { return r.ExpFloat64() * float64(1+2*x/n) })
}

// pinned leaves so many items where they were.
func pinned(n, items int, r *rand.Rand) []int {
	out, free := ascending(n), r.Perm(n)[items:]
	places := slices.Sorted(slices.Values(free))
	for i, x := range free {
		out[places[i]] = x
	}
	return out
}

// jittered sorts items by their numbers and uniform variables up to that many.
func jittered(n, by int, r *rand.Rand) []int {
	return byKeys(n, func(x int) float64 { return float64(x) + r.Float64()*float64(by) })
}

// overlapping shuffles windows of so many, each of which begins in the middle of the one before.
func overlapping(n, size int, r *rand.Rand) []int {
	out := ascending(n)
	for from := 0; from+size <= n; from += size / 2 {
		window := out[from : from+size]
		r.Shuffle(size, func(i, j int) { window[i], window[j] = window[j], window[i] })
	}
	return out
}

// batched reads that many parts in turn, so many items of each, which come through a buffer.
func batched(n, parts, batch int, r *rand.Rand) (out []int) {
	var open [][]int
	for part := range slices.Chunk(ascending(n), n/parts) {
		open = append(open, buffered(part, 10, r))
	}
	for at := 0; at < n/parts; at += batch {
		for _, part := range open {
			out = append(out, part[at:min(at+batch, len(part))]...)
		}
	}
	return out
}

// unequal shuffles shards of so many items, from least to most, and each inside.
func unequal(n, least, most int, r *rand.Rand) []int {
	var shards [][]int
	for rest := ascending(n); len(rest) > 0; {
		size := min(len(rest), least+r.IntN(most-least+1))
		shards, rest = append(shards, rest[:size]), rest[size:]
		r.Shuffle(size, func(i, j int) { last := shards[len(shards)-1]; last[i], last[j] = last[j], last[i] })
	}
	r.Shuffle(len(shards), func(i, j int) { shards[i], shards[j] = shards[j], shards[i] })
	return slices.Concat(shards...)
}

// shaken sorts each so many items by their numbers and uniform variables up to that many.
func shaken(items []int, size, by int, r *rand.Rand) []int {
	for part := range slices.Chunk(items, size) { // which are shards
		first := slices.Min(part)
		for i, x := range jittered(len(part), by, r) {
			part[i] = first + x
		}
	}
	return items
}

// stacked takes so many items of each third in turn.
func stacked(items []int, size int) (out []int) {
	for from := 0; from < len(items)/3; from += size {
		for at := from; at < len(items); at += len(items) / 3 {
			out = append(out, items[at:at+size]...)
		}
	}
	return out
}

// part shuffles the items from one to before another.
func part(from, to int, r *rand.Rand) []int {
	out := ascending(to)[from:]
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// turns reads parts in that turn, until one is used up.
func turns(turn []int, parts ...[]int) (out []int) {
	for {
		for _, part := range turn {
			if len(parts[part]) == 0 {
				return out
			}
			out, parts[part] = append(out, parts[part][0]), parts[part][1:]
		}
	}
}
