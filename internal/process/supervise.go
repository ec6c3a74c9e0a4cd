package process

import (
	"context"
	"errors"
	"syscall"
	"time"

	"github.com/yates-shuffle/yates/internal/output"
)

// Grace is how long a command may clean up after its context ends. Usually it needs far less, but a command that is
// blocked in a read or write does not notice the signal, and must not keep the process alive.
var Grace = 5 * time.Second

// Supervise calls the command and then report with its error; it returns the exit status. When ctx ends, the command
// has the time of Grace to return. If it does not, Supervise leaves it behind and removes its unfinished outputs.
func Supervise(ctx context.Context, command func() error, report func(context.Context, error) int) int {
	err, ok := await(ctx, Grace, command)
	if !ok {
		output.RemoveUnfinished()
		err = context.Cause(ctx)
	}
	return report(ctx, err)
}

// await calls f and returns its value. It waits no longer than the grace after ctx ends, and then returns false.
func await[T any](ctx context.Context, grace time.Duration, f func() T) (value T, ok bool) {
	done := make(chan T, 1)
	go func() { done <- f() }()
	select {
	case value = <-done:
		return value, true
	case <-ctx.Done():
	}
	select {
	case value = <-done:
		return value, true
	case <-time.After(grace):
		return value, false
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

// Unblocked calls f, which reads, or computes for long. When ctx ends, it does not wait for a blocked read, for
// example of a terminal: f has created nothing yet that could be left behind.
func Unblocked[T any](ctx context.Context, f func() (T, error)) (value T, err error) {
	type result struct {
		value T
		err   error
	}
	r, ok := await(ctx, 200*time.Millisecond, func() (r result) {
		r.value, r.err = f()
		return r
	})
	if !ok {
		r.err = ctx.Err()
	}
	return r.value, r.err
}
