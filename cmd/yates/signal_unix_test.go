//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/internal/process"
)

// making reports whether a process has an unfinished output in a directory: one with
// a name or, on Linux, a descriptor without one.
func making(pid int, dir string) bool {
	found, _ := filepath.Glob(filepath.Join(dir, ".yates-*"))
	open, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, fd := range open {
		if to, _ := os.Readlink(fd); strings.HasPrefix(to, dir+"/#") {
			return true
		}
	}
	return len(found) > 0
}

// awaitMaking waits until that lasts: outputs are tried for a moment before the work.
func awaitMaking(t *testing.T, pid int, dir string) {
	t.Helper()
	for range 1000 {
		if making(pid, dir) {
			if time.Sleep(100 * time.Millisecond); making(pid, dir) {
				return
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("no output is made")
}

// blockedParts returns the arguments of a shuffle of which one output is made, and
// another one is waited for: a pipe that nobody reads.
func blockedParts(t *testing.T) (dir, fifo string, args []string) {
	t.Helper()
	dir = t.TempDir()
	fifo = filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Skip(err)
	}
	const input = "../../examples/deck.txt"
	return dir, fifo, []string{"split", "out=9,fifo=rest", "-o", filepath.Join(dir, "{}"), input}
}

// A command that is left behind leaves no outputs behind.
func TestBlockedOutputIsRemoved(t *testing.T) {
	defer func(was time.Duration) { process.Grace = was }(process.Grace)
	process.Grace = 10 * time.Millisecond
	dir, fifo, args := blockedParts(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		awaitMaking(t, os.Getpid(), dir)
		cancel(process.SignalError{Signal: syscall.SIGTERM})
	}()
	if status := run(ctx, args, strings.NewReader(""), io.Discard, io.Discard); status != 143 {
		t.Errorf("exit status %d", status)
	}
	empty(t, dir, "fifo")
	f, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0) // lets it go on
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// Nor does a second signal, which ends it, SIGQUIT without what the run-time system has to say.
func TestSecondSignalRemovesOutput(t *testing.T) {
	for sig, status := range map[syscall.Signal]int{syscall.SIGTERM: -1, syscall.SIGQUIT: 131} {
		dir, _, args := blockedParts(t)
		cmd := exec.CommandContext(t.Context(), "yates", args...)
		var said strings.Builder
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		awaitMaking(t, cmd.Process.Pid, dir)
		cmd.Process.Signal(sig)
		time.Sleep(100 * time.Millisecond) // two at once are one
		cmd.Process.Signal(sig)
		cmd.Wait()
		text := strings.TrimSuffix(said.String(), "fifo is a pipe, which waits until something reads it\n")
		if cmd.ProcessState.ExitCode() != status || strings.Contains(text, "\n") {
			t.Errorf("%v: ends with %v, says %.100q", sig, cmd.ProcessState, said.String())
		}
		empty(t, dir, "fifo")
	}
}
