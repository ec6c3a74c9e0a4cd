package gnushuf

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

var (
	update = flag.Bool("update", false, "write anew what GNU shuf says")
	rounds = flag.Int("rounds", 150, "how many random command lines to compare with GNU shuf")
)

// gnuShuf returns the path of GNU shuf and its version, or "" if there is none.
func gnuShuf() (path, version string) {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(dir, "shuf") // one may be ours
		text, err := exec.Command(path, "--version").Output()
		first, _, _ := strings.Cut(string(text), "\n")
		if version, ok := strings.CutPrefix(first, "shuf (GNU coreutils) "); err == nil && ok {
			return path, version
		}
	}
	return "", ""
}

// numbers returns the numbers from 1 to n, one a line, with zeros in front up to
// the width.
func numbers(n, width int) []byte {
	var text []byte
	for i := range n {
		text = fmt.Appendf(text, "%0*d\n", width, i+1)
	}
	return text
}

// An invocation is a run of shuf in a folder of files, of which one may be its
// standard input.
type invocation struct {
	args   []string
	stdin  string // <FILE or |FILE for a pipe of it; else standard input is empty
	start  int64  // in stdin, for <FILE
	locale string
}

// parseInvocation parses a line of testdata/shuf.cases: words with the escapes of
// Go's strings, of which ” is the empty one.
func parseInvocation(line string) (invocation, error) {
	c := invocation{locale: "C.UTF-8"}
	for word := range strings.FieldsSeq(line) {
		word, err := strconv.Unquote(`"` + word + `"`)
		switch {
		case err != nil:
			return c, err
		case len(c.args) == 0 && strings.HasPrefix(word, "LC_ALL="):
			c.locale = word[len("LC_ALL="):]
		case strings.HasPrefix(word, "<"), strings.HasPrefix(word, "|"):
			c.stdin = word
		case word == "''":
			c.args = append(c.args, "")
		default:
			c.args = append(c.args, word)
		}
	}
	return c, nil
}

// setEnv sets the environment of the run.
func (c invocation) setEnv(t *testing.T) {
	t.Setenv("LC_ALL", c.locale)
	t.Setenv("LANGUAGE", "")
	t.Setenv("POSIXLY_CORRECT", "") // so that it is set back
	os.Unsetenv("POSIXLY_CORRECT")  // which ours does not know
}

// open opens standard input.
func (c invocation) open(t *testing.T) *os.File {
	t.Helper()
	name, pipe := os.DevNull, false
	if c.stdin != "" {
		name, pipe = c.stdin[1:], c.stdin[0] == '|'
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(c.start, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if pipe {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		go func(f *os.File) {
			io.Copy(w, f) // until nobody reads it
			w.Close()
			f.Close()
		}(f)
		f = r
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// gnu runs GNU shuf, whose path is given.
func (c invocation) gnu(t *testing.T, path string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	in := c.open(t)
	defer in.Close()
	cmd := exec.Cmd{Path: path, Args: append([]string{"shuf"}, c.args...), Stdin: in, Stdout: &stdout, Stderr: &stderr}
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return outcome(cmd.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes())
}

// ours runs ours, in this process.
func (c invocation) ours(t *testing.T) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	in := c.open(t)
	defer in.Close()
	status := Run(t.Context(), "shuf", c.args, in, &stdout, &stderr)
	return outcome(status, stdout.Bytes(), stderr.Bytes())
}

// outcome is what a run leaves. The file out is removed.
func outcome(status int, stdout, stderr []byte) string {
	out := "none"
	if text, err := os.ReadFile("out"); err == nil {
		out = fmt.Sprintf("%q", text)
		os.Remove("out")
	}
	return fmt.Sprintf("exit %d, stdout %q, stderr %q, out %s", status, stdout, stderr, out)
}

// enterShufFolder makes and enters a folder of files for shuf.
func enterShufFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	random := make([]byte, 64<<10)
	rand.NewChaCha8([32]byte{1}).Read(random)
	for name, text := range map[string]string{
		"5": "1\n2\n3\n4\n5\n", "100": string(numbers(100, 0)), "empty": "", "one": "one\n", "no-end": "a\nb\nc",
		"nul": "a\nb\x00c\x00\x00d", "blank": "\n\n\n", "random": string(random), "zero": string(make([]byte, 4096)),
		"ff": strings.Repeat("\xff", 4096), "ab": "ab", "a b": "ab", "it's": "ab", "a\nb": "ab", "-n": "x\n",
		"=5": "x\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("dir", 0o777); err != nil {
		t.Fatal(err)
	}
}

// What comes out for the command lines of testdata/shuf.cases is what came out of GNU
// shuf, which testdata/shuf.golden holds under its version. If that version is
// installed, it still does.
func TestShufIsGNU(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the system has its own words for errors")
	}
	list, err := os.ReadFile("testdata/shuf.cases")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := filepath.Abs("testdata/shuf.golden")
	if err != nil {
		t.Fatal(err)
	}
	gnu, installed := gnuShuf()
	if *update && gnu == "" {
		t.Fatal("there is no GNU shuf")
	}
	text, err := os.ReadFile(golden)
	if err != nil && !*update {
		t.Fatal(err)
	}
	version, rest, _ := strings.Cut(string(text), "\n")
	wants := strings.Split(strings.TrimSuffix(rest, "\n"), "\n")
	enterShufFolder(t)

	var lines []string
	for line := range strings.Lines(string(list)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	if *update {
		version, wants = installed, make([]string, len(lines))
	}
	if len(lines) < 100 || len(lines) != len(wants) {
		t.Fatalf("there are %d command lines and %d outcomes", len(lines), len(wants))
	}
	for i, line := range lines {
		t.Run(line, func(t *testing.T) {
			c, err := parseInvocation(line)
			if err != nil {
				t.Fatal(err)
			}
			c.setEnv(t)
			if *update {
				wants[i] = c.gnu(t, gnu)
			} else if installed == version {
				if got := c.gnu(t, gnu); got != wants[i] {
					t.Errorf("GNU shuf:\n%s\nnot\n%s", got, wants[i])
				}
			}
			if got := c.ours(t); got != wants[i] {
				t.Errorf("is\n%s\nnot\n%s", got, wants[i])
			}
		})
	}
	if *update {
		if err := os.WriteFile(golden, []byte(version+"\n"+strings.Join(wants, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// Random command lines with a random source have the same outcome.
func TestShufIsGNUAtRandom(t *testing.T) {
	gnu, _ := gnuShuf()
	if gnu == "" {
		t.Skip("there is no GNU shuf")
	}
	enterShufFolder(t)
	invocation{locale: "C.UTF-8"}.setEnv(t)
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	write := func(name string, text []byte) {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	large := numbers(1<<20, 8)[:8<<20+16]
	write("large", large)
	for round := range *rounds {
		c := randomInvocation(r, write, len(large))
		got, want := c.ours(t), c.gnu(t, gnu)
		if strings.HasPrefix(want, "exit 1,") { // GNU's leaves what it had begun
			want = want[:strings.LastIndex(want, ", out ")] + ", out none"
		}
		if got != want {
			const most = 2000
			t.Fatalf("round %d of seed %d, %q with %q from %d on: is\n%.*s\nnot\n%.*s", round, seed, c.args, c.stdin,
				c.start, most, got, most, want)
		}
	}
}

// randomInvocation returns a random command line with a random source. It writes
// the files that are needed.
func randomInvocation(r *rand.Rand, write func(name string, text []byte), large int) invocation {
	size := func() int { return r.IntN(1 << r.IntN(12)) }
	number := func() uint64 { return r.Uint64() >> r.IntN(64) }
	random := make([]byte, r.IntN(2)*40000+size())
	keep := byte(r.Uint32()) // some sources have few different bytes
	for i := range random {
		random[i] = byte(r.Uint32())
		if r.IntN(8) == 0 {
			random[i] |= keep
		}
	}
	write("source", random)
	args := []string{"--random-source=source"}
	head := math.MaxInt
	if r.IntN(2) == 0 {
		head = size()
		args = append(args, "-n"+strconv.Itoa(head))
	}
	nul := r.IntN(4) == 0
	if nul {
		args = append(args, "-z")
	}
	if r.IntN(4) == 0 {
		args = append(args, "-o", "out")
	}
	repeat := r.IntN(3) == 0
	if repeat {
		args = append(args, "-r", "-n", strconv.Itoa(size()))
	}
	var c invocation
	switch r.IntN(5) {
	case 0:
		args = append(args, "-e")
		for range size() {
			args = append(args, strings.Repeat("x\n", r.IntN(3)))
		}
	case 1:
		lo := number()
		n := uint64(size())
		if repeat || head < 1<<12 {
			n = number()
		}
		hi := lo + n - 1
		if hi < lo && n > 0 {
			hi = math.MaxUint64
		}
		if lo == 0 && hi == math.MaxUint64 || n == 0 && lo == 0 {
			lo, hi = 1, hi|1
		}
		args = append(args, "-i", fmt.Sprintf("%d-%d", lo, hi))
	default:
		text := make([]byte, size())
		for i := range text {
			text[i] = "\n\n\x00ab"[r.IntN(5)]
		}
		write("text", text)
		switch way := r.IntN(16); {
		case way == 0 && !nul:
			// Near the size from which on a sample is drawn in another way.
			c.stdin = "<large"
			c.start = int64(large - 8<<20 - 2 + r.IntN(5))
		case way < 5:
			args = append(args, "text")
		case way < 10:
			c.stdin = "<text"
			c.start = int64(r.IntN(len(text) + 2))
		default:
			c.stdin = "|text"
		}
	}
	c.args = args
	return c
}
