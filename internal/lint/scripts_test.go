package lint

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// script writes a program for sh.
func script(t *testing.T, name, text string) {
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+text+"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
}

// TestCross: make cross fails where one platform does not build, whichever it is.
func TestCross(t *testing.T) {
	make, err := exec.LookPath("make")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no make")
	}
	for _, fails := range []string{"build one", "build two", "vet one", "vet two", ""} {
		goCommand := filepath.Join(t.TempDir(), "go")
		script(t, goCommand, fmt.Sprintf(`test "$1 $GOOS" != %q`, fails))
		// Without the variables of a make that runs this test.
		cmd := exec.Command(make, "-C", "../..", "cross", "PLATFORMS=one/1 two/2", "GO="+goCommand)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
		if out, err := cmd.CombinedOutput(); (err != nil) != (fails != "") {
			t.Errorf("with %q failing, make cross ends with %v:\n%s", fails, err, out)
		}
	}
}

// TestPackages: make packages says what it needs, and shows nobody what Python said.
func TestPackages(t *testing.T) {
	make, err := exec.LookPath("make")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no make")
	}
	python := filepath.Join(t.TempDir(), "python")
	script(t, python, "echo Traceback >&2; exit 1")
	cmd := exec.Command(make, "-C", "../..", "packages", "PYTHON="+python)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	out, err := cmd.CombinedOutput()
	if text := string(out); err == nil || !strings.Contains(text, "no wheel") || strings.Contains(text, "Traceback") {
		t.Errorf("make packages without wheel ends with %v:\n%s", err, out)
	}
}
