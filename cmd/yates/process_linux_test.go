package main

import (
	"os"
	"os/exec"
	"testing"
)

// A null device that was opened on purpose, for reading and writing as Python does, is
// no output that is closed; nor is one that a shell has and hands on.
func TestNullDeviceIsNotClosed(t *testing.T) {
	for _, args := range [][]string{
		{"yates", "shuffle", "-e", "a"}, {"yates", "exact", "fisher-yates"}, {"shuf", "-e", "a"},
		{"sh", "-c", "yates shuffle -e a || exit; :"},
	} {
		null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Stdout = null
		if err := cmd.Run(); err != nil {
			t.Errorf("%q: %v", args, err)
		}
		null.Close()
	}
}

// The space that a process may take is looked at, too. The limit is set in a shell, as
// the run-time system of this process has taken more by now.
func TestLittleSpace(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector takes far more space")
	}
	const says = "yates: only 1953 MiB of address space may be used, and 2048 are needed: see ulimit -v\n"
	for range 20 { // with so little the run-time system may fail before we are asked
		text, _ := exec.CommandContext(t.Context(), "sh", "-c", "ulimit -v 2000000; exec yates shuffle -e a").CombinedOutput()
		if string(text) == says {
			return
		}
		t.Logf("says %.200q", text)
	}
	t.Error("never says what it lacks")
}
