package record

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// slowStarts is the obvious form of appendStarts.
func slowStarts(data []byte, sep byte, most int) (starts []uint32, n int) {
	for n < len(data) && len(starts) < most {
		starts = append(starts, uint32(n))
		i := bytes.IndexByte(data[n:], sep)
		if i < 0 {
			return starts, len(data)
		}
		n += i + 1
	}
	return starts, n
}

func checkStarts(t *testing.T, data []byte, sep byte, room int) {
	t.Helper()
	before := []uint32{7, 8, 9}
	buf := make([]uint32, len(before), len(before)+room)
	copy(buf, before)
	got, n := (&Format{Sep: sep, Count: 1}).AppendStarts(buf, data)
	want, m := slowStarts(data, sep, room)
	if n != m || !slices.Equal(got[:3], before) || !slices.Equal(got[3:], want) {
		t.Errorf("%d bytes, separator %d, room %d: %d starts that take %d bytes instead of %d and %d", len(data), sep,
			room, len(got)-3, n, len(want), m)
	}
}

// TestAppendStarts goes over sizes around the stretch and the word, and rooms
// around the number of records.
func TestAppendStarts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, 7, 8, 9, 4095, 4096, 4097, 8192, 3*4096 + 5} {
		for _, length := range []int{1, 2, 10, 33, 100, 5000} {
			for _, sep := range []byte{'\n', 0, 0x80, 0xff} {
				data := make([]byte, size)
				for i := range data {
					// Bytes that differ from the separator in one bit, too.
					data[i] = sep ^ 1<<rng.IntN(8)
					if rng.IntN(length) == 0 {
						data[i] = sep
					}
				}
				n := bytes.Count(data, []byte{sep})
				for _, room := range []int{0, 1, 7, 8, 9, n - 1, n, n + 1, n + 9} {
					if room >= 0 {
						checkStarts(t, data, sep, room)
					}
				}
			}
		}
	}
}

// mark does as markWords, and both as a look at each byte.
func TestMark(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var data [stretch]byte
	var got, words, want [stretch / 64]uint64
	for trial := range 2000 {
		sep := byte(rng.Uint32())
		for i := range data {
			switch data[i] = byte(rng.Uint32()); rng.IntN(4 + trial%40) {
			case 0:
				data[i] = sep
			case 1: // near misses
				data[i] = sep ^ 1<<rng.IntN(8)
			}
		}
		want = [stretch / 64]uint64{}
		for i, b := range data {
			if b == sep {
				want[i/64] |= 1 << (i % 64)
			}
		}
		mark(&got, &data, sep)
		markWords(&words, &data, sep)
		if got != want || words != want {
			t.Fatalf("trial %d: mark is right: %t, markWords is right: %t", trial, got == want, words == want)
		}
	}
}
