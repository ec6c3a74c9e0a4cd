package process

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/yates-shuffle/yates/internal/output"
)

// A SignalError is the cause of a context that a signal ended.
type SignalError struct{ Signal syscall.Signal }

func (e SignalError) Error() string { return "ended by signal: " + e.Signal.String() }

// Status returns the exit status that shells report for the signal.
func (e SignalError) Status() int { return 128 + int(e.Signal) }

// WithSignals returns a context that the first SIGINT, SIGQUIT, SIGTERM or SIGHUP, as
// of a terminal that was closed, ends, with a SignalError as its cause. A second signal
// ends the process, as soon as unfinished files are removed. When the context ends, a command
// stops, removes unfinished files, and returns the context's error or its cause.
//
// From then on a write to a closed pipe is an error like any other; it would
// otherwise end the process with no time to clean up.
func WithSignals(ctx context.Context) context.Context { return withSignals(ctx, giveUp) }

func withSignals(ctx context.Context, again func(syscall.Signal)) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	for _, sig := range []os.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP} {
		// Shells start background commands with SIGINT ignored, and nohup ignores
		// SIGHUP: keep that.
		if !signal.Ignored(sig) {
			signal.Notify(signals, sig)
		}
	}
	// Not signal.Ignore, which the processes that we start would inherit.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	go func() {
		sig := <-signals
		cancel(SignalError{sig.(syscall.Signal)})
		sig = <-signals
		again(sig.(syscall.Signal))
	}()
	return ctx
}

// giveUp ends the process by a signal, and leaves no unfinished outputs behind.
func giveUp(sig syscall.Signal) {
	for _, name := range output.RemoveUnfinished() {
		fmt.Fprintf(os.Stderr, "%s: %s\n", filepath.Base(os.Args[0]), output.TornText(name))
	}
	die(sig)
}
