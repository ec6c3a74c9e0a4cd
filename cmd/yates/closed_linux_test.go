package main

import (
	"os"
	"os/exec"
	"testing"
)

// A null device that was opened for reading and writing, as Python does, is an output like others.
func TestNullDeviceIsNotClosed(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, args := range [][]string{{"yates", "shuffle", "-e", "a"}, {"yates", "exact", "fisher-yates"}, {"shuf", "-e", "a"}} {
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Stdout, cmd.Stderr = null, null
		if err := cmd.Run(); err != nil {
			t.Errorf("%q: %v", args, err)
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
