package yates

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/yates-shuffle/yates/internal/chacha8"
)

// ShuffleParallel puts the elements of a large slice in a random order, in place.
// It uses the given number of goroutines, or one for each processor if workers is
// 0. The order does not depend on the number. It panics if workers is negative.
//
// The swaps of [Shuffle] jump about in the whole slice, so that beyond the
// processor's caches it mostly waits for memory. ShuffleParallel throws the
// elements into 256 buckets, each accessed sequentially, and then shuffles every
// bucket in the cache. With one worker it is about twice as fast as Shuffle at ten
// million elements of 8 bytes. Up to eight workers share the throwing, and all
// share the buckets; one worker moves the few elements that missed their buckets.
// Below 2¹⁸ elements it calls Shuffle; from there on the order is not that of
// Shuffle with the same source.
//
// It draws four words from src, as the key of ChaCha8 generators. So it reaches the
// orders of a ChaCha8 seed (see the package documentation), and a source faster than
// the default gains nothing.
//
// It takes O(n) time. Beyond the slice it needs about 200 KiB and 3·√(2048·n)
// bytes: 0.6 MiB for ten million elements, 1.6 MiB for a hundred million.
func ShuffleParallel[S ~[]E, E any](s S, workers int, src rand.Source) {
	if workers < 0 {
		panic(fmt.Sprintf("yates: ShuffleParallel with %d workers", workers))
	}
	if len(s) < leastParallel {
		Shuffle(s, src)
		return
	}
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	r := open(src)
	defer r.close()
	sc := newScatter(len(s), 256, 8)
	streams := newStreams(&r, sc.lanes+1+sc.buckets)
	shuffleScattered([]E(s), sc, streams.open, workers)
}

// leastParallel is the length from which scattering pays.
const leastParallel = 1 << 18

// streams are independent generators, opened by number, so that the result does not
// depend on which goroutine does which part of the work.
type streams [][32]byte

// newStreams draws the key of a generator from src and from that the keys of n.
func newStreams(src *source, n int) streams {
	key := func(word func() uint64) (k [32]byte) {
		for i := range 4 {
			binary.LittleEndian.PutUint64(k[8*i:], word())
		}
		return k
	}
	main := chacha8.New(key(src.uint64))
	keys := make(streams, n)
	for i := range keys {
		keys[i] = key(main.Uint64)
	}
	return keys
}

func (keys streams) open(i int, into *source) {
	if into.own == nil {
		into.own = new(chacha8.Rand)
	}
	into.own.Seed(keys[i])
}

// A scatter is the plan of throwing n elements into buckets, in place.
//
// Were there a second slice, it would be simple: each element draws a bucket,
// independently and uniformly; the buckets are laid end to end; and each is
// shuffled. That is a uniform order, because it is what sorting by independent
// uniform fractions does, the bucket being the first digits of the fraction
// (Rao 1961, Sandelius 1962).
//
// To do it in place and by several workers, the slice is divided into as many
// regions of equal size as there are buckets, and each region into lanes. A
// worker takes one lane of all regions: it holds one element, draws a bucket,
// exchanges the element for the next one of the lane's part of that bucket's
// region, and so on, until one of the parts is full. So each element that it
// passes has its own independent uniform bucket; what is left, about 3·√(2048·n)
// elements with 8 lanes of 256 regions, draws its buckets then. Now the sizes of
// the buckets are known, and so is where they begin, which is nearly where their
// regions do. The elements that are not within the bounds of their buckets, some
// hundredths of all, are moved there along the cycles of the permutation. (After
// Penschuck, Engineering Shared-Memory Parallel Shuffling to Generate Random
// Permutations In-Place, SEA 2023, https://arxiv.org/abs/2302.03317.)
//
// When to stop may depend on the buckets drawn so far, but not on one that is
// drawn and not used: to discard the bucket of an element that finds its part
// full, and to draw it again later, would be unfair to that bucket. Hence a lane
// stops when it has filled a part, not when it finds one full.
type scatter struct {
	n       int
	buckets int // a power of two, at most 256
	lanes   int
	part    int // elements of a region in one lane
	region  int // elements of a region: lanes·part
	// The elements from buckets·region on are in no region; there is at least
	// one for each lane, which the lane begins with.

	head [][256]int // by lane: the end of what has been thrown into the part of a bucket
	done []int      // by region: how many elements have been thrown into it
	rest []int      // by region, and one for elements in none: the number in label of its first element that has not
	// The buckets of the elements that have not been thrown.
	label []byte
	start []int // of the buckets
}

func newScatter(n, buckets, lanes int) *scatter {
	part := (n - lanes) / (buckets * lanes)
	return &scatter{
		n: n, buckets: buckets, lanes: lanes, part: part, region: lanes * part,
		head: make([][256]int, lanes), done: make([]int, buckets),
		rest: make([]int, buckets+2), start: make([]int, buckets+1),
	}
}

// shuffleScattered shuffles s by scattering. Stream i gives the buckets in lane
// i, the stream after those the ones of the rest, and those after that shuffle
// the buckets.
func shuffleScattered[E any](s []E, sc *scatter, stream func(i int, into *source), workers int) {
	parallel(workers, sc.lanes, func(lane int, src *source) {
		stream(lane, src)
		throw(s, sc, lane, src)
	})
	parallel(workers, sc.buckets, func(b int, _ *source) { gatherRegion(s, sc, b) })
	var src source
	stream(sc.lanes, &src)
	sc.drawRest(&src)
	moveHome(s, sc)
	parallel(workers, sc.buckets, func(b int, src *source) {
		if bucket := s[sc.start[b]:sc.start[b+1]]; len(bucket) > 1 {
			stream(sc.lanes+1+b, src)
			shuffle(bucket, src)
		}
	})
}

// parallel calls f for 0, …, n−1 on the given number of goroutines, and waits.
// Calls on the same goroutine share a source to open.
func parallel(workers, n int, f func(i int, src *source)) {
	var next atomic.Int64
	work := func() {
		var src source
		for i := int(next.Add(1) - 1); i < n; i = int(next.Add(1) - 1) {
			f(i, &src)
		}
	}
	var wg sync.WaitGroup
	for range min(workers, n) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
}

// throw throws elements of a lane into buckets until a part is full.
func throw[E any](s []E, sc *scatter, lane int, src *source) {
	head := &sc.head[lane]
	var end [256]int
	for b := range sc.buckets {
		head[b] = b*sc.region + lane*sc.part
		end[b] = head[b] + sc.part
	}
	mask := byte(sc.buckets - 1)
	hole := sc.buckets*sc.region + lane
	held := s[hole]
	for {
		x, ok := uint64(0), false
		if src.own != nil {
			x, ok = src.own.Next()
		}
		if !ok {
			x = src.uint64()
		}
		for range 8 {
			b := byte(x) & mask
			x >>= 8
			h := head[b]
			held, s[h] = s[h], held
			h++
			head[b] = h
			if h == end[b] {
				s[hole] = held
				return
			}
		}
	}
}

// gatherRegion moves the elements that have been thrown to a bucket to the front
// of its region.
func gatherRegion[E any](s []E, sc *scatter, b int) {
	begin := b * sc.region
	done := 0
	for lane := range sc.lanes {
		done += sc.head[lane][b] - (begin + lane*sc.part)
	}
	sc.done[b] = done
	// The gaps before the border and the elements beyond it are as many.
	border := begin + done
	from, end := 0, 0 // elements beyond the border, of the lane before beyond
	beyond := 0
	for lane := range sc.lanes {
		gapEnd := min(begin+(lane+1)*sc.part, border)
		for gap := sc.head[lane][b]; gap < gapEnd; gap++ {
			for from >= end {
				from = max(begin+beyond*sc.part, border)
				end = sc.head[beyond][b]
				beyond++
			}
			s[gap], s[from] = s[from], s[gap]
			from++
		}
	}
}

// drawRest draws the buckets of the elements that have not been thrown, and so
// finds where the buckets begin.
func (sc *scatter) drawRest(src *source) {
	total := 0
	for b, done := range sc.done {
		sc.rest[b] = total
		total += sc.region - done
	}
	sc.rest[sc.buckets] = total
	total += sc.n - sc.buckets*sc.region
	sc.rest[sc.buckets+1] = total

	sc.label = make([]byte, total)
	size := make([]int, 256)
	copy(size, sc.done)
	mask := byte(sc.buckets - 1)
	x, left := uint64(0), 0
	for i := range sc.label {
		if left == 0 {
			x, left = src.uint64(), 8
		}
		b := byte(x) & mask
		x >>= 8
		left--
		sc.label[i] = b
		size[b]++
	}
	for b := range sc.buckets {
		sc.start[b+1] = sc.start[b] + size[b]
	}
}

// labelOf returns the bucket of the element at a place where nothing has been
// moved since drawRest.
func (sc *scatter) labelOf(place int) int {
	region := sc.buckets
	if place < sc.buckets*sc.region {
		region = place / sc.region
	}
	at := place - region*sc.region
	if region < sc.buckets {
		if at < sc.done[region] {
			return region
		}
		at -= sc.done[region]
	}
	return int(sc.label[sc.rest[region]+at])
}

// moveHome moves all elements to where their buckets are, as an American flag
// sort does. Places in a bucket are filled from its start on; those that hold
// elements thrown there before are passed over at once.
func moveHome[E any](s []E, sc *scatter) {
	next := make([]int, sc.buckets)
	copy(next, sc.start)
	// vacant returns the next place of bucket b whose element belongs elsewhere,
	// and that element's bucket; or the end of b and b.
	vacant := func(b int) (place, label int) {
		for place = next[b]; place < sc.start[b+1]; place++ {
			settled := b*sc.region + sc.done[b]
			if place >= b*sc.region && place < settled {
				place = min(settled, sc.start[b+1])
				if place == sc.start[b+1] {
					break
				}
			}
			if label = sc.labelOf(place); label != b {
				next[b] = place + 1
				return place, label
			}
		}
		next[b] = place
		return place, b
	}
	for b := range sc.buckets {
		for {
			first, label := vacant(b)
			if label == b {
				break
			}
			held := s[first]
			for label != b {
				place, l := vacant(label)
				held, s[place] = s[place], held
				label = l
			}
			s[first] = held
		}
	}
}
