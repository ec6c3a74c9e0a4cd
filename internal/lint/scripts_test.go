package lint

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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

// TestShufVersions: the audits of shuf run with the versions that have the bug, and
// with no other.
func TestShufVersions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	files, err := filepath.Glob("../../examples/audit/shuf-*.sh")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no audits of shuf: ", err)
	}
	bin := t.TempDir()
	script(t, filepath.Join(bin, "yates"), "")
	for version, runs := range map[string]bool{
		"GNU coreutils) 8.5": false, "GNU coreutils) 8.6": true, "GNU coreutils) 8.9": true,
		"GNU coreutils) 8.10": true,
		"GNU coreutils) 8.32": true, "GNU coreutils) 8.30.12-ab": true, "GNU coreutils) 8.3": false,
		"GNU coreutils) 9.0": true,
		"GNU coreutils) 9.5": true, "GNU coreutils) 9.4-dirty": true, "GNU coreutils) 9.6": false,
		"GNU coreutils) 9.10": false,
		"GNU coreutils) 9.51": false, "GNU coreutils) 10.1": false, "uutils coreutils) 8.9": false, "": false,
	} {
		script(t, filepath.Join(bin, "shuf"), fmt.Sprintf("echo 'shuf (%s'; echo 'Copyright (C) 2024'", version))
		for _, file := range files {
			cmd := exec.Command("sh", file)
			cmd.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH")}
			err := cmd.Run()
			var exit *exec.ExitError
			if skipped := errors.As(err, &exit) && exit.ExitCode() == 77; err != nil && !skipped || skipped == runs {
				t.Errorf("%s with shuf %q: %v", filepath.Base(file), version, err)
			}
		}
	}
}
