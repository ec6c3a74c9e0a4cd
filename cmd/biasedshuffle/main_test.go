package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/gotooltest"
	"github.com/rogpeppe/go-internal/testscript"

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
