//go:build linux

// Package soak runs the yates command again and again on random inputs, in random formats and within random limits,
// under signals, limits of file sizes, closed pipes and inputs that change, and compares each end with what package
// twin makes. A round ends well if all outputs are whole and right, or all are what they were before; if their
// permissions are as they were; if no change of an input is lost; if the exit status is one that --help tells of, and
// standard error has nothing but messages; if nothing is left behind, but for whole files that a kill may leave; and if
// the memory and the descriptors stay within what is promised. docs/durability.md has the promises.
//
// A round is made by the seed and its number, but for the moment at which a fault comes:
//
//	go test ./internal/soak -run TestSoak -v -seed 17 -round 1234 -artifacts
package soak

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

var (
	seed   = flag.Uint64("seed", 1, "take the rounds of this seed")
	first  = flag.Uint64("round", 0, "begin with this round")
	during = flag.Duration("time", 0, "begin rounds for so long (default one round if -round is given, or else two of each fault)")
	named  = flag.String("fault", "", "have this fault in each round (default a random one)")
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

// TestSoak plays some rounds of each fault, or as flags say. With -artifacts, the files of rounds that fail are kept.
func TestSoak(t *testing.T) {
	if *named != "" && faultNamed(*named) == nil {
		t.Fatalf("there is no fault %q", *named)
	}
	rounds, each := 2*uint64(len(faults)), *named == "" && *first == 0 && *during == 0
	if testing.Short() {
		rounds = uint64(len(faults))
	}
	if *first > 0 {
		rounds = 1
	}
	program, begin, ends := build(t), time.Now(), map[string]int{} // by fault and how they ended
	for n := *first; time.Since(begin) < *during || *during == 0 && n < *first+rounds; n++ {
		dir := filepath.Join(t.ArtifactDir(), fmt.Sprint("round-", n))
		name := *named
		if each {
			name = faults[n%uint64(len(faults))].name
		}
		r := newRound(*seed, n, dir, name)
		status, wrong := r.play(program)
		ends[fmt.Sprint(r.fault.name, ": status ", status)]++
		if wrong != nil {
			t.Errorf("round %d fails (%s, %s):\n  %s\n  yates %.2000q\nreplay it with: go test ./internal/soak -run "+
				"TestSoak -seed %d -round %[1]d -fault %[3]q", n, r.Kind.Name, r.fault.name,
				strings.Join(wrong, "\n  "), r.args, *seed)
			continue
		}
		os.RemoveAll(dir)
	}
	for what, rounds := range ends {
		t.Logf("%6d  %s", rounds, what)
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
			var said []string
			for n := uint64(0); n < 8 && !strings.Contains(strings.Join(said, "\n"), test.says); n++ {
				_, says := newRound(1, n, filepath.Join(t.TempDir(), fmt.Sprint(n)), test.fault).play(wrong)
				said = append(said, says...)
			}
			if !strings.Contains(strings.Join(said, "\n"), test.says) {
				t.Errorf("the soak says %q", said)
			}
		})
	}
}
