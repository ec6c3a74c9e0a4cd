package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/yates-shuffle/yates/internal/packing"
)

// ways are how a job can be done, given its arguments.
var ways = map[string]func(t *testing.T, args []string){
	"run": func(t *testing.T, args []string) {
		command(t, "yates-cluster", append([]string{"run", "--segment", "3K"}, args...)...)
	},
	"steps": func(t *testing.T, args []string) {
		work := strings.TrimSpace(command(t, "yates-cluster", append([]string{"plan", "--segment", "2K"}, args...)...))
		for _, step := range []string{"count", "scatter", "gather"} {
			for _, k := range []string{"2", "1"} {
				command(t, "yates-cluster", step, "--memory", "16M", k, "of", "2", work)
			}
		}
		command(t, "yates-cluster", "finish", work)
		command(t, "yates-cluster", "clean", work)
	},
}

func command(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v, %s", name, args, err, out)
	}
	return string(out)
}

// TestAsYates: with random inputs and flags, each file is byte for byte the one that the
// command yates writes with the same flags.
func TestAsYates(t *testing.T) {
	yates := filepath.Join(t.TempDir(), "yates")
	command(t, "go", "build", "-C", "../../..", "-o", yates, "./cmd/yates")
	rng := rand.New(rand.NewPCG(11, 12))
	seen := map[string]int{}
	for trial := range 24 {
		dir := t.TempDir()
		args, ext := randomFlags(rng)
		for f := range 1 + rng.IntN(3) {
			name := filepath.Join(dir, fmt.Sprint("in-", f))
			if err := os.WriteFile(name, randomInput(rng, args), 0o600); err != nil {
				t.Fatal(err)
			}
			args = append(args, name)
		}
		for _, arg := range args {
			seen[arg]++
		}
		way := []string{"run", "steps"}[trial%2]
		command(t, yates, append([]string{"shuffle", "-o", filepath.Join(dir, "yates-{}"+ext)}, args...)...)
		ways[way](t, append([]string{"-o", filepath.Join(dir, "cluster-{}"+ext)}, args...))
		names, _ := filepath.Glob(filepath.Join(dir, "yates-*"))
		also, _ := filepath.Glob(filepath.Join(dir, "cluster-*"+ext))
		if len(names) == 0 || len(also) != len(names) {
			t.Errorf("trial %d, %s %q: %d files instead of %d", trial, way, args, len(also), len(names))
		}
		for _, name := range names {
			got, want := contents(t, strings.Replace(name, "/yates-", "/cluster-", 1)), contents(t, name)
			if !bytes.Equal(got, want) {
				t.Errorf("trial %d, %s %q: %s has %d bytes that differ from %d", trial, way, args, filepath.Base(name), len(got), len(want))
			}
		}
	}
	for _, flag := range []string{"--shards", "--split", "--header", "-n", "--csv", "--lines", "-z"} {
		if seen[flag] == 0 {
			t.Errorf("no trial has %s", flag)
		}
	}
}

// randomFlags returns flags that both commands have, and how the name of the output ends.
func randomFlags(rng *rand.Rand) (args []string, ext string) {
	args = []string{"--seed", fmt.Sprint(rng.IntN(1000))}
	if rng.IntN(2) == 0 {
		args = append(args, "--shards", fmt.Sprint(1+rng.IntN(12)))
	} else {
		args = append(args, "--split", []string{"train=0.8,dev=10%,test=1/10", "half=0.5", "a=1/3,b=1/3,c=1/3"}[rng.IntN(3)])
	}
	if rng.IntN(3) == 0 {
		args = append(args, "-n", fmt.Sprint(rng.IntN(400)))
	}
	format := rng.IntN(6)
	switch format {
	case 1:
		args = append(args, "-z")
	case 2:
		args = append(args, "--csv")
	case 3:
		args = append(args, "--lines", "2")
	case 4:
		args = append(args, "--record-start", "^1")
	}
	if format < 3 && rng.IntN(2) == 0 {
		args = append(args, "--header", "2")
	}
	return args, []string{"", ".gz", ".zst"}[rng.IntN(3)]
}

// randomInput returns an input for such flags, which may be compressed.
func randomInput(rng *rand.Rand, args []string) []byte {
	sep := "\n"
	all := strings.Join(args, " ")
	if strings.Contains(all, "-z") {
		sep = "\x00"
	}
	var b bytes.Buffer
	if strings.Contains(all, "--header") {
		b.WriteString("one" + sep + "two" + sep)
	}
	for i := range rng.IntN([]int{1, 30, 3000}[rng.IntN(3)]) {
		filler := strings.Repeat("x", rng.IntN(30))
		switch {
		case strings.Contains(all, "--csv"):
			fmt.Fprintf(&b, "%d,\"%s\n\"\"\"\n", i, filler)
		case strings.Contains(all, "--lines"):
			fmt.Fprintf(&b, "%d\n%s\n", i, filler)
		case strings.Contains(all, "--record-start"):
			fmt.Fprintf(&b, "1%d\n%s\n", i, filler)
		default:
			fmt.Fprintf(&b, "%d%s%s", i, filler, sep)
		}
	}
	text := bytes.Clone(b.Bytes())
	switch b.Reset(); rng.IntN(5) {
	case 0:
		w := gzip.NewWriter(&b)
		w.Write(text)
		w.Close()
	case 1:
		w, _ := zstd.NewWriter(&b)
		w.Write(text)
		w.Close()
	default:
		return text
	}
	return b.Bytes()
}

// contents returns what a file holds, which is decompressed.
func contents(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err = unpack(name, b)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func unpack(name string, b []byte) ([]byte, error) {
	r := packing.Open(name, bytes.NewReader(b), packing.LeastWindow)
	defer r.Close()
	var out bytes.Buffer
	_, err := out.ReadFrom(r)
	return out.Bytes(), err
}
