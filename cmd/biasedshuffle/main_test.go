package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/gotooltest"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/yates-shuffle/yates/internal/script"
)

//go:generate go test -run ^TestManual$ -update

var update = flag.Bool("update", false, "write the manual page anew")

// TestManual compares the manual page with the help.
func TestManual(t *testing.T) {
	const file = "../yates/man/biasedshuffle.1"
	help, err := exec.Command("go", "run", ".", "-h").CombinedOutput() // without the flags of tests
	if err != nil {
		t.Fatal(err)
	}
	about, rest, _ := strings.Cut(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(string(help)), "\n")
	about = strings.TrimPrefix(about, "biasedshuffle: ")
	page := `.\" Made of the command's help by "make man".
.TH BIASEDSHUFFLE 1 "" yates "User Commands"
.SH NAME
biasedshuffle \- ` + about + `
.SH DESCRIPTION
.nf
` + strings.TrimSpace(rest) + `
.fi
.SH "SEE ALSO"
.BR yates (1)
`
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != page {
		t.Errorf("%s is not current: run make man (%v)", file, err)
	}
}

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
