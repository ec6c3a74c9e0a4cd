package exact_test

import (
	"testing"

	"github.com/yates-shuffle/yates/audit/exact"
	"github.com/yates-shuffle/yates/audit/internal/museum"
)

func BenchmarkEnumerate(b *testing.B) {
	for _, c := range []struct {
		name    string
		n       int
		shuffle func(s []int, intn func(k int) int)
	}{{"naive8", 8, museum.Suspect("naive").Shuffle}, {"fisherYates10", 10, fisherYates}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				enumerate(b, c.n, c.shuffle, exact.Limits{})
			}
		})
	}
}
