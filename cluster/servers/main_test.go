package servers

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/internal/script"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// TestMain builds the commands and puts them on the PATH.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "yates-servers-")
		if err == nil {
			defer os.RemoveAll(dir)
			err = os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		}
		for folder, name := range map[string]string{"..": "yates-cluster", "../beam": "yates-beam"} {
			if err == nil {
				cmd := exec.Command("go", "build", "-C", folder, "-o", dir+"/", "./cmd/"+name)
				cmd.Stderr = os.Stderr
				err = cmd.Run()
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return m.Run()
	}())
}

func command(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v, %s", name, args, err, out)
	}
	return string(out)
}

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
