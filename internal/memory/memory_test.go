package memory

import (
	"math"
	"testing"
)

func TestDefault(t *testing.T) {
	for _, c := range []struct{ memory, largest, want int64 }{
		{0, math.MaxInt64, 1 << 30}, {-1, math.MaxInt64, 1 << 30}, {0, math.MaxInt32, 512 << 20},
		{16 << 30, math.MaxInt64, 4 << 30}, {16 << 30, math.MaxInt32, 512 << 20}, {1 << 30, math.MaxInt32, 256 << 20},
		{1 << 20, math.MaxInt64, 1 << 20},
	} {
		if got := defaultOf(c.memory, c.largest); got != c.want {
			t.Errorf("of %d bytes, %d are used, not %d", c.memory, got, c.want)
		}
	}
	if got, want := Default(), defaultOf(physical(), math.MaxInt); got != want {
		t.Errorf("%d bytes instead of %d", got, want)
	}
}
