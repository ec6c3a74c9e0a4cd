package engine

import (
	"bytes"
	"testing"
)

// FuzzShuffle compares with the slow twin. How to shuffle is taken from how, so
// that the fuzzer can choose it; repeat makes inputs of several chunks of little.
func FuzzShuffle(f *testing.F) {
	f.Add([]byte("a\nb\nc"), []byte{}, uint16(0))
	f.Add([]byte("x\x00\x00\r\n\xff\x00"), []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, uint16(3))
	f.Add([]byte("ten bytes\n"), []byte{0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1}, uint16(20_000))
	f.Add([]byte("a record of about fifty bytes, which can be mapped\n"), []byte{0, 2, 0, 9, 9, 9, 0, 0, 2, 0, 0},
		uint16(60_000))
	f.Add([]byte("no separator"), []byte{0, 2, 0, 2, 2, 2, 2, 2, 3, 1, 0}, uint16(2000))
	f.Fuzz(func(t *testing.T, data, how []byte, repeat uint16) {
		if len(data) > 100 {
			repeat %= 4000
		}
		if len(data) > 2000 {
			repeat %= 4
		}
		data = bytes.Repeat(data, int(repeat)+1)
		next := func(n int) int {
			if len(how) == 0 {
				return 0
			}
			b := how[0]
			how = how[1:]
			return int(b) % n
		}
		size := func() int { return 1 << next(22) >> 1 } // 0: the default
		opt := Options{Seed: &testSeed, Format: Format{NUL: next(2) == 1}, Workers: next(4), Memory: 1 << 20,
			TempDir: t.TempDir()}
		opt.tune = tuning{
			chunk: mib, memory: int64(size()), slab: max(size(), 1), batchSize: int64(size()),
			unitSize: size(), pageSize: size(), big: int64(size()),
		}
		opt.tune.bigHere = opt.tune.big
		w := ways[next(len(ways))]
		opt.Head = int64(next(200))
		opt.tune.copy = next(2) == 1
		if next(3) == 0 {
			opt.Memory, opt.tune.memory = 64<<20, 0
		}
		if w == oneByte {
			data = data[:min(len(data), 10_000)]
		}
		if !opt.NUL { // which text has not
			data = bytes.ReplaceAll(data, []byte{0}, []byte{1})
		}
		cut := min(len(data), next(256)*100)
		sources := [][]byte{data[:cut], data[cut:]}
		got, _ := shuffled(t, opt, w.hand(t, opt.NUL, sources)...)
		if want := twin(testSeed, opt.NUL, opt.Head, sources...); !bytes.Equal(got, want) {
			t.Errorf("%s, %+v: %s", w, opt, differ(got, want))
		}
	})
}
