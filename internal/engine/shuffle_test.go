package engine

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWays hands the same sources over in every way, with little and with much
// memory: the bytes are the same.
func TestWays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, mib + 1} {
		data := [][]byte{
			lines(func(*rand.Rand) int { return 50 })(rng, size, '\n'),
			nil,
			bytes.TrimSuffix(lines(func(*rand.Rand) int { return rng.IntN(9) })(rng, size/2, '\n'), []byte("\n")),
			[]byte("last"),
		}
		want := twin(testSeed, false, 0, data...)
		for _, w := range ways {
			for _, workers := range []int{1, 3} {
				if testing.Short() && workers == 1 {
					continue
				}
				for _, tune := range []tuning{{slab: 1 << 20},
					{chunk: mib, memory: 1000, slab: 1000, batchSize: 2000, big: 500, bigHere: 500, unitSize: 300,
						pageSize: 100}} {
					opt := Options{Seed: &testSeed, Memory: 1 << 24, Workers: workers, tune: tune}
					got, spilled := shuffled(t, opt, w.hand(t, false, data)...)
					if !bytes.Equal(got, want) {
						t.Errorf("%s, %d workers, size %d, %+v: %s", w, workers, size, tune, differ(got, want))
					}
					if spilled > 0 != (tune.memory > 0 && size > 1) {
						t.Errorf("%s, %d workers, size %d, %+v: spilled %d bytes", w, workers, size, tune, spilled)
					}
				}
			}
		}
	}
}

// TestBoundaries goes over sizes of the input and of its last record around the
// sizes that the engine works with.
func TestBoundaries(t *testing.T) {
	const block = mib
	rng := rand.New(rand.NewPCG(3, 4))
	for _, near := range []int{0, 16, 4096, 8192, block, 2 * block} {
		for _, d := range []int{-1, 0, 1} {
			size := near + d
			if size < 0 || testing.Short() && d != 0 {
				continue
			}
			for _, tail := range []int{1, 17, 4097} {
				if tail > size {
					continue
				}
				b := lines(func(*rand.Rand) int { return 20 + rng.IntN(60) })(rng, size, '\n')[:size]
				for i := range b[size-tail:] {
					b[size-tail+i] = 'z'
				}
				if tail < size {
					b[size-tail-1] = '\n'
				}
				for _, final := range []bool{true, false} {
					if final {
						b[size-1] = '\n'
					}
					want := twin(testSeed, false, 0, b)
					for _, tune := range []tuning{
						{chunk: block, slab: block},
						{chunk: block, slab: block, copy: true},
						{chunk: block, slab: block, stream: true},
						{chunk: block, memory: block / 2, slab: block / 4, unitSize: 1 << 10, pageSize: 1 << 10,
							copy: true},
					} {
						opt := Options{Seed: &testSeed, Memory: 64 << 20, Workers: 2, tune: tune}
						got, _ := shuffled(t, opt, oneFile.hand(t, false, [][]byte{b})...)
						if !bytes.Equal(got, want) {
							t.Errorf("size %d, last record of %d, final separator %v, %+v: %s", size, tail, final, tune,
								differ(got, want))
						}
					}
					if !final {
						break
					}
				}
			}
		}
	}
}

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

// TestMultiset: what comes out is what went in, in another order.
func TestMultiset(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	in := lines(func(*rand.Rand) int { return rng.IntN(30) })(rng, 3<<20, '\n')
	opt := Options{Seed: &testSeed, Memory: 1 << 20, Workers: 2,
		tune: tuning{memory: 1 << 20, slab: 1 << 19, chunk: mib}}
	out, spilled := shuffled(t, opt, Reader("input", bytes.NewReader(in)))
	if spilled == 0 || bytes.Equal(in, out) {
		t.Errorf("spilled %d bytes; the output is the input: %v", spilled, bytes.Equal(in, out))
	}
	sorted := func(b []byte) [][]byte {
		r := bytes.SplitAfter(b, []byte("\n"))
		slices.SortFunc(r, bytes.Compare)
		return r
	}
	if !slices.EqualFunc(sorted(in), sorted(out), bytes.Equal) {
		t.Error("the records that came out are not those that went in")
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
			if c.Records() != 0 || c.Spilled() != 0 {
				t.Errorf("%d records, %d bytes spilled", c.Records(), c.Spilled())
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

// TestRecords: Records counts those that were read, whatever is wanted of them.
func TestRecords(t *testing.T) {
	for _, head := range []int64{0, 1, 3} {
		c, err := Collect(context.Background(), Options{Sink: Sink{Head: head}},
			Reader("input", bytes.NewReader([]byte("a\n\nb\nc"))))
		if err != nil {
			t.Fatal(err)
		}
		if c.Records() != 4 {
			t.Errorf("head %d: %d records instead of 4", head, c.Records())
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestBadOptions(t *testing.T) {
	for _, opt := range []Options{{Sink: Sink{Head: -1}}, {Memory: -1}, {Workers: -1}} {
		if c, err := Collect(context.Background(), opt); err == nil {
			c.Close()
			t.Errorf("%+v was accepted", opt)
		}
	}
}
