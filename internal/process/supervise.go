package process

import (
	"context"
	"errors"
	"syscall"
	"time"

	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/records"
)

// Grace is how long a command may clean up after its context is done. A good
// one needs far less; but one that is blocked in a read or a write, because
// nobody serves the other end, does not hear of the signal at all, and must not
// keep the process.
var Grace = 5 * time.Second

// Supervise calls the command and then report with its error; it returns the exit
// status. When ctx is done, the command is given the grace to return. If it does not
// it is left behind, and the outputs that it has not finished are removed.
func Supervise(ctx context.Context, command func() error, report func(context.Context, error) int) int {
	done := make(chan error, 1)
	go func() { done <- command() }()
	select {
	case err := <-done:
		return report(ctx, err)
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return report(ctx, err)
	case <-time.After(Grace):
		records.RemoveUnfinished()
		return report(ctx, context.Cause(ctx))
	}
}

// Quiet returns the exit status of an end, err, that nobody needs to be told of: there is
// no error, the reader of the output went away, or whoever sent a signal knows.
func Quiet(ctx context.Context, err error) (status int, ok bool) {
	var sig SignalError
	if out, ok := errors.AsType[*output.Error](err); ok && out.BrokenPipe() {
		return SignalError{syscall.SIGPIPE}.Status(), true // what a shell shows for others
	}
	if errors.As(err, &sig) || errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), &sig) {
		return sig.Status(), true
	}
	return 0, err == nil
}

// Unblocked calls f, which reads. When ctx is done it does not wait for a read
// that is blocked, of a terminal for example: nothing has been made yet that
// would be left behind.
func Unblocked[T any](ctx context.Context, f func() (T, error)) (T, error) {
	const grace = 200 * time.Millisecond
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
	}
	select {
	case r := <-done:
		return r.value, r.err
	case <-time.After(grace):
		var none T
		return none, ctx.Err()
	}
}
