package process

import (
	"context"
	"errors"
	"syscall"
	"time"

	"github.com/yates-shuffle/yates/internal/output"
)

// Grace is how long a command may clean up after its context ends. Usually it needs far
// less, but a command that is blocked in a read or write does not notice the signal, and
// must not keep the process alive.
var Grace = 5 * time.Second

// Supervise calls the command and then report with its error; it returns the exit status.
// When ctx ends, the command has the time of Grace to return. If it does not, Supervise
// leaves it behind and removes its unfinished outputs.
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
		output.RemoveUnfinished()
		return report(ctx, context.Cause(ctx))
	}
}

// Quiet returns the exit status of an err that needs no message: there is no error, the
// reader closed the output, or a signal ended the command.
func Quiet(ctx context.Context, err error) (status int, ok bool) {
	var sig SignalError
	if out, ok := errors.AsType[*output.Error](err); ok && out.BrokenPipe() {
		return SignalError{syscall.SIGPIPE}.Status(), true // as for other programs
	}
	if errors.As(err, &sig) || errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), &sig) {
		return sig.Status(), true
	}
	return 0, err == nil
}

// Unblocked calls f, which reads. When ctx ends, it does not wait for a blocked read, for
// example of a terminal: f has created nothing yet that could be left behind.
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
