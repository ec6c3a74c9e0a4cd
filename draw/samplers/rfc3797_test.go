package samplers

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
	all := slices.Sorted(RFC3797("key", MaxPool))
	if all = slices.Compact(all); len(all) != MaxPool || all[0] != 1 || all[len(all)-1] != MaxPool {
		t.Error("not each of the pool is selected once")
	}
	for _, bad := range []uint64{0, MaxPool + 1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a pool of %d", bad)
				}
			}()
			RFC3797("key", bad)
		}()
	}
}
