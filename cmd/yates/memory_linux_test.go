//go:build !race

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A process takes no more memory than it is allowed and 64 MiB, whatever the
// input is.
func TestPeakMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("shuffles some hundred megabytes")
	}
	const beyond = 64 << 20
	for _, test := range []struct {
		length, size int
		workers      string
		memory       int
	}{
		{1, 8 << 20, "2", 1 << 20}, {1, 8 << 20, "8", 16 << 20}, {8, 96 << 20, "2", 16 << 20},
		{8, 48 << 20, "1000", 1 << 20}, {100, 48 << 20, "2", 1 << 20}, {10_000, 48 << 20, "2", 16 << 20},
	} {
		name := filepath.Join(t.TempDir(), "input")
		writeLines(t, name, test.length, test.size)
		args := []string{"shuffle", "--workers", test.workers, "--memory", strconv.Itoa(test.memory)}
		for how, cmd := range map[string]*exec.Cmd{
			"file": exec.CommandContext(t.Context(), "yates", append(args, name)...),
			"pipe": exec.CommandContext(t.Context(), "yates", args...),
		} {
			if how == "pipe" {
				file, err := os.Open(name)
				if err != nil {
					t.Fatal(err)
				}
				defer file.Close()
				cmd.Stdin = struct{ io.Reader }{file}
			}
			peak := peakOf(t, cmd)
			told := fmt.Sprintf("lines of %d bytes from a %s, %s workers, with %d MiB: %d MiB", test.length, how,
				test.workers, test.memory>>20, peak>>20)
			t.Log(told)
			if peak > test.memory+beyond {
				t.Error(told)
			}
		}
		os.Remove(name)
	}
}

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

// Nor for integers, which are shuffled in parts if need be, nor for draws.
func TestPeakMemoryOfNumbers(t *testing.T) {
	if testing.Short() {
		t.Skip("shuffles ten million integers")
	}
	const beyond = 64 << 20
	name := filepath.Join(t.TempDir(), "input")
	writeLines(t, name, 8, 64<<20)
	for _, line := range []string{
		"-i 1-10000000 --memory 1M", "-i 1-10000000 --memory 16M", "-i 1-100000000 -n 1000000 --memory 16M",
		"-i 1-1000000000000 -n 200000 --memory 16M",
		"-r -n 10000000 --memory 1M -i 1-10000000", "-r -n 10000 --memory 1M " + name, "-r -n 10000 --memory 16M " +
			name,
		"-r -n 10000000 --memory 1M -i 1-10000000 --workers 1000", "-i 1-10000000 --memory 1M --workers 1000",
		"-i 1-1000000000000 -n 200000 --memory 16M --workers 1000", "-r -n 10000 --memory 1M --workers 1000 " + name,
	} {
		args := append([]string{"shuffle", "--workers", "2"}, strings.Fields(line)...)
		memory := 16 << 20
		if strings.Contains(line, "1M") {
			memory = 1 << 20
		}
		peak := peakOf(t, exec.CommandContext(t.Context(), "yates", args...))
		t.Logf("%s: %d MiB", line, peak>>20)
		if peak > memory+beyond {
			t.Errorf("%s: %d MiB", line, peak>>20)
		}
	}
}

// Nor with any option, for the hardest inputs: lines that are empty, headers of the largest size,
// and many names. What would need more is refused.
func TestPeakMemoryOfOptions(t *testing.T) {
	if testing.Short() {
		t.Skip("shuffles many lines")
	}
	const memory, beyond = 1 << 20, 64 << 20
	t.Chdir(t.TempDir())
	writeLines(t, "empty", 1, 3<<20) // 24 bytes for each would be too many
	writeLines(t, "lines", 8, 4<<20)
	for name, text := range map[string]string{
		"header": strings.Repeat("h", 8<<20-100) + "\n" + strings.Repeat("x\n", 1000),
		"one":    "a\n",
		"rows":   strings.Repeat("a\n", 3<<20),
		"names":  strings.Repeat("one\x00", 20_000),
		"many":   strings.Repeat("one\x00", 500_000),
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := exec.CommandContext(t.Context(), "yates", "shuffle", "--header", "1", "-o", "header.gz",
		"header").Run(); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"--unique --workers 8 empty", `--delimiter \n --group-by 1 empty`,
		`split a=0.5,b=0.5 --delimiter \n --stratify 1 --workers 8 -o part-{} empty`,
		`sample 10 --delimiter \n --per 1 empty`,
		"--csv empty", "-z empty", "--lines 2 empty", "--record-start ^ empty", "--header 1 header",
		"--header 1 --shards 10 -o part-{}.gz header", "--files0-from names", "--shards 5000 -o part-{} lines",
		"--header 3000000 empty empty", "--csv --header 3000000 rows", "--header 1 header.gz header.gz",
		"split --folds 5 -o {set}-{} empty", "-n 1000000 empty", "-r -n 1000 empty",
	} {
		cmd := exec.CommandContext(t.Context(), "yates",
			append(verbOf(line), "--memory", strconv.Itoa(memory))...)
		peak := peakOf(t, cmd)
		t.Logf("%s: %d MiB", line, peak>>20)
		if peak > memory+beyond {
			t.Errorf("%s: %d MiB", line, peak>>20)
		}
	}
	for line, want := range map[string]string{
		"--files0-from many":                      "inputs or more needs 10 MiB of memory",
		"--shards 100000 -o part-{} lines":        "work with 1 input and 100,000 outputs needs 70 MiB of memory",
		"split --folds 100 -o {set}-{}.zst lines": "work with 1 input and 200 outputs needs 388 MiB of memory",
	} {
		said, err := exec.CommandContext(t.Context(), "yates",
			append(verbOf(line), "--memory", strconv.Itoa(memory))...).CombinedOutput()
		if err == nil || !strings.Contains(string(said), want) {
			t.Errorf("%s: %v, %s", line, err, said)
		}
	}
}

// verbOf returns the words of a command line that may lack the usual verb.
func verbOf(line string) []string {
	words := strings.Fields(line)
	if words[0] != "split" && words[0] != "sample" {
		words = append([]string{"shuffle"}, words...)
	}
	return words
}
