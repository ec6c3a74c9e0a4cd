//go:build !race

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestPeakMemory: a process takes no more memory than it is allowed and 96 MiB.
func TestPeakMemory(t *testing.T) {
	const beyond = 96 << 20
	dir := t.TempDir()
	name := filepath.Join(dir, "in")
	line := strings.Repeat("x", 99) + "\n"
	if err := os.WriteFile(name, bytes.Repeat([]byte(line), 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, memory := range []int{1 << 20, 16 << 20} {
		limit := []string{"--memory", strconv.Itoa(memory)}
		work := strings.TrimSpace(command(t, "yates-cluster", "plan", name, "-o", filepath.Join(dir, fmt.Sprint(memory)), "--seed", "1"))
		for _, args := range [][]string{
			{"run", name, "-o", filepath.Join(dir, "run.zst")},
			{"run", name, "-o", filepath.Join(dir, "run-{}"), "--shards", "2"},
			{"count", "1", "of", "1", work}, {"scatter", "1", "of", "1", work}, {"gather", "1", "of", "1", work},
		} {
			peak := peakOf(t, exec.Command("yates-cluster", append(args, limit...)...))
			told := fmt.Sprintf("%s with %d MiB: %d MiB", args[0], memory>>20, peak>>20)
			t.Log(told)
			if peak > memory+beyond {
				t.Error(told)
			}
		}
		names, _ := filepath.Glob(filepath.Join(dir, "_run*.manifest.json"))
		shards, _ := filepath.Glob(filepath.Join(dir, "run*"))
		for _, name := range append(names, shards...) { // or it would not be done again
			os.Remove(name)
		}
	}
}

var highWater = regexp.MustCompile(`(?m)^VmHWM:\s*(\d+) kB$`)

// peakOf runs a command and returns how much memory it had at most, as seen some times a
// second. (The figure that the system gives for a process that has ended is no less than
// that of the one that started it.)
func peakOf(t *testing.T, cmd *exec.Cmd) (peak int) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- cmd.Wait() }()
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Fatalf("%q: %v", cmd.Args, err)
			}
			return peak
		case <-time.After(5 * time.Millisecond):
			text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
			if found := highWater.FindSubmatch(text); found != nil {
				kilobytes, _ := strconv.Atoi(string(found[1]))
				peak = kilobytes << 10
			}
		}
	}
}
