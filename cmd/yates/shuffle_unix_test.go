//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/internal/script"
)

// spilling returns an input that does not fit into a memory of 1M and what comes
// on top of that.
func spilling() []byte { return script.Numbers(70_000, 500) }

// empty fails unless there is nothing in a directory except the files named.
func empty(t *testing.T, dir string, except ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if slices.Contains(except, e.Name()) {
			continue
		}
		t.Errorf("%s is left", e.Name())
	}
}

// A signal ends a shuffle that waits for input, whether it has made a temporary
// file by then or not, and leaves nothing.
func TestSignalWhileReading(t *testing.T) {
	few, many := script.Numbers(10_000, 500), spilling()
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP,
		syscall.SIGKILL} {
		if signal.Ignored(sig) { // as under nohup
			continue
		}
		for name, input := range map[string][]byte{"in memory": few, "spilling": many} {
			t.Run(sig.String()+", "+name, func(t *testing.T) {
				dir, tmp := t.TempDir(), t.TempDir()
				out := filepath.Join(dir, "out")
				if err := os.WriteFile(out, []byte("old\n"), 0o666); err != nil {
					t.Fatal(err)
				}
				cmd := exec.CommandContext(t.Context(), "yates", "shuffle", "--memory", "1M", "--tmp", tmp, "-o", out)
				var said bytes.Buffer
				cmd.Stderr = &said
				stdin, err := cmd.StdinPipe()
				if err != nil {
					t.Fatal(err)
				}
				defer stdin.Close()
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				if _, err := stdin.Write(input); err != nil { // more than a pipe holds: the command is reading
					t.Fatal(err)
				}
				begin := time.Now()
				cmd.Process.Signal(sig)
				cmd.Wait()
				if took := time.Since(begin); took > 3*time.Second {
					t.Errorf("ends after %v", took)
				}
				ended := cmd.ProcessState.Sys().(syscall.WaitStatus)
				if sig == syscall.SIGKILL {
					if !ended.Signaled() {
						t.Errorf("ends with %v", cmd.ProcessState)
					}
				} else if ended.ExitStatus() != 128+int(sig) || said.Len() > 0 {
					t.Errorf("ends with %v, says %q", cmd.ProcessState, said.String())
				}
				empty(t, tmp)
				empty(t, dir, "out")
				if text, err := os.ReadFile(out); string(text) != "old\n" {
					t.Errorf("the output has %d bytes, %v", len(text), err)
				}
			})
		}
	}
}

// A pipe that nobody opens at the other end does not keep the command.
func TestSignalWhileOpening(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Skip(err)
	}
	cmd := exec.CommandContext(t.Context(), "yates", "shuffle", "--print-seed", fifo)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(stderr, make([]byte, 1)); err != nil { // it has begun
		t.Fatal(err)
	}
	begin := time.Now()
	cmd.Process.Signal(syscall.SIGINT)
	io.Copy(io.Discard, stderr)
	cmd.Wait()
	if took := time.Since(begin); cmd.ProcessState.ExitCode() != 130 || took > 3*time.Second {
		t.Errorf("ends with %v after %v", cmd.ProcessState, took)
	}
}
