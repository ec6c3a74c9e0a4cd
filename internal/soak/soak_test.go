//go:build linux

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// build makes the command.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "yates")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../../cmd/yates")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return program
}

// TestMain runs the soak itself in the processes that play starts.
func TestMain(m *testing.M) {
	if os.Getenv("SOAK_PLAY") != "" {
		os.Exit(run(context.Background(), os.Args[1:], os.Stdout))
	}
	os.Exit(m.Run())
}

// play plays rounds of one seed, each with a fault if one is given, in a process of their own.
func play(t *testing.T, program string, rounds int, fault string) (code int, said string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0],
		"-yates", program, "-seed", "1", "-rounds", fmt.Sprint(rounds), "-fault", fault)
	cmd.Env = append(os.Environ(), "SOAK_PLAY=1", "TMPDIR="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// A few rounds, so that the soak itself is known to work.
func TestSoak(t *testing.T) {
	rounds := 20
	if testing.Short() {
		rounds = 5
	}
	code, said := play(t, build(t), rounds, "")
	if code != 0 || !strings.Contains(said, fmt.Sprint(rounds, " rounds of seed 1, 0 failures")) {
		t.Errorf("ends with %d, says %s", code, said)
	}
}

// Programs that are wrong are caught.
func TestWrongPrograms(t *testing.T) {
	program := build(t)
	const out = `for word; do test "$last" = -o && out=$word; last=$word; done
`
	for name, test := range map[string]struct{ fault, script, says string }{
		"another order":  {"none", `exec "$yates" "$@" --seed other`, "what the twin makes"},
		"says something": {"", `echo hello >&2; exec "$yates" "$@"`, "is no message"},
		"wrong status":   {"", `"$yates" "$@"; exit 3`, "it ends with 3"},
		"says nothing":   {"file size limit", `exit 1`, "says nothing"},
		"leaves a file": {"", `for word; do test "$last" = --tmp && touch "$word/left"; last=$word; done
exec "$yates" "$@"`, "left is left"},
		"leaves a process": {"", `sleep 9 >/dev/null 2>&1 </dev/null & exec "$yates" "$@"`, "a process is left"},
		"takes memory": {"giant records", `exec dd if=/dev/zero of=/dev/null bs=300M count=3 2>/dev/null`,
			"MiB of memory, more"},
		"ends its own way": {"SIGHUP", `trap 'exit 3' HUP; "$yates" "$@"`, "it ends with 3"},
		"takes permissions": {"none", out + `"$yates" "$@"; status=$?
test -f "$out" && chmod 606 "$out"; exit $status`, "has mode "},
		"half an output": {"none", out + `"$yates" "$@"; status=$?
test -s "$out" && truncate -s -1 "$out"; exit $status`, "is not what the twin makes"},
	} {
		t.Run(name, func(t *testing.T) {
			wrong := filepath.Join(t.TempDir(), "wrong")
			script := fmt.Appendf(nil, "#!/bin/sh\nyates='%s'\n%s\n", program, test.script)
			if err := os.WriteFile(wrong, script, 0o777); err != nil {
				t.Fatal(err)
			}
			if test.fault == "SIGHUP" && signal.Ignored(syscall.SIGHUP) {
				t.Skip("the signal is ignored, as under nohup")
			}
			code, said := play(t, wrong, 8, test.fault)
			if code != 1 || !strings.Contains(said, test.says) {
				t.Errorf("ends with %d, says %s", code, said)
			}
		})
	}
}

func TestNoSuchFault(t *testing.T) {
	code, said := play(t, "yates", 1, "none of them")
	if code != 2 || !strings.Contains(said, `there is no fault "none of them"`) {
		t.Errorf("ends with %d, says %s", code, said)
	}
}
