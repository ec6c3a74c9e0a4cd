package engine

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestHead: a head is the first records of the whole order, and no more is
// spilled or kept for it than needed.
func TestHead(t *testing.T) {
	t.Parallel()
	const n = 150_000
	var b []byte
	for i := range n {
		b = fmt.Appendf(b, "%d some longer line\n", i)
	}
	spills := false
	for _, k := range []int{1, 1000, n / 2, n + 5} {
		want := twin(testSeed, false, int64(k), b)
		for _, w := range []way{oneFile, pipe} {
			for _, tune := range []tuning{
				{chunk: mib},
				{chunk: mib, copy: true},
				{chunk: mib, memory: 100_000, slab: 50_000, unitSize: 2000, batchSize: 10_000, big: 900, bigUnspilled: 900},
			} {
				opt := Options{Seed: &testSeed, Memory: 64 << 20, Workers: 3, tune: tune, Sink: Sink{Head: int64(k)}}
				got, spilled := shuffled(t, opt, w.hand(t, false, [][]byte{b})...)
				if !bytes.Equal(got, want) {
					t.Errorf("head of %d from %s with %+v: %s", k, w, tune, differ(got, want))
				}
				spills = spills || spilled > 0
				if k <= 1000 && spilled > 0 {
					t.Errorf("head of %d from %s with %+v: spilled %d bytes", k, w, tune, spilled)
				}
			}
		}
	}
	if !spills {
		t.Error("no head was spilled")
	}
}

// TestHeadOfLong: of long records, too, no more are written than are wanted.
func TestHeadOfLong(t *testing.T) {
	t.Parallel()
	b := lines(func(*rand.Rand) int { return 5000 })(nil, 400_000, '\n')
	for _, head := range []int64{1, 2, 10, 79, 1000} {
		want := twin(testSeed, false, head, b)
		for _, w := range []way{oneFile, pipe} {
			opt := Options{Seed: &testSeed, Workers: 2, tune: tuning{chunk: 1000, long: 1000}, Sink: Sink{Head: head}}
			got, spilled := shuffled(t, opt, w.hand(t, false, [][]byte{b})...)
			if !bytes.Equal(got, want) || spilled == 0 || w == oneFile && head == 1 && spilled > int64(len(b)/2) {
				t.Errorf("%s, head of %d: %d bytes spilled; %s", w, head, spilled, differ(got, want))
			}
		}
	}
}
