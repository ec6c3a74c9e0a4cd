// Package script runs the scripts that test a command, and has the script commands that
// several of them need.
package script

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// Run runs the scripts in testdata, with the script commands of p besides exits and seqfile.
// Having no scripts is a failure.
func Run(t *testing.T, p testscript.Params) {
	t.Helper()
	p.Dir = "testdata"
	testscript.Run(t, shared(p))
}

// shared adds to p what all scripts have.
func shared(p testscript.Params) testscript.Params {
	p.RequireExplicitExec = true
	cmds := map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "seqfile": seqFile}
	maps.Copy(cmds, p.Cmds)
	p.Cmds = cmds
	setup := p.Setup
	p.Setup = func(env *testscript.Env) error {
		// Built with -race, each command would sleep for a second at its end.
		env.Setenv("GORACE", "atexit_sleep_ms=0")
		if setup == nil {
			return nil
		}
		return setup(env)
	}
	return p
}

// exits is the script command "exits STATUS COMMAND...", which fails unless the
// command ends with the status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARG]...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, not %d", got, want)
	}
}

// seqFile is the script command "seqfile N FILE [WIDTH]", which writes the numbers
// from 1 to N to the file, one a line, with zeros in front up to the width.
func seqFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 && len(args) != 3 {
		ts.Fatalf("usage: seqfile N FILE [WIDTH]")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	width := 0
	if len(args) == 3 {
		width, err = strconv.Atoi(args[2])
		ts.Check(err)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), Numbers(n, width), 0o666))
}

// Numbers returns the numbers from 1 to n, one a line, with zeros in front up to
// the width.
func Numbers(n, width int) []byte {
	var text []byte
	for i := range n {
		text = fmt.Appendf(text, "%0*d\n", width, i+1)
	}
	return text
}
