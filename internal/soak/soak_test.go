//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
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

// TestMain runs the soak itself in the processes that play starts.
func TestMain(m *testing.M) {
	if os.Getenv("SOAK_PLAY") != "" {
		os.Exit(run(context.Background(), os.Args[1:], os.Stdout))
	}
	os.Exit(m.Run())
}

// play plays rounds of one seed, each with a fault if one is given. They have a process
// of their own: what this one has had in memory would count for the commands it starts,
// and hide one that takes too much.
func play(t *testing.T, program string, rounds int, fault string) (code int, said string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil { // the user nobody comes in
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-yates", program, "-dir", dir, "-large", "0", "-seed", "1", "-rounds", fmt.Sprint(rounds), "-fault", fault)
	cmd.Env = append(os.Environ(), "SOAK_PLAY=1")
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
	if code, said := play(t, build(t), rounds, ""); code != 0 || !strings.Contains(said, fmt.Sprint(rounds, " rounds of seed 1, 0 failures")) {
		t.Errorf("ends with %d, says %s", code, said)
	}
}

// Where it matters how the command is started, it does what it must.
func TestStarts(t *testing.T) {
	program := build(t)
	for _, fault := range []string{"closed stdin", "closed stdout", "5 descriptors"} {
		if runtime.GOOS != "linux" {
			t.Skip("only on Linux the command knows")
		}
		if code, said := play(t, program, 6, fault); code != 0 {
			t.Errorf("%s: ends with %d, says %s", fault, code, said)
		}
	}
}

// Programs that are wrong are caught.
func TestWrongPrograms(t *testing.T) {
	program := build(t)
	const out = `for word; do test "$last" = -o && out=$word; last=$word; done
`
	for name, test := range map[string]struct{ fault, script, says string }{
		"another order":  {"none", `exec "$yates" "$@" --seed other`, "what the twin makes"},
		"says something": {"", `echo hello >&2; exec "$yates" "$@"`, "and says something"},
		"wrong status":   {"", `"$yates" "$@"; exit 3`, "it ends with 3"},
		"panics":         {"", `echo 'panic: no' >&2; exit 2`, "it crashes"},
		"leaves a file": {"", `for word; do test "$last" = --tmp && touch "$word/left"; last=$word; done
exec "$yates" "$@"`, "left is left"},
		"leaves a process":     {"", `sleep 9 >/dev/null 2>&1 </dev/null & exec "$yates" "$@"`, "a process is left"},
		"takes memory":         {"none", `head -c 300000000 /dev/zero | tail -c 290000000 >/dev/null; "$yates" "$@"`, "MiB of memory, more than"},
		"nothing is closed":    {"closed stdin", `exec "$yates" "$@" </dev/null`, "it ends with 0"},
		"output that is lost":  {"closed stdout", `exec "$yates" "$@" >/dev/null`, "it ends with 0"},
		"more than one line":   {"address space", `echo 'yates: a' >&2; echo 'yates: b' >&2; exit 1`, "breaks the rules"},
		"says it its own way":  {"address space", `echo 'fatal error' >&2; exit 1`, "breaks the rules"},
		"ends its own way":     {"SIGHUP", `trap 'exit 3' HUP; "$yates" "$@"`, "it ends with 3"},
		"takes permissions":    {"none", out + `"$yates" "$@"; status=$?; test -f "$out" && chmod 606 "$out"; exit $status`, "has mode "},
		"shows a private file": {"none", out + `b=${out%/*}/.yates-0; test -f "$out" && touch "$b" && chmod 666 "$b" && sleep 0.1 && rm "$b"; exec "$yates" "$@"`, "can be read by more people"},
		"stays as it was":      {"input grown", out + `test -n "$out" && sleep 0.2; exit 0`, "is not what the twin makes"},
	} {
		t.Run(name, func(t *testing.T) {
			wrong := filepath.Join(t.TempDir(), "wrong")
			if err := os.WriteFile(wrong, fmt.Appendf(nil, "#!/bin/sh\nyates='%s'\n%s\n", program, test.script), 0o777); err != nil {
				t.Fatal(err)
			}
			if test.fault == "SIGHUP" && signal.Ignored(syscall.SIGHUP) {
				t.Skip("the signal is ignored, as under nohup")
			}
			if code, said := play(t, wrong, 12, test.fault); code != 1 || !strings.Contains(said, test.says) {
				t.Errorf("ends with %d, says %s", code, said)
			}
		})
	}
}

func TestNoSuchFault(t *testing.T) {
	if code, said := play(t, "yates", 1, "none of them"); code != 2 || !strings.Contains(said, `there is no fault "none of them"`) {
		t.Errorf("ends with %d, says %s", code, said)
	}
}

// Giant records are records, of 10 MiB and more.
func TestGiant(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a second")
	}
	for _, kind := range textKinds {
		rng := rand.New(rand.NewPCG(1, 2))
		j := job{delimiter: ','}
		kind.set(&j)
		b := giant(rng, kind.unit(rng, nil, 0, 20, ','), 1, kind, ',')
		_, records, err := j.cut([][]byte{b})
		longest := 0
		for _, record := range records {
			longest = max(longest, len(record))
		}
		if err != nil || len(records) < 2 || longest < 10<<20 {
			t.Errorf("%s: %d records, %d bytes, %v", kind.name, len(records), longest, err)
		}
	}
}

// Of a large group are nearly all lines and rows.
func TestGrouped(t *testing.T) {
	for _, kind := range textKinds[:2] {
		rng := rand.New(rand.NewPCG(1, 2))
		r := round{job: job{delimiter: ',', columns: []int{2}}}
		kind.set(&r.job)
		unit := r.grouped(kind.unit)
		var b []byte
		for i := range 1000 {
			b = unit(rng, b, i, 20, ',')
		}
		_, records, err := r.job.cut([][]byte{b})
		same := 0
		for _, record := range records {
			if key, _ := r.job.key(record); key == "same" {
				same++
			}
		}
		if err != nil || len(records) != 1000 || same < 950 || same == 1000 {
			t.Errorf("%s: %d of %d, %v", kind.name, same, len(records), err)
		}
	}
}
