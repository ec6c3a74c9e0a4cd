package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/yates-shuffle/yates/records"
)

// A signalError is the cause of a context that a signal ended.
type signalError struct{ signal syscall.Signal }

func (e signalError) Error() string { return "ended by signal: " + e.signal.String() }

// status returns the exit status that shells give to the end by a signal.
func (e signalError) status() int { return 128 + int(e.signal) }

// withSignals returns a context that the first SIGINT, SIGQUIT, SIGTERM or SIGHUP, as
// of a terminal that was closed, ends, with a signalError as its cause. For a second one
// it calls again, and to a third one nobody listens. A command stops when the
// context is done, removes what it has half-written, and returns the context's
// error or its cause.
//
// From then on a write to a closed pipe is an error like any other; it would
// otherwise end the process with no time to clean up.
func withSignals(ctx context.Context, again func(syscall.Signal)) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	for _, sig := range []os.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP} {
		// A shell starts what it runs in the background with SIGINT ignored,
		// and nohup likes to be obeyed as well.
		if !signal.Ignored(sig) {
			signal.Notify(signals, sig)
		}
	}
	// Not signal.Ignore, which the processes that we start would inherit.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	go func() {
		sig := <-signals
		cancel(signalError{sig.(syscall.Signal)})
		sig = <-signals
		signal.Stop(signals)
		again(sig.(syscall.Signal))
	}()
	return ctx
}

// giveUp ends the process by a signal, and leaves no unfinished outputs behind.
func giveUp(sig syscall.Signal) {
	records.RemoveUnfinished()
	die(sig)
}
