package audit_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit"
)

func BenchmarkObserve(b *testing.B) {
	for _, c := range []struct {
		n, take   int
		unordered bool
	}{{6, 6, false}, {52, 52, false}, {52, 5, false}, {52, 2, false}, {49, 6, false}, {49, 6, true}, {10, 1, false},
		{200, 200, false}, {1000, 1000, false}} {
		name := fmt.Sprintf("%dof%d", c.take, c.n)
		if c.unordered {
			name += "unordered"
		}
		b.Run(name, func(b *testing.B) {
			a := audit.New(c.n, audit.Options{Take: c.take, Unordered: c.unordered, Remember: 1 << 16})
			src := rand.NewPCG(1, 2)
			deal := make([]int, c.n)
			inOrder(deal)
			for b.Loop() {
				yates.Shuffle(deal, src) // a fair one, for a percent of the time
				a.Observe(deal[:c.take])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deals/s")
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		audit.New(52, audit.Options{})
	}
}

// BenchmarkOrder observes a long order.
func BenchmarkOrder(b *testing.B) {
	for _, n := range []int{1e6, 1e8} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			order := yates.Perm(n, rand.NewPCG(1, 2))
			for b.Loop() {
				a := audit.NewOrder(n, audit.OrderOptions{})
				for items := range slices.Chunk(order, 64) {
					a.ObserveAll(items)
				}
				a.End()
			}
			b.ReportMetric(float64(b.N)*float64(n)/b.Elapsed().Seconds(), "items/s")
		})
	}
}
