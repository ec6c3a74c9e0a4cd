//go:build unix

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

func TestFirstSignalEndsContext(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		ctx := withSignals(t.Context())
		if err := syscall.Kill(os.Getpid(), sig); err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
		got, ok := errors.AsType[signalError](context.Cause(ctx))
		if !ok || got.signal != sig || got.status() != 128+int(sig) {
			t.Errorf("%v ends the context with %v", sig, context.Cause(ctx))
		}
	}
}

// A command that is blocked in writing must still be easy to end by hand.
func TestSecondSignalEndsProcess(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd := exec.CommandContext(t.Context(), "yates", "deal", "--decks", "10000")
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if _, err := io.ReadFull(r, make([]byte, 1)); err != nil { // it is writing now, more than a pipe holds
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for {
		cmd.Process.Signal(syscall.SIGINT)
		select {
		case <-done:
			if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
				t.Errorf("ends with %v", cmd.ProcessState)
			}
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
}
