//go:build !race

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// writeLines makes a file of at least size bytes with lines of a length.
func writeLines(t *testing.T, name string, length, size int) {
	t.Helper()
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bytes.Repeat([]byte(strings.Repeat("x", length-1)+"\n"), 1<<20/length)
	for n := 0; n < size; n += len(lines) {
		if _, err := file.Write(lines); err != nil {
			t.Fatal(err)
		}
	}
}

var highWater = regexp.MustCompile(`(?m)^VmHWM:\s*(\d+) kB$`)

// peakOf runs a command and returns how much memory it had at most, in bytes, as long as it could
// be asked. (The figure that the system gives for a process that has ended is no less than that
// of the one that started it.)
func peakOf(t *testing.T, cmd *exec.Cmd) (peak int) {
	t.Helper()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read := make(chan error)
	go func() {
		_, err := io.Copy(io.Discard, stdout)
		read <- err
	}()
	status := fmt.Sprintf("/proc/%d/status", cmd.Process.Pid)
	for {
		if text, err := os.ReadFile(status); err == nil {
			if found := highWater.FindSubmatch(text); found != nil {
				kilobytes, _ := strconv.Atoi(string(found[1]))
				peak = kilobytes << 10
			}
		}
		select {
		case err = <-read:
			if err = cmp.Or(err, cmd.Wait()); err != nil {
				t.Fatal(err)
			}
			return peak
		case <-time.After(5 * time.Millisecond): // it only grows
		}
	}
}

// TestPeakMemory: a process takes no more memory than it is allowed and 64 MiB, whatever the flags are, for the hardest
// inputs: many integers, lines that are empty, headers of the largest size, and many names. What would need more is
// refused.
func TestPeakMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("shuffles many lines")
	}
	const beyond = 64 << 20
	t.Chdir(t.TempDir())
	writeLines(t, "empty", 1, 3<<20) // 24 bytes for each would be too many
	writeLines(t, "lines", 8, 4<<20)
	writeLines(t, "long", 8, 64<<20)
	for name, text := range map[string]string{
		"header": strings.Repeat("h", 8<<20-100) + "\n" + strings.Repeat("x\n", 1000),
		"rows":   strings.Repeat("a\n", 3<<20),
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := exec.CommandContext(t.Context(), "yates", "shuffle", "--header", "1", "-o", "header.gz",
		"header").Run(); err != nil {
		t.Fatal(err)
	}
	for line, memory := range map[string]int{
		"-i 1-10000000": 1 << 20, "-i 1-10000000 --workers 2": 16 << 20, "-i 1-10000000 --workers 1000": 1 << 20,
		"-i 1-100000000 -n 1000000": 16 << 20, "-i 1-1000000000000 -n 200000 --workers 1000": 16 << 20,
		"-r -n 10000000 -i 1-10000000 --workers 1000": 1 << 20, "-r -n 10000 --workers 1000 long": 1 << 20,
		"-r -n 10000 long": 16 << 20, "--workers 1000 long": 1 << 20,
		"--unique --workers 8 empty": 1 << 20, `--delimiter \n --group-by 1 empty`: 1 << 20,
		`split a=0.5,b=0.5 --delimiter \n --stratify 1 --workers 8 -o part-{} empty`: 1 << 20,
		`sample 10 --delimiter \n --per 1 empty`:                                     1 << 20, "--csv empty": 1 << 20, "-z empty": 1 << 20,
		"--lines 2 empty": 1 << 20, "--record-start ^ empty": 1 << 20, "--header 1 header": 1 << 20,
		"--header 1 --shards 10 -o part-{}.gz header": 1 << 20,
		"--shards 5000 -o part-{} lines":              1 << 20, "--header 3000000 empty empty": 1 << 20,
		"--csv --header 3000000 rows": 1 << 20, "--header 1 header.gz header.gz": 1 << 20,
		"split --folds 5 -o {set}-{} empty": 1 << 20, "-n 1000000 empty": 1 << 20, "-r -n 1000 empty": 1 << 20,
	} {
		peak := peakOf(t, exec.CommandContext(t.Context(), "yates", limited(line, memory)...))
		t.Logf("%s: %d MiB", line, peak>>20)
		if peak > memory+beyond {
			t.Errorf("%s: %d MiB", line, peak>>20)
		}
	}
	for line, want := range map[string]string{
		"--shards 100000 -o part-{} lines":        "work with 1 input and 100,000 outputs needs 70 MiB of memory",
		"split --folds 100 -o {set}-{}.zst lines": "work with 1 input and 200 outputs needs 388 MiB of memory",
	} {
		said, err := exec.CommandContext(t.Context(), "yates", limited(line, 1<<20)...).CombinedOutput()
		if err == nil || !strings.Contains(string(said), want) {
			t.Errorf("%s: %v, %s", line, err, said)
		}
	}
}

// limited returns the words of a command line that may lack the usual verb, with a limit of the memory.
func limited(line string, memory int) []string {
	words := strings.Fields(line)
	if words[0] != "split" && words[0] != "sample" {
		words = append([]string{"shuffle"}, words...)
	}
	return append(words, "--memory", strconv.Itoa(memory))
}
