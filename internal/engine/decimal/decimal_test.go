package decimal

import (
	"fmt"
	"testing"
)

func TestPutDecimal(t *testing.T) {
	t.Parallel()
	b := make([]byte, Slack)
	check := func(x uint64) {
		want := fmt.Sprintln(x)
		if got := b[:put(decimals(), b, x, '\n')]; string(got) != want {
			t.Fatalf("%q, want %q", got, want)
		}
		if got := Append(b[:0], x-3, []uint32{3}, '\n'); string(got) != want {
			t.Fatalf("%q, want %q", got, want)
		}
	}
	for x := range uint64(200_000) {
		check(x)
	}
	for p := uint64(1); ; p *= 10 {
		for d := range uint64(1000) {
			check(p - d)
			check(p + d)
			check(p * (d % 10))
		}
		if p > 1e18 {
			break
		}
	}
	for x := uint64(0); x < 1e8; x += 997 {
		check(x)
		check(x * x)
		check(-x)
	}
}
