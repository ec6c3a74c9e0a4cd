package main

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/gotooltest"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/script"
)

// TestMain makes this binary the command "biasedshuffle" on the PATH of the tests.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"biasedshuffle": main})
}

func TestScripts(t *testing.T) {
	params := testscript.Params{
		Setup: func(env *testscript.Env) error {
			tool, err := exec.LookPath("biasedshuffle")
			if err != nil {
				return err
			}
			env.Setenv("TOOL", tool)
			examples, err := filepath.Abs("../../examples/lint")
			env.Setenv("EXAMPLES", examples)
			return err
		},
	}
	if err := gotooltest.Setup(&params); err != nil {
		t.Fatal(err)
	}
	script.Run(t, params)
}

// A signal ends the command with the status that shells know, and nothing is said.
func TestSignal(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(process.SignalError{Signal: syscall.SIGTERM})
	var stdout, stderr bytes.Buffer
	if status := run(ctx, []string{"-json", "."}, &stdout, &stderr); status != 143 || stdout.Len()+stderr.Len() > 0 {
		t.Errorf("exit status %d, with %q and %q", status, &stdout, &stderr)
	}
}
