package kept

import (
	"fmt"
	"testing"
)

// bytesOf returns the size of the text of the integers from lo to hi.
func bytesOf(lo, hi uint64) (n int64) {
	for x := lo; x != hi+1; x++ {
		n += int64(len(fmt.Sprintln(x)))
	}
	return n
}

// TestBytes: the size of the text of a range is known without it.
func TestBytes(t *testing.T) {
	const most = 1<<64 - 1
	for _, r := range [][2]uint64{
		{0, 0}, {0, 9}, {1, 10}, {5, 1234}, {99, 100}, {99_990, 1_000_010}, {1e19 - 5, 1e19 + 5}, {most - 10, most},
		{1e18 - 3, 1e18}, {9, 9},
	} {
		s := Integers{Lo: r[0], N: r[1] - r[0] + 1}
		if got, want := s.Size(nil), bytesOf(r[0], r[1]); got != want {
			t.Errorf("%d-%d: %d bytes, want %d", r[0], r[1], got, want)
		}
	}
	s := Integers{N: 1 << 32}
	const want = int64(10*2 + 90*3 + 900*4 + 9e3*5 + 9e4*6 + 9e5*7 + 9e6*8 + 9e7*9 + 9e8*10 + (1<<32-1e9)*11)
	if got := s.Size(nil); got != want {
		t.Errorf("2³² integers have %d bytes, want %d", got, want)
	}
}
