package turns

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
)

// Whoever comes first waits for the turn, may wait again while it lasts, and is
// alone in it.
func TestGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // which fails if all wait
		const n = 200
		var g Gate
		var passed []int64 // not guarded: the race detector sees two in one turn
		for _, number := range rand.Perm(n) {
			go func() {
				for range 1 + number%3 {
					if err := g.Await(t.Context(), int64(number)); err != nil {
						t.Error(err)
					}
				}
				passed = append(passed, int64(number))
				g.Pass()
			}()
		}
		synctest.Wait()
		if len(passed) != n || !slices.IsSorted(passed) || len(g.waiting) > 0 {
			t.Fatalf("%d wait; these passed: %v", len(g.waiting), passed)
		}
	})
}

// When a context ends its cause is returned, to those whose turn it is as well. The
// others wait on, and those who gave up can come again.
func TestGateCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g Gate
		over := errors.New("it is over")
		ctx, cancel := context.WithCancelCause(t.Context())
		var passed []int64
		var gaveUp error
		for _, number := range []int64{1, 2, 3} {
			go func() {
				if number == 2 {
					gaveUp = g.Await(ctx, number)
				}
				if err := g.Await(t.Context(), number); err != nil {
					t.Error(err)
				}
				passed = append(passed, number)
				g.Pass()
			}()
		}
		synctest.Wait()
		cancel(over)
		synctest.Wait()
		if gaveUp != over {
			t.Errorf("%v for who waits", gaveUp)
		}
		if err := g.Await(ctx, 0); err != over {
			t.Errorf("%v for whose turn it is", err)
		}
		g.Pass()
		synctest.Wait()
		if want := []int64{1, 2, 3}; !slices.Equal(passed, want) {
			t.Errorf("%v passed, not %v", passed, want)
		}
	})
}
