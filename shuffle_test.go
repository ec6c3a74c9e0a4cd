package yates

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

func shuffledByFunc(n int, src rand.Source) []int {
	s := upTo(n)
	ShuffleFunc(n, func(i, j int) { s[i], s[j] = s[j], s[i] }, src)
	return s
}

// products returns the products of the bounds that share a word in a shuffle of
// n elements.
func products(n int) []uint64 {
	var bounds []uint64
	for r := n; r > 1; {
		p := uint64(1)
		for range batchSize(uint64(r)) {
			p *= uint64(r)
			r--
		}
		bounds = append(bounds, p)
	}
	return bounds
}

// Every path of the batched shuffle; the others are compared with it below. Eight
// elements take two words, the first of them in a batch that is written out.
func TestExactShuffle(t *testing.T) {
	most := 8
	if testing.Short() {
		most = 7
	}
	for n := 2; n <= most; n++ {
		l := lawOfWords(t, inTurn(products(n)...), func(src rand.Source) string {
			s := upTo(n)
			Shuffle(s, src)
			return fmt.Sprint(s)
		})
		if err := l.uniform(orders(n, n, nil)); err != nil {
			t.Errorf("Shuffle of %d: %v", n, err)
		}
		if l[refused] != nil {
			t.Errorf("Shuffle of %d refuses words that it need not", n)
		}
	}
}

// The same check rejects batches with one bug: the integers swapped in the wrong
// order of their ranges, and a step that is left out.
func TestExactShuffleRejects(t *testing.T) {
	const n = 5
	for bug, f := range map[string]func(s []int, b *batch, k int){
		"ranges in the wrong order": func(s []int, b *batch, k int) {
			for i := range k {
				j := min(i+int(b[k-1-i]), n-1)
				s[i], s[j] = s[j], s[i]
			}
		},
		"the last step left out": func(s []int, b *batch, k int) {
			for i := range k - 1 {
				j := i + int(b[i])
				s[i], s[j] = s[j], s[i]
			}
		},
	} {
		l := lawOfWords(t, inTurn(products(n)...), func(src rand.Source) string {
			r := open(src)
			s := upTo(n)
			var b batch
			f(s, &b, b.draw(&r, n))
			return fmt.Sprint(s)
		})
		rejects(t, l.uniform(orders(n, n, nil)), bug)
	}
}

// slowShuffle is the definition of the batched shuffle in whole numbers without
// bounds: the integers are the digits of ⌊x·p/2⁶⁴⌋ in the mixed base r, r−1, …,
// and the word is drawn again if x·p mod 2⁶⁴ is less than 2⁶⁴ mod p. It stops
// after the first k places.
func slowShuffle(n, k int, src rand.Source, swap func(i, j int)) {
	word := new(big.Int).Lsh(big.NewInt(1), 64)
	for i := 0; i < min(k, n-1); {
		size := batchSize(uint64(n - i))
		p := big.NewInt(1)
		for t := range size {
			p.Mul(p, big.NewInt(int64(n-i-t)))
		}
		high, low := new(big.Int), new(big.Int)
		for {
			high.DivMod(high.Mul(new(big.Int).SetUint64(src.Uint64()), p), word, low)
			if low.Cmp(new(big.Int).Mod(word, p)) >= 0 {
				break
			}
		}
		for t := range size {
			p.Div(p, big.NewInt(int64(n-i-t)))
			j, rest := new(big.Int).DivMod(high, p, new(big.Int))
			if i+t < k {
				swap(i+t, i+t+int(j.Int64()))
			}
			high = rest
		}
		i += size
	}
}

// nearRefusal is a source of words that a batch often refuses or nearly does:
// small ones, those near 0 modulo a product, and random ones.
func nearRefusal(seed uint64) rand.Source {
	r := rand.New(rand.NewPCG(seed, 3))
	return sourceFunc(func() uint64 {
		switch r.IntN(3) {
		case 0:
			return r.Uint64() >> r.IntN(64)
		case 1: // multiples of 2⁶⁴/m lead to low words near 0
			return ^uint64(0)/(1+r.Uint64()>>r.IntN(63))*r.Uint64() + r.Uint64N(3)
		}
		return r.Uint64()
	})
}

// The fast shuffles do as the slow one, with each size of a batch, and with
// words that are refused.
func TestShuffleIsSlowShuffle(t *testing.T) {
	sizes := []int{2, 3, 6, 7, 8, 9, 13, 14, 52, 100, 511, 512, 513, 520, 2047, 2048, 2049, 2060, 16383, 16384, 16385,
		16400}
	if !testing.Short() {
		sizes = append(sizes, 1<<19-1, 1<<19, 1<<19+1, 1<<19+7)
	}
	refusals := 0
	for _, n := range sizes {
		for seed := range uint64(4) {
			sources := []func() rand.Source{
				func() rand.Source { return nearRefusal(seed) },
				func() rand.Source { return rand.NewPCG(seed, 5) },
				func() rand.Source { return rand.NewChaCha8([32]byte{byte(seed)}) },
			}
			if n > 1<<16 && seed > 0 {
				break // the slow one is slow
			}
			for _, source := range sources {
				want, drawn := upTo(n), 0
				src := source()
				slowShuffle(n, n, sourceFunc(func() uint64 { drawn++; return src.Uint64() }), func(i, j int) {
					want[i], want[j] = want[j], want[i]
				})
				refusals += drawn - len(products(n))
				next := src.Uint64()

				got := upTo(n)
				src = source()
				Shuffle(got, src)
				if !slices.Equal(got, want) || src.Uint64() != next {
					t.Fatalf("n = %d, seed %d: Shuffle is not slowShuffle", n, seed)
				}
				if got := shuffledByFunc(n, source()); !slices.Equal(got, want) {
					t.Fatalf("n = %d, seed %d: ShuffleFunc is not slowShuffle", n, seed)
				}
				for _, k := range []int{1, n / 3, n - 1} {
					got := upTo(n)
					PartialShuffle(got, k, source())
					if !slices.Equal(got[:k], want[:k]) {
						t.Fatalf("n = %d, seed %d: PartialShuffle of %d is not the head of Shuffle", n, seed, k)
					}
				}
			}
		}
	}
	if refusals < 100 {
		t.Errorf("%d words were refused: too few to test that", refusals)
	}
}

// Where the slice is longest, a word is refused once in 100,000 times; so as many
// are drawn as batches take. Elements of no size need no memory.
func TestShuffleLongRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("it draws 50 million words")
	}
	const n = 1 << 25
	want := rand.NewPCG(1, 2)
	drawn, words := 0, 0
	slow := source{other: sourceFunc(func() uint64 { drawn++; return want.Uint64() })}
	var b batch
	for r := n; r > 1; words++ {
		r -= b.draw(&slow, uint64(r))
	}
	if drawn-words < 100 {
		t.Errorf("%d words were refused: too few to test that", drawn-words)
	}
	fast, other := rand.NewPCG(1, 2), rand.NewPCG(1, 2)
	Shuffle(make([]struct{}, n), fast)
	Shuffle(make([]struct{}, n), sourceFunc(other.Uint64))
	if *fast != *want || *other != *want {
		t.Errorf("Shuffle of %d elements does not take the %d words of its batches", n, drawn)
	}
}

// With as many things as no test can hold, the first steps must do.
func TestShuffleFuncHuge(t *testing.T) {
	for _, n := range []int{1<<30 - 1, 1 << 30, 1<<30 + 1, 1<<31 - 1} {
		const steps = 1000
		var want, got [][2]int
		slowShuffle(n, steps, nearRefusal(1), func(i, j int) { want = append(want, [2]int{i, j}) })
		func() {
			defer func() { recover() }()
			ShuffleFunc(n, func(i, j int) {
				if got = append(got, [2]int{i, j}); len(got) == steps {
					panic("enough")
				}
			}, nearRefusal(1))
		}()
		if !slices.Equal(got, want) {
			t.Errorf("n = %d: ShuffleFunc does not begin as slowShuffle", n)
		}
	}
}

// scattered follows every path of a scattered shuffle with so few buckets and
// lanes that they can be counted, and returns the law of what outcome says of
// the elements when the stages up to the given one are done.
//
// A word holds eight buckets, of which only the first ones may be used; so only
// those are chosen, and each path is run twice, with zeros and with ones in place
// of the others, which must make no difference. At the latest, a lane ends when
// all parts lack one element and one is filled; a wrong one may draw some extra.
func scattered(t *testing.T, n, buckets, lanes, extra int, shuffleToo bool, throw func([]int, *scatter, int, *source),
	outcome func([]int, *scatter) string) law {
	t.Helper()
	return lawOf(func(choose pick) string {
		var choices []uint64
		run := func(pick pick, filler uint64) string {
			sc := newScatter(n, buckets, lanes)
			word := func(used int) rand.Source {
				return sourceFunc(func() (x uint64) {
					for i := range 8 {
						b := filler * uint64(buckets-1)
						if i < used {
							b = pick(uint64(buckets))
						}
						x |= b << (8 * i)
					}
					return x
				})
			}
			s := upTo(n)
			for lane := range lanes {
				throw(s, sc, lane, &source{other: word(buckets*(sc.part-1) + 1 + extra)})
			}
			for b := range buckets {
				gatherRegion(s, sc, b)
			}
			left := n
			for _, done := range sc.done {
				left -= done
			}
			sc.drawRest(&source{other: word(left)})
			moveHome(s, sc)
			for b := range buckets {
				if bucket := s[sc.start[b]:sc.start[b+1]]; len(bucket) > 1 && shuffleToo {
					bounds := products(len(bucket))
					src := sourceFunc(func() uint64 {
						low, _ := words(bounds[0], pick(bounds[0]))
						bounds = bounds[1:]
						return low
					})
					shuffle(bucket, &source{other: src})
				}
			}
			return outcome(s, sc)
		}
		first := run(func(n uint64) uint64 {
			choices = append(choices, choose(n))
			return choices[len(choices)-1]
		}, 0)
		k := 0
		if again := run(func(uint64) uint64 { k++; return choices[k-1] }, 1); again != first {
			t.Errorf("buckets that are not to be used are: %s, %s", first, again)
		}
		return first
	})
}

// homes gives the bucket of each element.
func homes(s []int, sc *scatter) string {
	home := make([]int, len(s))
	for b := range sc.buckets {
		for _, x := range s[sc.start[b]:sc.start[b+1]] {
			home[x] = b
		}
	}
	return fmt.Sprint(home)
}

func allHomes(n, buckets int) (all []string) {
	for code := range int(math.Pow(float64(buckets), float64(n))) {
		home := make([]int, n)
		for i := range home {
			home[i], code = code%buckets, code/buckets
		}
		all = append(all, fmt.Sprint(home))
	}
	return all
}

// Each element gets an independent uniform bucket, and then every order is equally likely.
func TestExactScatter(t *testing.T) {
	order := func(s []int, _ *scatter) string { return fmt.Sprint(s) }
	for _, c := range []struct {
		n, buckets, lanes int
		shuffles          bool // so few that they are shuffled, too
	}{
		{3, 2, 1, true}, {4, 2, 1, true}, {5, 2, 1, true}, {6, 2, 1, false}, {7, 2, 1, false}, {8, 2, 1, false},
		{6, 2, 2, !testing.Short()}, {7, 2, 2, false}, {10, 2, 2, false}, {5, 4, 1, true},
	} {
		l := scattered(t, c.n, c.buckets, c.lanes, 0, false, throw[int], homes)
		if err := l.uniform(allHomes(c.n, c.buckets)); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
		if !c.shuffles {
			continue
		}
		l = scattered(t, c.n, c.buckets, c.lanes, 0, true, throw[int], order)
		if err := l.uniform(orders(c.n, c.n, nil)); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// unfairThrow is throw with the bug that its comment warns of: it stops when it
// finds a part full, and forgets the bucket that it drew.
func unfairThrow(s []int, sc *scatter, lane int, src *source) {
	head := &sc.head[lane]
	for b := range sc.buckets {
		head[b] = b*sc.region + lane*sc.part
	}
	hole := sc.buckets*sc.region + lane
	for {
		x := src.uint64()
		for range 8 {
			b := int(x) & (sc.buckets - 1)
			x >>= 8
			if head[b] == b*sc.region+(lane+1)*sc.part {
				return
			}
			s[hole], s[head[b]] = s[head[b]], s[hole]
			head[b]++
		}
	}
}

func TestExactScatterRejects(t *testing.T) {
	l := scattered(t, 5, 2, 1, 2, false, func(s []int, sc *scatter, lane int, src *source) {
		unfairThrow(s, sc, lane, src)
	}, homes)
	rejects(t, l.uniform(allHomes(5, 2)), "a bucket that is drawn and not used")
}

// The order does not depend on the number of workers, and nothing is lost; large
// and small elements, and those with pointers, have the same order.
func TestShuffleParallelWorkers(t *testing.T) {
	type large struct {
		_ [5]uint64
		i int
	}
	for _, n := range []int{leastParallel, leastParallel + 1, 300_007, 1_000_003} {
		want := upTo(n)
		ShuffleParallel(want, 1, rand.NewPCG(1, 2))
		fixed := 0
		for i, x := range want {
			if i == x {
				fixed++
			}
		}
		if fixed > 20 { // probability below 1e-19, as the number is Poisson with mean 1
			t.Errorf("n = %d: %d elements are in their places", n, fixed)
		}
		if sorted := slices.Sorted(slices.Values(want)); !slices.Equal(sorted, upTo(n)) {
			t.Fatalf("n = %d: elements are lost", n)
		}
		for _, workers := range []int{0, 2, 3, 7, 100} {
			got := upTo(n)
			if ShuffleParallel(got, workers, rand.NewPCG(1, 2)); !slices.Equal(got, want) {
				t.Errorf("n = %d: %d workers give another order", n, workers)
			}
		}
		larges, pointers := make([]large, n), make([]*int, n)
		for i := range n {
			larges[i].i, pointers[i] = i, new(i)
		}
		ShuffleParallel(larges, 2, rand.NewPCG(1, 2))
		ShuffleParallel(pointers, 2, rand.NewPCG(1, 2))
		for i, x := range want {
			if larges[i].i != x || *pointers[i] != x {
				t.Fatalf("n = %d: another type of elements gives another order", n)
			}
		}
	}
}

// The memory that the documentation states.
func TestShuffleParallelMemory(t *testing.T) {
	for _, n := range []int{leastParallel, 1 << 20, 1 << 22} {
		s := make([]uint32, n)
		took, stated := allocated(func() { ShuffleParallel(s, 2, nil) }), 200<<10+3*math.Sqrt(2048*float64(n))
		if float64(took) > stated {
			t.Errorf("n = %d: %d bytes, stated are %.0f", n, took, stated)
		}
	}
}
