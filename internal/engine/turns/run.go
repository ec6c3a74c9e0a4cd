package turns

import (
	"context"
	"sync"
)

// A Maker makes pieces of an output that several makers share.
type Maker[P any] interface {
	// Claim takes the next piece, or returns false if there is none left. It is
	// called in the order of the pieces, by one goroutine at a time.
	Claim() bool
	// Make makes the piece that was claimed last. Makers run it in parallel.
	Make(out *Out[P]) error
}

// Run runs each maker in a goroutine, and calls deliver with the pages of the pieces in the order in which the pieces
// were claimed, one page at a time, in its own goroutine. It returns when everything is delivered, after the first
// error, or with the cause when ctx ends. No other goroutine is left then, nor after a panic of deliver.
//
// The pages circulate: makers fill them, and get them back after delivery. Run panics unless there are more pages than
// makers, and takes ownership of the slice. A maker ahead of its turn continues as long as there are pages. So with
// [PagesFor] the makers wait only if deliver is slower than all of them together, or if one piece takes much longer
// than others.
func Run[P any](ctx context.Context, makers []Maker[P], pages []P, deliver func(page P) error) error {
	if len(pages) <= len(makers) {
		panic("turns: Run with too few pages")
	}
	var making, ending sync.WaitGroup
	defer ending.Wait()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	l := &line[P]{free: pages, ctx: ctx}
	l.filled.L, l.freed.L = &l.mu, &l.mu
	defer context.AfterFunc(ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.freed.Broadcast() // deliver is woken when no maker is left
	})()
	for _, m := range makers {
		making.Go(func() {
			if err := l.work(m); err != nil {
				cancel(err)
			}
		})
	}
	ending.Go(func() {
		making.Wait()
		l.mu.Lock()
		l.closed = true
		l.mu.Unlock()
		l.filled.Signal()
	})
	if err := l.deliver(deliver); err != nil {
		cancel(err)
	}
	ending.Wait()
	return context.Cause(ctx)
}

// PagesFor returns the number of pages that keep makers busy if each piece is a page: one for each maker, half as many
// that wait for an earlier one, and one that is being delivered.
func PagesFor(makers int) int { return makers + (makers+1)/2 + 1 }

// A line is the pieces that have been claimed and not delivered, and the pages.
type line[P any] struct {
	ctx      context.Context
	claiming sync.Mutex

	mu     sync.Mutex
	filled sync.Cond // the first piece has pages, or is made, or there are no more pieces
	freed  sync.Cond // free has grown, or another piece is the first
	pieces []*piece[P]
	free   []P
	closed bool
}

type piece[P any] struct {
	pages []P // to be delivered
	made  bool
}

// An Out is where a maker puts a piece.
type Out[P any] struct {
	line  *line[P]
	piece *piece[P]
	page  P
	held  bool // the maker has a page
}

func (l *line[P]) work(m Maker[P]) error {
	for {
		l.claiming.Lock()
		if l.ctx.Err() != nil || !m.Claim() {
			l.claiming.Unlock()
			return nil
		}
		p := new(piece[P])
		l.mu.Lock()
		l.pieces = append(l.pieces, p)
		l.mu.Unlock()
		l.claiming.Unlock()

		out := &Out[P]{line: l, piece: p}
		if err := m.Make(out); err != nil {
			return err
		}
		out.Flush() // a page that is kept could be the one that the first piece waits for
		l.mu.Lock()
		p.made = true
		l.mu.Unlock()
		l.filled.Signal()
	}
}

// Page returns the page to be filled, the same one until Flush.
//
// The last free page is reserved for the first piece, which gets it back as soon as it is delivered. So the first piece
// always makes progress, however many pages the others have filled.
func (o *Out[P]) Page() (P, error) {
	if o.held {
		return o.page, nil
	}
	l := o.line
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.free) < 2 && !(len(l.free) == 1 && l.pieces[0] == o.piece) {
		if l.ctx.Err() != nil {
			return o.page, context.Cause(l.ctx)
		}
		l.freed.Wait()
	}
	last := len(l.free) - 1
	o.page, l.free = l.free[last], l.free[:last]
	o.held = true
	return o.page, nil
}

// Flush passes on the page, if there is one. The end of Make does so, too.
func (o *Out[P]) Flush() {
	if !o.held {
		return
	}
	l := o.line
	l.mu.Lock()
	o.piece.pages = append(o.piece.pages, o.page)
	o.held = false
	l.mu.Unlock()
	l.filled.Signal()
}

// deliver delivers the pieces.
func (l *line[P]) deliver(deliver func(page P) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		switch {
		case l.ctx.Err() != nil:
			return context.Cause(l.ctx)
		case len(l.pieces) > 0 && len(l.pieces[0].pages) > 0:
			first := l.pieces[0]
			page := first.pages[0]
			first.pages = first.pages[1:]
			if err := l.unlocked(func() error { return deliver(page) }); err != nil {
				return err
			}
			l.free = append(l.free, page)
			l.freed.Broadcast()
		case len(l.pieces) > 0 && l.pieces[0].made:
			l.pieces = l.pieces[1:]
			l.freed.Broadcast()
		case l.closed:
			return nil
		default:
			l.filled.Wait()
		}
	}
}

// unlocked calls do without the lock, which is held again after a panic, too.
func (l *line[P]) unlocked(do func() error) error {
	l.mu.Unlock()
	defer l.mu.Lock()
	return do()
}
