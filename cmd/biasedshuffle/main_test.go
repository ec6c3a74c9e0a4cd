package main

import (
	"errors"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/gotooltest"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes this binary the command "biasedshuffle" on the PATH of the tests.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"biasedshuffle": main})
}

// exits runs a command and compares its exit status: exits STATUS COMMAND [ARG]...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARG]...")
	}
	status := 0
	err := ts.Exec(args[1], args[2:]...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		status = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(status) != args[0] {
		ts.Fatalf("exit status %d, not %s", status, args[0])
	}
}

func TestScripts(t *testing.T) {
	params := testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Setup: func(env *testscript.Env) error {
			tool, err := exec.LookPath("biasedshuffle")
			env.Setenv("TOOL", tool)
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return err
		},
	}
	if err := gotooltest.Setup(&params); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, params)
}
