//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/creack/pty"

	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/terminal"
)

// A fakeTerminal is a terminal with what was written to it.
type fakeTerminal struct {
	recording
	tty, other *os.File
	read       chan struct{} // closed when nothing more comes
}

func newTerminal(t *testing.T, columns int) *fakeTerminal {
	t.Helper()
	other, tty, err := pty.Open()
	if err != nil {
		t.Skipf("there is no pseudo-terminal: %v", err)
	}
	f := &fakeTerminal{tty: tty, other: other, read: make(chan struct{})}
	f.resize(t, columns)
	go func() {
		defer close(f.read)
		io.Copy(&f.recording, other)
	}()
	t.Cleanup(func() { f.end(t) })
	return f
}

func (f *fakeTerminal) resize(t *testing.T, columns int) {
	t.Helper()
	if err := pty.Setsize(f.other, &pty.Winsize{Rows: 24, Cols: uint16(columns)}); err != nil {
		t.Fatal(err)
	}
}

// end closes the terminal and returns all that was written to it.
func (f *fakeTerminal) end(t *testing.T) string {
	f.tty.Close()
	<-f.read
	f.other.Close()
	for begin := time.Now(); ; time.Sleep(time.Millisecond) { // its last steps may take a moment
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		if !strings.Contains(string(stacks), "progress.Start") {
			return f.String()
		}
		if time.Since(begin) > time.Minute {
			t.Fatalf("a goroutine is left:\n%s", stacks)
		}
	}
}

// screen returns the lines that a terminal shows after the text was written to it,
// without the spaces at their ends. One that was written beyond the last column is
// continued on the next.
func screen(t *testing.T, text string, columns int) []string {
	t.Helper()
	lines, x := [][]byte{nil}, 0
	for i, c := range []byte(strings.ReplaceAll(text, terminal.EraseBelow, "\x1b")) {
		switch {
		case c == '\x1b':
			last := &lines[len(lines)-1]
			*last = (*last)[:min(x, len(*last))]
		case c == '\r':
			x = 0
		case c == '\n':
			lines = append(lines, nil)
		case c < ' ' || c > '~':
			t.Errorf("%q has the control character %q at %d", text, c, i)
		default:
			if x == columns {
				lines, x = append(lines, nil), 0
			}
			line := &lines[len(lines)-1]
			for len(*line) <= x {
				*line = append(*line, ' ')
			}
			(*line)[x] = c
			x++
		}
	}
	var shown []string
	for _, line := range lines {
		shown = append(shown, strings.TrimRight(string(line), " "))
	}
	return shown
}

// On a terminal the progress is one line, which is gone in the end.
func TestProgressOfTerminal(t *testing.T) {
	quickly(t)
	for name, test := range map[string]struct {
		columns, then int
		flags, env    string // besides TERM
		shows, after  string // while reading, and when the width has changed
	}{
		"wide":          {80, 80, "", "", "reading 1.2 kB", ""},
		"always":        {80, 80, "--progress=always", "", "reading 1.2 kB", ""},
		"no colour":     {80, 80, "", "NO_COLOR=1", "reading 1.2 kB", ""},
		"narrow":        {15, 15, "", "", "reading 1.2 kB", ""},
		"narrower":      {7, 7, "", "", "1.2 kB", ""},
		"too narrow":    {3, 3, "", "", "", ""},
		"one column":    {1, 1, "", "", "", ""},
		"unknown width": {0, 0, "", "", "reading 1.2 kB", ""},
		"narrowed":      {80, 15, "", "", "reading 1.2 kB", "\r" + terminal.EraseBelow + "reading 1.2 kB \r"},
		"widened":       {7, 80, "", "", "1.2 kB", "\rreading 1.2 kB, "},
		"never":         {80, 80, "--progress never", "", "", ""},
		"dumb":          {80, 80, "", "TERM=dumb", "", ""},
		"unknown kind":  {80, 80, "", "TERM=", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TERM", "xterm")
			if key, value, ok := strings.Cut(test.env, "="); ok {
				t.Setenv(key, value)
			}
			f := newTerminal(t, test.columns)
			r, w := io.Pipe()
			out := filepath.Join(t.TempDir(), "out")
			args := append([]string{"shuffle", "-o", out}, strings.Fields(test.flags)...)
			done := make(chan int)
			go func() { done <- run(t.Context(), args, r, io.Discard, f.tty) }()
			w.Write(bytes.Repeat([]byte{'x'}, 1234))
			f.await(t, test.shows)
			f.resize(t, test.then)
			f.await(t, test.after)
			io.WriteString(w, strings.Repeat("b\n", 100_000))
			w.Close()
			if status := <-done; status != 0 {
				t.Errorf("exit status %d", status)
			}
			said := f.end(t)
			columns := max(test.columns, test.then)
			if columns == 0 {
				columns = 80
			}
			got := screen(t, said, columns)
			if narrowed := test.then < test.columns; !slices.Equal(got, []string{""}) ||
				strings.Contains(said, terminal.EraseBelow) != narrowed {
				t.Errorf("in the end it shows %q, of %q", got, said)
			}
			if test.shows == "" && said != "" {
				t.Errorf("says %q", said)
			}
			for line := range strings.SplitSeq(said, "\r") {
				if test.then == test.columns && test.then > 0 && len(line) >= test.then {
					t.Errorf("%q is too long for %d columns", line, test.then)
				}
			}
		})
	}
}

// What comes after the progress stands alone: an error, lines, and nothing.
func TestProgressGivesWay(t *testing.T) {
	quickly(t)
	t.Setenv("TERM", "xterm")
	for name, test := range map[string]struct {
		end    func(f *fakeTerminal, w *io.PipeWriter, cancel context.CancelCauseFunc)
		status int
		shows  []string
	}{
		"error": {func(_ *fakeTerminal, w *io.PipeWriter, _ context.CancelCauseFunc) {
			w.CloseWithError(iotest.ErrTimeout)
		},
			1, []string{"yates: reading standard input: timeout", ""}},
		"lines": {func(_ *fakeTerminal, w *io.PipeWriter, _ context.CancelCauseFunc) { w.Close() },
			0, append(slices.Repeat([]string{"a"}, 1000), "")},
		"signal": {func(f *fakeTerminal, _ *io.PipeWriter, cancel context.CancelCauseFunc) {
			io.WriteString(f.tty, "^C") // as the terminal does
			cancel(process.SignalError{Signal: syscall.SIGINT})
		}, 130, []string{""}},
	} {
		t.Run(name, func(t *testing.T) {
			f := newTerminal(t, 80)
			r, w := io.Pipe()
			defer w.Close()
			stdout, err := os.OpenFile(f.tty.Name(), os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			done := make(chan int)
			go func() { done <- run(ctx, []string{"shuffle"}, r, stdout, f.tty) }()
			io.WriteString(w, strings.Repeat("a\n", 1000))
			f.await(t, "reading 2.0 kB")
			test.end(f, w, cancel)
			status, said := <-done, f.end(t)
			if got := screen(t, said, 80); status != test.status || !slices.Equal(got, test.shows) {
				t.Errorf("exit status %d, shows %q, of %q", status, got, said)
			}
		})
	}
	t.Run("typing", func(t *testing.T) {
		f, in := newTerminal(t, 80), newTerminal(t, 80)
		done := make(chan int)
		go func() { done <- run(t.Context(), []string{"shuffle"}, in.tty, io.Discard, f.tty) }()
		io.WriteString(in.other, "a\nb\n")
		in.await(t, "b")                  // the echo
		time.Sleep(50 * time.Millisecond) // in which it could show
		io.WriteString(in.other, "\x04")
		status, said := <-done, f.end(t)
		if status != 0 || said != "yates: reading lines from the terminal, up to Ctrl-D at the start of a line\r\n" {
			t.Errorf("exit status %d, says %q", status, said)
		}
	})
}

// A job in the background leaves the terminal to the one in the foreground.
func TestProgressInBackground(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	for script, shows := range map[string]bool{
		"cat in | yates shuffle --progress always >out":                       true,
		"set -m; yates shuffle --progress always <in >out & echo ok; wait $!": false,
	} {
		dir := t.TempDir()
		fifo := filepath.Join(dir, "in")
		if err := syscall.Mkfifo(fifo, 0o666); err != nil {
			t.Skip(err)
		}
		cmd := exec.CommandContext(t.Context(), shell, "-c", script)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "TERM=xterm")
		other, err := pty.Start(cmd) // the terminal of a session of its own
		if err != nil {
			t.Skipf("there is no pseudo-terminal: %v", err)
		}
		var said recording
		read := make(chan struct{})
		go func() { defer close(read); io.Copy(&said, other) }()
		in, err := os.OpenFile(fifo, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(in, "a\n")
		if shows {
			said.await(t, "reading 2 B")
		} else {
			said.await(t, "ok")
			time.Sleep(3 * progress.ShowEvery) // in which it could show
		}
		in.Close()
		<-read
		other.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
		if strings.Contains(said.String(), "reading") != shows {
			t.Errorf("%s: says %q", script, said.String())
		}
	}
}

// A terminal that is gone does not keep the shuffle from its end.
func TestProgressOfClosedTerminal(t *testing.T) {
	quickly(t)
	t.Setenv("TERM", "xterm")
	f := newTerminal(t, 80)
	r, w := io.Pipe()
	done := make(chan int)
	var stdout recording
	go func() { done <- run(t.Context(), []string{"shuffle", "--progress=always"}, r, &stdout, f.tty) }()
	io.WriteString(w, "a\n")
	f.await(t, "reading")
	f.other.Close()
	w.Close()
	if status := <-done; status != 0 || stdout.String() != "a\n" {
		t.Errorf("exit status %d, writes %q", status, stdout.String())
	}
}
