package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/internal/script"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// killed runs a command line until it succeeds. It kills each attempt after a while, which
// becomes longer by up to step, and returns how many it killed.
func killed(t *testing.T, rng *rand.Rand, step time.Duration, args ...string) (kills int) {
	for wait := time.Duration(0); ; wait += time.Duration(rng.Int64N(int64(step))) {
		cmd := exec.Command("yates-cluster", args...)
		var said strings.Builder
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(wait, func() { cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		switch {
		case err == nil:
			return kills
		case cmd.ProcessState.ExitCode() < 0: // by the signal
			kills++
		default:
			t.Fatalf("%q: %v, %s", args, err, said.String())
		}
	}
}

// input writes a file of lines, and returns its name and what yates makes of it.
func input(t *testing.T, seed string) (name string, want []byte) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "in.txt")
	if err := os.WriteFile(name, script.Numbers(300_000, 0), 0o666); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := records.Shuffle(context.Background(), &out, records.Options{Seed: new(order.SeedFromText(seed))}, records.File(name)); err != nil {
		t.Fatal(err)
	}
	return name, out.Bytes()
}

func joined(t *testing.T, pattern string) (all []byte) {
	t.Helper()
	names, _ := filepath.Glob(pattern)
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b...)
	}
	return all
}

// TestKilledSteps: workers that are killed at any time, while others do the same step, leave
// nothing that counts: the output is that of one machine.
func TestKilledSteps(t *testing.T) {
	name, want := input(t, "kill")
	dir := t.TempDir()
	work := filepath.Join(dir, "_part-%d.txt.work")
	if out, err := exec.Command("yates-cluster", "plan", name, "-o", filepath.Join(dir, "part-{}.txt"), "--seed", "kill", "--shards", "7", "--segment", "200K").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	kills := make([]int, 3)
	for _, step := range []string{"count", "scatter", "gather"} {
		var all sync.WaitGroup
		for worker, share := range []string{"1 of 2", "2 of 2", "1 of 1"} { // so that each step is done twice
			all.Go(func() {
				rng := rand.New(rand.NewPCG(uint64(worker), 9))
				args := append(append([]string{step, "--memory", "4M"}, strings.Fields(share)...), work)
				kills[worker] += killed(t, rng, 30*time.Millisecond, args...)
			})
		}
		all.Wait()
	}
	if out, err := exec.Command("yates-cluster", "finish", work).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got := joined(t, filepath.Join(dir, "part-?.txt")); !bytes.Equal(got, want) {
		t.Errorf("%d bytes instead of %d", len(got), len(want))
	}
	if kills[0]+kills[1]+kills[2] == 0 {
		t.Error("nobody was killed")
	}
	t.Logf("%d killed", kills)
}

// TestKilledRun: a run that is killed continues when it is started again.
func TestKilledRun(t *testing.T) {
	name, want := input(t, "run")
	dir := t.TempDir()
	t.Setenv("TMPDIR", t.TempDir()) // where runs that are killed leave a folder
	kills := killed(t, rand.New(rand.NewPCG(1, 9)), 30*time.Millisecond, "run", name, "-o", filepath.Join(dir, "part-{}.txt"), "--seed", "run", "--shards", "5", "--segment", "200K")
	if got := joined(t, filepath.Join(dir, "part-?.txt")); !bytes.Equal(got, want) {
		t.Errorf("%d bytes instead of %d", len(got), len(want))
	}
	if kills == 0 {
		t.Error("the run was not killed")
	}
	t.Logf("%d killed", kills)
}

// TestStoppedRun: a run, or a step, that a signal ends in the middle has the exit status of that
// signal, and says that the same command line goes on; and that is so.
func TestStoppedRun(t *testing.T) {
	name, _ := input(t, "stop")
	for _, test := range []struct {
		signal os.Signal
		status int
	}{{syscall.SIGINT, 130}, {syscall.SIGTERM, 143}} {
		dir := t.TempDir()
		cmd := exec.Command("yates-cluster", "run", name, "-o", filepath.Join(dir, "part-{}"), "--shards", "500", "--segment", "10K")
		var said strings.Builder
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for begun := false; !begun; { // until a step is done
			counts, _ := filepath.Glob(filepath.Join(dir, "_part-%d.work", "*-counts-*"))
			begun = len(counts) > 0
			time.Sleep(time.Millisecond)
		}
		cmd.Process.Signal(test.signal)
		cmd.Wait()
		const want = "yates-cluster: interrupted; the same command line goes on from what is done\n"
		if got := cmd.ProcessState.ExitCode(); got != test.status || said.String() != want {
			t.Errorf("%v: exit status %d, %s", test.signal, got, said.String())
		}
		work := filepath.Join(dir, "_part-%d.work")
		counts, _ := filepath.Glob(filepath.Join(work, "*-counts-*"))
		for _, name := range counts[1:] { // so that there is something to do
			os.Remove(name)
		}
		step := exec.Command("yates-cluster", "count", "1", "of", "1", work)
		step.Stderr = &said
		said.Reset()
		if err := step.Start(); err != nil {
			t.Fatal(err)
		}
		for begun := false; !begun; {
			again, _ := filepath.Glob(filepath.Join(work, "*-counts-*"))
			begun = len(again) > 1
		}
		step.Process.Signal(test.signal)
		step.Wait()
		if got := step.ProcessState.ExitCode(); got != test.status || said.String() != want {
			t.Errorf("%v: exit status %d of a step, %s", test.signal, got, said.String())
		}
		if out, err := exec.Command("yates-cluster", cmd.Args[1:]...).CombinedOutput(); err != nil {
			t.Errorf("%v, %s", err, out)
		}
	}
}

// TestEarly: SIGQUIT is handled before most of the clients of stores are initialised, which takes a while.
func TestEarly(t *testing.T) {
	cmd := exec.Command("yates-cluster", "--help")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	early := strings.Index(said.String(), "init github.com/yates-shuffle/yates/internal/process/early @")
	for _, client := range []string{"github.com/envoyproxy/", "cloud.google.com/go/monitoring"} {
		if at := strings.Index(said.String(), "init "+client); early < 0 || at < early {
			t.Errorf("%s comes at %d, before %d", client, at, early)
		}
	}
}

// TestTwinRuns: of equal runs at the same time, each succeeds.
func TestTwinRuns(t *testing.T) {
	name, want := input(t, "twins")
	for range 3 {
		dir := t.TempDir()
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				if out, err := exec.Command("yates-cluster", "run", name, "-o", filepath.Join(dir, "part-{}.txt"), "--seed", "twins", "--shards", "5", "--segment", "200K").CombinedOutput(); err != nil {
					t.Errorf("%v: %s", err, out)
				}
			})
		}
		all.Wait()
		if got := joined(t, filepath.Join(dir, "part-?.txt")); !bytes.Equal(got, want) {
			t.Errorf("%d bytes instead of %d", len(got), len(want))
		}
		if _, err := os.Stat(filepath.Join(dir, "_part-%d.txt.manifest.json")); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "_part-%d.txt.work")); !os.IsNotExist(err) {
			t.Error("the folder of the job is there", err)
		}
	}
}
