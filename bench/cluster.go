package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
)

// A clusterBench measures yates-cluster beside yates shuffle on one machine.
type clusterBench struct {
	dir    string // of all files, which is removed
	rounds int
}

// A cost is what processes took together.
type cost struct {
	wall, cpu float64 // seconds
	peak      int64   // bytes, of the largest process
}

// A way shuffles a file to the shards part-0, part-1, … in a folder.
type way struct {
	name string
	do   func(in, out string) (cost, error)
}

// clusterLine is the length of the lines, with the line feed.
const clusterLine = 100

// runCluster prints how long 2 GB take in each way, how the time grows from 1 to 8 GB, and
// what a record costs in each kind of step. Sizes are divided by divide.
func runCluster(data string, rounds, divide int) error {
	if rounds < 1 || divide < 1 {
		return fmt.Errorf("-rounds %d -divide %d: both must be at least 1", rounds, divide)
	}
	if err := os.MkdirAll(data, 0o777); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(data, "cluster-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	b := &clusterBench{dir: dir, rounds: rounds}
	if err := b.build(); err != nil {
		return err
	}
	fmt.Println(machine())
	if err := b.compare(2_000_000_000 / int64(divide)); err != nil {
		return err
	}
	return b.grow(1_000_000_000/int64(divide), 8_000_000_000/int64(divide))
}

// build builds the programs.
func (b *clusterBench) build() error {
	for _, module := range []struct{ dir, program string }{{".", "./cmd/yates"}, {"cluster", "./cmd/yates-cluster"}} {
		if out, err := exec.Command("go", "build", "-C", module.dir, "-o", b.path("bin")+"/",
			module.program).CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w\n%s", module.program, err, out)
		}
	}
	return nil
}

func (b *clusterBench) path(names ...string) string {
	return filepath.Join(append([]string{b.dir}, names...)...)
}

// machine says what the figures were measured on.
func machine() string {
	model := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if name, is, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(is)
				break
			}
		}
	}
	load := "unknown"
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		load, _, _ = strings.Cut(string(text), " ")
	}
	commit, _ := exec.Command("git", "describe", "--always", "--dirty").Output()
	return fmt.Sprintf("%s, %s, %d processors, load %s; %s; yates %s; %s",
		runtime.GOOS, model, runtime.NumCPU(), load, runtime.Version(), bytes.TrimSpace(commit),
		time.Now().UTC().Format("2006-01-02"))
}

// together runs command lines side by side.
func (b *clusterBench) together(lines ...[]string) (c cost, err error) {
	begin := time.Now()
	var all []*exec.Cmd
	for _, line := range lines {
		cmd := exec.Command(b.path("bin", line[0]), line[1:]...)
		cmd.Dir, cmd.Env = b.dir, append(os.Environ(), "TMPDIR="+b.dir)
		cmd.Stderr = new(bytes.Buffer)
		if err = cmd.Start(); err != nil {
			break
		}
		all = append(all, cmd)
	}
	for i, cmd := range all {
		if e := cmd.Wait(); e != nil && err == nil {
			err = fmt.Errorf("%q: %w: %s", lines[i], e, cmd.Stderr)
		}
		c.cpu += (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
		c.peak = max(c.peak, peakMemory(cmd.ProcessState))
	}
	c.wall = time.Since(begin).Seconds()
	return c, err
}

func (c *cost) add(more cost) {
	c.wall, c.cpu, c.peak = c.wall+more.wall, c.cpu+more.cpu, max(c.peak, more.peak)
}

// clusterFlags are those of all programs that shuffle.
var clusterFlags = []string{"--seed", "bench", "--memory", "256M"}

func (b *clusterBench) alone(in, out string) (cost, error) {
	return b.together(slices.Concat([]string{"yates", "shuffle", "-o", filepath.Join(out, "part-0"), in}, clusterFlags))
}

func (b *clusterBench) inProcess(in, out string) (cost, error) {
	return b.together(slices.Concat([]string{"yates-cluster", "run", "-o", filepath.Join(out, "part-{}"), in},
		clusterFlags))
}

// stepsBy does the steps by plain command lines, with a number of processes side by side. It
// adds what each kind of step takes to each.
func (b *clusterBench) stepsBy(processes int, each map[string]cost) func(in, out string) (cost, error) {
	return func(in, out string) (all cost, err error) {
		work := filepath.Join(out, "_part-%d.work")
		do := func(kind string, lines ...[]string) {
			if err != nil {
				return
			}
			var c cost
			c, err = b.together(lines...)
			all.add(c)
			sum := each[kind]
			sum.add(c)
			each[kind] = sum
		}
		do("plan", []string{"yates-cluster", "plan", "--seed", "bench", "-o", filepath.Join(out, "part-{}"), in})
		for _, kind := range []string{"count", "scatter", "gather"} {
			var lines [][]string
			for k := range processes {
				lines = append(lines, []string{"yates-cluster", kind, "--memory", "256M", strconv.Itoa(k + 1), "of",
					strconv.Itoa(processes), work})
			}
			do(kind, lines...)
		}
		do("finish", []string{"yates-cluster", "finish", work})
		do("clean", []string{"yates-cluster", "clean", work})
		return all, err
	}
}

// compare prints what a file of that size takes in each way, and each kind of step.
func (b *clusterBench) compare(size int64) error {
	in, err := b.input(size)
	if err != nil {
		return err
	}
	defer os.Remove(in)
	each := map[string]cost{}
	ways := []way{
		{"`yates shuffle`", b.alone},
		{"`yates-cluster run`", b.inProcess},
		{"steps, two processes", b.stepsBy(2, each)},
	}
	costs := make([][]cost, len(ways))
	for round := range b.rounds {
		for i, w := range ways {
			c, err := b.measure(w, in, i > 0 && round == 0)
			if err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
			costs[i] = append(costs[i], c)
		}
	}
	fmt.Printf("\n%s bytes in lines of %d, --memory 256M, medians of %d\n\n", label.Number(size), clusterLine, b.rounds)
	fmt.Print("| | wall | times yates | processor | memory of a process |\n|---|--:|--:|--:|--:|\n")
	first := middle(costs[0])
	for i, w := range ways {
		c := middle(costs[i])
		fmt.Printf("| %s | %.1f s | %.2f | %.1f s | %d MiB |\n", w.name, c.wall, c.wall/first.wall, c.cpu, c.peak>>20)
	}
	fmt.Print("\n| step | processor time of a record |\n|---|--:|\n")
	for _, kind := range []string{"count", "scatter", "gather"} {
		fmt.Printf("| %s | %.0f ns |\n", kind, each[kind].cpu/(float64(b.rounds)*float64(size/clusterLine))*1e9)
	}
	return nil
}

// grow prints what a byte takes in files of two sizes.
func (b *clusterBench) grow(small, large int64) error {
	fmt.Print("\n| `run` | wall | processor | wall of a byte |\n|---|--:|--:|--:|\n")
	byte1 := 0.0
	for _, size := range []int64{small, large} {
		in, err := b.input(size)
		if err != nil {
			return err
		}
		rounds := b.rounds
		if size == large {
			rounds = 1
		}
		var costs []cost
		for range rounds {
			c, err := b.measure(way{"run", b.inProcess}, in, false)
			if err != nil {
				return err
			}
			costs = append(costs, c)
		}
		os.Remove(in)
		c := middle(costs)
		each := c.wall / float64(size)
		if size == small {
			byte1 = each
		}
		fmt.Printf("| %s bytes | %.1f s | %.1f s | %.2f ns, %.2f times |\n", label.Number(size), c.wall, c.cpu,
			each*1e9, each/byte1)
	}
	return nil
}

// measure shuffles a file, after earlier data has been written to the disk. If check is set,
// it compares the bytes with those of yates.
func (b *clusterBench) measure(w way, in string, check bool) (c cost, err error) {
	out := b.path("out")
	if err := os.Mkdir(out, 0o777); err != nil {
		return c, err
	}
	defer os.RemoveAll(out)
	exec.Command("sync").Run()
	if c, err = w.do(in, out); err != nil || !check {
		return c, err
	}
	want := b.path("want")
	if err := os.Mkdir(want, 0o777); err != nil {
		return c, err
	}
	defer os.RemoveAll(want)
	if _, err := b.alone(in, want); err != nil {
		return c, err
	}
	return c, sameBytes(out, want)
}

// sameBytes compares the parts in two folders, laid end to end.
func sameBytes(one, other string) error {
	var readers [2]io.Reader
	for i, dir := range []string{one, other} {
		names, _ := filepath.Glob(filepath.Join(dir, "part-[0-9]*"))
		var parts []io.Reader
		for _, name := range names {
			f, err := os.Open(name)
			if err != nil {
				return err
			}
			defer f.Close()
			parts = append(parts, f)
		}
		readers[i] = io.MultiReader(parts...)
	}
	var bufs [2][1 << 20]byte
	for {
		n, err1 := io.ReadFull(readers[0], bufs[0][:])
		m, err2 := io.ReadFull(readers[1], bufs[1][:])
		switch {
		case !bytes.Equal(bufs[0][:n], bufs[1][:m]):
			return fmt.Errorf("the parts in %s are not the bytes that yates writes", one)
		case err1 != nil:
			if err1 == io.EOF || err1 == io.ErrUnexpectedEOF {
				err1 = nil
			}
			return err1
		case err2 != nil:
			return err2
		}
	}
}

// input makes a file of lines.
func (b *clusterBench) input(size int64) (string, error) {
	name := b.path("in-" + strconv.FormatInt(size, 10))
	return name, input{lines: int(size / clusterLine), line: filled(clusterLine)}.make(name)
}

// middle returns the cost of median wall time, with the largest peak.
func middle(costs []cost) cost {
	sorted := slices.SortedFunc(slices.Values(costs), func(a, b cost) int { return int((a.wall - b.wall) * 1e6) })
	c := sorted[len(sorted)/2]
	for _, other := range costs {
		c.peak = max(c.peak, other.peak)
	}
	return c
}
