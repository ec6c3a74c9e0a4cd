// Package turns lets goroutines work side by side where the order does not
// matter, and one after the other where it does. A [Gate] lets them through in the
// order of their numbers; [Run] makes the pieces of an output and delivers them in
// order.
package turns

import (
	"context"
	"sync"
)

// A Gate lets goroutines through one after the other, in the order of their
// numbers, from 0 on. Its zero value is ready. It is safe for concurrent use.
type Gate struct {
	mu      sync.Mutex
	turn    int64
	waiting map[int64]chan struct{}
}

// Await returns when it is the turn of that number, or with the cause when ctx
// ends. Each number may be awaited by one goroutine at a time, as often as it
// likes until it calls Pass.
func (g *Gate) Await(ctx context.Context, number int64) error {
	g.mu.Lock()
	if g.turn == number {
		g.mu.Unlock()
		return context.Cause(ctx)
	}
	if g.waiting == nil {
		g.waiting = make(map[int64]chan struct{})
	}
	open := make(chan struct{})
	g.waiting[number] = open
	g.mu.Unlock()
	select {
	case <-open:
		return context.Cause(ctx)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Pass ends the turn and begins the next one. It must be the caller's turn.
func (g *Gate) Pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.turn++
	if open := g.waiting[g.turn]; open != nil {
		close(open)
		delete(g.waiting, g.turn)
	}
}
