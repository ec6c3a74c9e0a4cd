package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/script"
)

// TestMain makes this binary the commands "yates" and "shuf" on the PATH of the tests.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"yates": main, "shuf": main, "gshuf": main})
}

func TestScripts(t *testing.T) {
	script.Run(t, testscript.Params{
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"bytes":  bytesFile,
			"sha256": sha256File,
			"mode":   mode,
			"relay":  startRelay,
		},
		Condition: func(name string) (bool, error) {
			if name == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition: %s", name)
		},
	})
}

// bytesFile is the script command "bytes FILE TEXT", which writes the text to the
// file, and which knows the escapes of Go's strings.
func bytesFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes FILE TEXT")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// sha256File is the script command "sha256 FILE DIGITS", which fails unless the
// hash of the file, or of stdout, has these digits.
func sha256File(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sha256 FILE DIGITS")
	}
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(ts.ReadFile(args[0])))); got != args[1] {
		ts.Fatalf("the hash of %s is %s", args[0], got)
	}
}

// mode is the script command "mode FILE OCTAL", which fails unless the file has
// these permissions.
func mode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: mode FILE OCTAL")
	}
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	if got := fmt.Sprintf("%03o", info.Mode().Perm()); got != args[1] {
		ts.Fatalf("the permissions of %s are %s", args[0], got)
	}
}

// A stubWriter writes and closes with the given errors.
type stubWriter struct{ write, close error }

func (w *stubWriter) Write(p []byte) (int, error) { return len(p), w.write }
func (w *stubWriter) Close() error                { return w.close }

// Where 1 is an answer, it does not stand for a failure as well.
func TestEveryErrorOfWritingCounts(t *testing.T) {
	full := errors.New("no room")
	const says = "yates: writing to standard output: no room\n"
	for args, statuses := range map[string]struct{ well, failed int }{
		"deal": {0, 1}, "deal --decks 400": {0, 1}, "shuffle -e a b": {0, 1}, "shuffle ../../examples/names.txt": {0, 1},
		"--help": {0, 1}, "--version": {0, 1}, "help deal": {0, 1}, "audit --list": {0, 2}, "exact fisher-yates": {0, 2},
		"audit --suspect sattolo": {1, 2}, "audit --suspect xor-swap --json": {1, 2}, "exact naive": {1, 2},
	} {
		for _, test := range []struct {
			stdout stubWriter
			status int
			says   string
		}{
			{stubWriter{}, statuses.well, ""},
			{stubWriter{write: full}, statuses.failed, says},
			{stubWriter{close: full}, statuses.failed, says},
			{stubWriter{write: syscall.EPIPE, close: full}, 141, ""},
		} {
			var stderr strings.Builder
			status := run(t.Context(), strings.Fields(args), strings.NewReader(""), &test.stdout, &stderr)
			if status != test.status || stderr.String() != test.says {
				t.Errorf("%s, %+v: exit status %d, not %d, and says %q, not %q", args, test.stdout, status, test.status,
					stderr.String(), test.says)
			}
		}
	}
}

func TestReport(t *testing.T) {
	interrupted, cancel := context.WithCancelCause(t.Context())
	cancel(process.SignalError{Signal: syscall.SIGINT})
	broken := &output.Error{Err: syscall.EPIPE}
	failure := errors.New("reading deck.txt: bad luck")
	remedied := &frame.Problem{Err: failure, Remedy: "yates deal"}
	for _, test := range []struct {
		ctx    context.Context
		err    error
		status int
		says   string
	}{
		{t.Context(), nil, 0, ""},
		{interrupted, nil, 0, ""}, // the work was done when the signal came
		{t.Context(), failure, 1, "yates: reading deck.txt: bad luck\n"},
		{interrupted, failure, 1, "yates: reading deck.txt: bad luck\n"},
		{t.Context(), remedied, 1, "yates: reading deck.txt: bad luck; try:\n  yates deal\n"},
		{t.Context(), fmt.Errorf("dealing: %w", remedied), 1,
			"yates: dealing: reading deck.txt: bad luck; try:\n  yates deal\n"},
		{t.Context(), frame.BadUsage("", "no such game"), 2, "yates: no such game\n"},
		{t.Context(), frame.BadUsage("yates deal", "no such game"), 2, "yates: no such game; try:\n  yates deal\n"},
		{t.Context(), fmt.Errorf("dealing: %w", broken), 141, ""},
		{interrupted, broken, 141, ""},
		{interrupted, fmt.Errorf("dealing: %w", context.Canceled), 130, ""},
		{interrupted, fmt.Errorf("dealing: %w", context.Cause(interrupted)), 130, ""},
	} {
		var stderr strings.Builder
		if status := frame.Report(test.ctx, &stderr, "yates", test.err); status != test.status ||
			stderr.String() != test.says {
			t.Errorf("%v: exit status %d, not %d, and says %q, not %q", test.err, status, test.status, stderr.String(),
				test.says)
		}
	}
}

func TestContextEndsCommand(t *testing.T) {
	for cause, want := range map[error]struct {
		status int
		says   string
	}{
		process.SignalError{Signal: syscall.SIGINT}:  {130, ""},
		process.SignalError{Signal: syscall.SIGTERM}: {143, ""},
		context.Canceled: {1, "yates: context canceled\n"},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(cause)
		var stdout, stderr strings.Builder
		status := run(ctx, []string{"deal"}, strings.NewReader(""), &stdout, &stderr)
		if status != want.status || stderr.String() != want.says || stdout.Len() > 0 {
			t.Errorf("%v: exit status %d, not %d, says %q and %q", cause, status, want.status, stderr.String(),
				stdout.String())
		}
	}
}

func TestBlockedCommandIsLeftBehind(t *testing.T) {
	defer func(was time.Duration) { process.Grace = was }(process.Grace)
	process.Grace = 10 * time.Millisecond
	r, w := io.Pipe() // nobody reads
	defer r.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(process.Grace, func() { cancel(process.SignalError{Signal: syscall.SIGTERM}) })
	var stderr strings.Builder
	if status := run(ctx, []string{"deal"}, strings.NewReader(""), w, &stderr); status != 143 || stderr.Len() > 0 {
		t.Errorf("exit status %d, says %q", status, stderr.String())
	}
}
