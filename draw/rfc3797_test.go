package draw

import (
	"slices"
	"testing"
)

func TestRFC3797Key(t *testing.T) {
	if got, want := RFC3797Key([]uint64{9319}, []uint64{12, 2, 5, 10, 8}, []uint64{9, 18, 26, 34, 41, 45}),
		"9319./2.5.8.10.12./9.18.26.34.41.45./"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := RFC3797Key(); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestRFC3797Limits(t *testing.T) {
	all, err := RFC3797("key", 1<<16-1, 1<<16-1)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) != 1<<16-1 || all[0] != 1 || all[len(all)-1] != 1<<16-1 {
		t.Error("not each of the pool is selected once")
	}
	for _, bad := range [][2]int{{0, 1}, {-1, 1}, {1 << 16, 1}, {5, 0}, {5, -1}, {5, 6}} {
		if got, err := RFC3797("key", bad[0], bad[1]); err == nil {
			t.Errorf("%v: got %v", bad, got)
		}
	}
}
