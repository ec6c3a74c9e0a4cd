package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A null device that was opened on purpose, for reading and writing as Python does, is
// no output that is closed; nor is one that a shell has and hands on, whatever it is for.
func TestNullDeviceIsNotClosed(t *testing.T) {
	for _, args := range [][]string{
		{"yates", "shuffle", "-e", "a"}, {"yates", "exact", "fisher-yates"}, {"shuf", "-e", "a"},
		{"sh", "-c", "yates shuffle -e a || exit; :"}, {"sh", "-c", "yates shuffle - || exit; :"},
	} {
		null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Stdout = null
		if args[0] == "sh" {
			cmd.Stdin = null
		}
		if err := cmd.Run(); err != nil {
			t.Errorf("%q: %v", args, err)
		}
		null.Close()
	}
}

// Nor does it matter in which order the environment is.
func TestNullDeviceInAnyEnvironment(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	cmd := exec.CommandContext(t.Context(), "yates", "shuffle", "-e", "a")
	cmd.Stdout = null
	cmd.Env = os.Environ()
	slices.Reverse(cmd.Env)
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
}

// What starts us may have its output closed, and hand that on.
func TestClosedByAnother(t *testing.T) {
	script := filepath.Join(t.TempDir(), "script") // a shell that is not called so
	if err := os.WriteFile(script, []byte("#!/bin/sh\nyates shuffle -e a >&-\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		script, "timeout 5 yates shuffle -e a >&-; exit $?", "env yates shuffle -e a >&-; exit $?",
		"perl -e 'exit system(qw(yates shuffle -e a)) >> 8' >&-; exit $?",
	} {
		if name, _, _ := strings.Cut(line, " "); name != script && exec.CommandContext(t.Context(), name, "--version").Run() != nil {
			continue
		}
		cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
		cmd.Run()
		if status := cmd.ProcessState.ExitCode(); status != 1 {
			t.Errorf("%s: it ends with %d", line, status)
		}
	}
}

// The memory that a process may take is looked at, too. The limit is set in a shell, as
// the run-time system of this process has taken more by now.
func TestLittleSpace(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector takes far more space")
	}
	for limit, says := range map[string]string{
		"-v 2000000": "yates: only 1953 MiB of address space may be used, and 2048 are needed: see ulimit -v\n",
		"-d 190000":  "yates: only 185 MiB of memory may be used, and 192 are needed: see ulimit -d\n",
	} {
		said := ""
		for range 20 { // with so little the run-time system may fail before we are asked
			text, _ := exec.CommandContext(t.Context(), "sh", "-c",
				"ulimit "+limit+"; exec yates shuffle -e a").CombinedOutput()
			if said = string(text); said == says {
				break
			}
		}
		if said != says {
			t.Errorf("ulimit %s: says %.200q", limit, said)
		}
	}
}
