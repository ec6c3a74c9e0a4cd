//go:build unix

package process

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"testing"
)

func TestFirstSignalEndsContext(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(sig) { // as under nohup
			continue
		}
		ctx := withSignals(t.Context(), func(syscall.Signal) {})
		if err := syscall.Kill(os.Getpid(), sig); err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
		got, ok := errors.AsType[SignalError](context.Cause(ctx))
		if !ok || got.Signal != sig || got.Status() != 128+int(sig) {
			t.Errorf("%v ends the context with %v", sig, context.Cause(ctx))
		}
	}
}
