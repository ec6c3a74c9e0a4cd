//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// build makes the command.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "yates")
	if said, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../../cmd/yates").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return program
}

// play plays rounds of one seed.
func play(t *testing.T, program string, rounds int) (code int, said string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil { // the user nobody comes in
		t.Fatal(err)
	}
	var out strings.Builder
	code = run(t.Context(), []string{"-yates", program, "-dir", dir, "-large", "0", "-seed", "1", "-rounds", fmt.Sprint(rounds)}, &out)
	return code, out.String()
}

// A few rounds, so that the soak itself is known to work.
func TestSoak(t *testing.T) {
	rounds := 20
	if testing.Short() {
		rounds = 5
	}
	if code, said := play(t, build(t), rounds); code != 0 || !strings.Contains(said, fmt.Sprint(rounds, " rounds of seed 1, 0 failures")) {
		t.Errorf("ends with %d, says %s", code, said)
	}
}

// Programs that are wrong are caught.
func TestWrongPrograms(t *testing.T) {
	program := build(t)
	for name, test := range map[string]struct{ script, says string }{
		"another order":  {`exec "$yates" "$@" --seed other`, "the front of what the twin makes"},
		"says something": {`echo hello >&2; exec "$yates" "$@"`, "and says something"},
		"wrong status":   {`"$yates" "$@"; exit 3`, "it ends with 3"},
		"panics":         {`echo 'panic: no' >&2; exit 2`, "it crashes"},
		"leaves a file": {`for word; do test "$last" = --tmp && touch "$word/left"; last=$word; done
exec "$yates" "$@"`, "left is left"},
		"leaves a process": {`sleep 9 >/dev/null 2>&1 </dev/null & exec "$yates" "$@"`, "a process is left"},
	} {
		t.Run(name, func(t *testing.T) {
			wrong := filepath.Join(t.TempDir(), "wrong")
			if err := os.WriteFile(wrong, fmt.Appendf(nil, "#!/bin/sh\nyates='%s'\n%s\n", program, test.script), 0o777); err != nil {
				t.Fatal(err)
			}
			if code, said := play(t, wrong, 6); code != 1 || !strings.Contains(said, test.says) {
				t.Errorf("ends with %d, says %s", code, said)
			}
		})
	}
}
