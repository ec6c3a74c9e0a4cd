package turns

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A page is what a maker says on it.
type page struct {
	piece, number int
	lent          atomic.Bool // a maker has it
}

// A maker makes the pieces of a list that it shares with others.
type maker struct {
	claimed *int
	pieces  int
	make    func(piece int, out *Out[*page]) error
	piece   int
}

func (m *maker) Claim() bool {
	m.piece = *m.claimed
	*m.claimed++ // not guarded: the race detector sees two at a time
	return m.piece < m.pieces
}

func (m *maker) Make(out *Out[*page]) error { return m.make(m.piece, out) }

// run runs n makers of so many pieces.
func run(ctx context.Context, n, pages, pieces int, make func(piece int, out *Out[*page]) error,
	deliver func(p *page) error) error {
	var makers []Maker[*page]
	claimed := 0
	for range n {
		makers = append(makers, &maker{claimed: &claimed, pieces: pieces, make: make})
	}
	var room []*page
	for range pages {
		room = append(room, new(page))
	}
	return Run(ctx, makers, room, deliver)
}

// write puts the pages of a piece out. The last one is left to the end of Make.
func write(out *Out[*page], piece, pages int, pause func()) error {
	for number := range pages {
		out.Flush()
		p, err := out.Page()
		if err != nil {
			return err
		}
		if p.lent.Swap(true) {
			return fmt.Errorf("page %d of piece %d is lent to somebody else", number, piece)
		}
		p.piece, p.number = piece, number
		pause()
		if again, err := out.Page(); again != p || err != nil {
			return fmt.Errorf("another page before Flush, %v", err)
		}
	}
	return nil
}

// The pages come in the order of the pieces, whatever their numbers are and however
// long they take.
func TestRun(t *testing.T) {
	t.Parallel()
	type place struct{ piece, page int }
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 0))
		makers := 1 + rng.IntN(4)
		pages := makers + 1 + rng.IntN(3)
		lengths := make([]int, rng.IntN(30))
		var want, got []place
		for i := range lengths {
			lengths[i] = []int{0, 1, rng.IntN(4), rng.IntN(30)}[rng.IntN(4)]
			for j := range lengths[i] {
				want = append(want, place{i, j})
			}
		}
		pause := func() { time.Sleep(time.Duration(rand.IntN(4))) }
		synctest.Test(t, func(t *testing.T) { // which fails if all wait, or somebody is left
			err := run(t.Context(), makers, pages, len(lengths), func(piece int, out *Out[*page]) error {
				pause()
				return write(out, piece, lengths[piece], pause)
			}, func(p *page) error {
				pause()
				got = append(got, place{p.piece, p.number})
				if !p.lent.Swap(false) {
					return errors.New("a page is delivered that was not filled")
				}
				return nil
			})
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("seed %d: %v; delivered\n%v, not\n%v", seed, err, got, want)
			}
		})
	}
}

// The first piece gets on though the others have filled all the pages that they can
// get before it asks for one, or ends without; and so does each that is first then.
func TestRunFirst(t *testing.T) {
	for makers := 1; makers < 5; makers++ {
		synctest.Test(t, func(t *testing.T) {
			const pieces, pages = 9, 20
			delivered := 0
			err := run(t.Context(), makers, makers+1, pieces, func(piece int, out *Out[*page]) error {
				time.Sleep(time.Duration(pieces-piece) * time.Hour) // those behind are ahead
				return write(out, piece, piece%3*pages, func() {})
			}, func(p *page) error {
				delivered++
				p.lent.Store(false)
				return nil
			})
			if err != nil || delivered != pieces*pages {
				t.Errorf("%d makers: %v; %d pages delivered", makers, err, delivered)
			}
		})
	}
}

// The first error is what Run returns, and what those are told who wait for a page.
// Nothing is delivered after it, and nobody is left.
func TestRunErrors(t *testing.T) {
	over := errors.New("it is over")
	const pieces, pages = 6, 30
	for _, c := range []struct {
		name              string
		maker, deliverer  func(cancel context.CancelCauseFunc) error // that goes wrong
		delivered, claims int                                        // -1: any number
	}{
		{"made", func(context.CancelCauseFunc) error { return over }, nil, 0, -1},
		{"delivered", nil, func(context.CancelCauseFunc) error { return over }, 2, -1},
		{"cancelled by a maker", func(cancel context.CancelCauseFunc) error { cancel(over); return nil }, nil, 0, -1},
		{"cancelled in deliver", nil, func(cancel context.CancelCauseFunc) error { cancel(over); return nil }, 2, -1},
		{"cancelled before", nil, nil, 0, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			if c.claims == 0 {
				cancel(over)
			}
			delivered := 0
			var claims atomic.Int64
			err := run(ctx, 3, 5, pieces, func(piece int, out *Out[*page]) error {
				claims.Add(1)
				if piece == 0 { // the others have all the pages that they can get, but for one
					time.Sleep(time.Hour)
					_, err := out.Page()
					if err == nil && c.maker != nil {
						err = c.maker(cancel) // with a page in hand, as after a fault
					}
					return err
				}
				err := write(out, piece, pages, func() {})
				if err != nil && err != over {
					t.Errorf("%s: Page returns %v", c.name, err)
				}
				return err
			}, func(p *page) error {
				delivered++
				p.lent.Store(false)
				if delivered == 2 && c.deliverer != nil { // and the third page is there
					return c.deliverer(cancel)
				}
				return nil
			})
			if err != over || delivered != c.delivered || c.claims >= 0 && claims.Load() != int64(c.claims) {
				t.Errorf("%s: %v; %d pages delivered, not %d; %d pieces claimed", c.name, err, delivered, c.delivered,
					claims.Load())
			}
		})
	}
}

// Where pieces are even and deliver keeps up with the makers, these hardly ever wait:
// so all cores are busy. Here work is sleep, and the clock goes on only while all sleep
// or wait; so a wait shows as time, and the machine has no say in it.
func TestRunBusy(t *testing.T) {
	t.Parallel()
	for makers := 1; makers < 9; makers++ {
		for _, share := range []int{10, 50, 90, 100} { // percent of the time that the makers take for a page
			synctest.Test(t, func(t *testing.T) {
				const pieces = 500
				var waits atomic.Int64
				err := run(t.Context(), makers, PagesFor(makers), pieces, func(piece int, out *Out[*page]) error {
					begun := time.Now()
					_, err := out.Page()
					if time.Since(begun) > 0 {
						waits.Add(1)
					}
					time.Sleep(time.Duration(makers) * 100)
					return err
				}, func(*page) error {
					time.Sleep(time.Duration(share))
					return nil
				})
				if err != nil || waits.Load() > pieces/20 {
					t.Errorf("%d makers, deliver at %d %%: %v; they waited %d times for %d pages", makers, share, err,
						waits.Load(), pieces)
				}
			})
		}
	}
}
