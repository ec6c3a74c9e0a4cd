package yates

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

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
			s := count(n)
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
	home := make([]int, n)
	for {
		all = append(all, fmt.Sprint(home))
		i := 0
		for ; i < n; i++ {
			if home[i]++; home[i] < buckets {
				break
			}
			home[i] = 0
		}
		if i == n {
			return all
		}
	}
}

// Each element gets an independent uniform bucket.
func TestExactScatter(t *testing.T) {
	for _, c := range []struct{ n, buckets, lanes int }{
		{2, 2, 1}, {3, 2, 1}, {4, 2, 1}, {5, 2, 1}, {6, 2, 1}, {7, 2, 1}, {8, 2, 1},
		{3, 2, 2}, {6, 2, 2}, {7, 2, 2}, {10, 2, 2}, {5, 4, 1},
	} {
		l := scattered(t, c.n, c.buckets, c.lanes, 0, false, throw[int], homes)
		if err := l.uniform(allHomes(c.n, c.buckets)); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// Every order is equally likely.
func TestExactScatteredShuffle(t *testing.T) {
	for _, c := range []struct{ n, buckets, lanes int }{
		{2, 2, 1}, {3, 2, 1}, {4, 2, 1}, {5, 2, 1}, {6, 2, 2}, {4, 4, 1},
	} {
		if c.n > 5 && testing.Short() {
			continue
		}
		l := scattered(t, c.n, c.buckets, c.lanes, 0, true, throw[int], func(s []int, _ *scatter) string {
			return fmt.Sprint(s)
		})
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
		want := count(n)
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
		if sorted := slices.Sorted(slices.Values(want)); !slices.Equal(sorted, count(n)) {
			t.Fatalf("n = %d: elements are lost", n)
		}
		for _, workers := range []int{0, 2, 3, 7, 100} {
			got := count(n)
			if ShuffleParallel(got, workers, rand.NewPCG(1, 2)); !slices.Equal(got, want) {
				t.Errorf("n = %d: %d workers give another order", n, workers)
			}
		}
		larges, pointers := make([]large, n), make([]*int, n)
		for i := range n {
			larges[i].i, pointers[i] = i, &want[0]
			x := i
			pointers[i] = &x
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
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		ShuffleParallel(s, 2, nil)
		runtime.ReadMemStats(&after)
		took, stated := after.TotalAlloc-before.TotalAlloc, 200<<10+3*math.Sqrt(2048*float64(n))
		if float64(took) > stated {
			t.Errorf("n = %d: %d bytes, stated are %.0f", n, took, stated)
		}
	}
}
