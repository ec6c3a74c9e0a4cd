package engine

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestHead: a head is the first records of the whole order, and no more is
// spilled or kept for it than needed.
func TestHead(t *testing.T) {
	const n = 150_000
	var b []byte
	for i := range n {
		b = fmt.Appendf(b, "%d some longer line\n", i)
	}
	whole := twin(testSeed, false, 0, b)
	head := func(k int) []byte {
		end := 0
		for range min(k, n) {
			end += bytes.IndexByte(whole[end:], '\n') + 1
		}
		return whole[:end]
	}
	spills := false
	for _, k := range []int{1, 2, 1000, n / 2, n - 1, n, n + 5} {
		if testing.Short() && (k == 2 || k == n/2 || k == n) {
			continue
		}
		for _, w := range []way{oneFile, pipe} {
			for _, tune := range []tuning{
				{chunk: mib},
				{chunk: mib, copy: true},
				{chunk: mib, memory: 100_000, slab: 50_000, unitSize: 2000, batchSize: 10_000, big: 900, bigHere: 900},
			} {
				opt := Options{Seed: &testSeed, Memory: 64 << 20, Workers: 3, tune: tune, Sink: Sink{Head: int64(k)}}
				got, spilled := shuffled(t, opt, w.hand(t, false, [][]byte{b})...)
				if want := head(k); !bytes.Equal(got, want) {
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

// TestEmpty: nothing in, nothing out, whatever is asked for.
func TestEmpty(t *testing.T) {
	for _, head := range []int64{0, 1, 1 << 62} {
		for _, sources := range [][]Source{nil, {Reader("nothing", bytes.NewReader(nil))},
			files.hand(t, false, [][]byte{nil, nil})} {
			c, err := Collect(context.Background(), Options{Sink: Sink{Head: head}}, sources...)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := c.Write(context.Background(), &out); err != nil || out.Len() > 0 {
				t.Errorf("head %d: %d bytes, %v", head, out.Len(), err)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestHeadOfLong: of long records, too, no more are written than are wanted.
func TestHeadOfLong(t *testing.T) {
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
