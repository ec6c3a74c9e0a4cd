// Package turns lets goroutines work in parallel where the order does not matter, and one
// after the other where it does. A [Gate] lets them through in the order of their numbers;
// [Run] makes the pieces of an output in parallel and delivers them in order.
package turns

import (
	"context"
	"sync"
)

// A Gate lets goroutines through one after the other, in the order of their numbers from
// 0. Its zero value is ready to use. It is safe for concurrent use.
type Gate struct {
	mu      sync.Mutex
	turn    int64
	waiting map[int64]chan struct{}
}

// Await returns when it is the turn of the number, or with the cause when ctx ends. One
// goroutine at a time may await a number, any number of times until it calls Pass.
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
