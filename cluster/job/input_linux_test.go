package job

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/cluster/store"
)

// run does a whole job.
func run(t *testing.T, spec Spec) error {
	return runs(context.Background(), newStore(t), spec, false, local)
}

// TestUnfinished: what a killed writer has left matches no pattern.
func TestUnfinished(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "in"), []byte("1\n2\n"))
	write(t, filepath.Join(dir, ".out-0.18ea0123456789ab.tmp"), []byte("3\n"))
	spec := Spec{Inputs: []string{filepath.Join(dir, "*")}, Output: filepath.Join(dir, "out-{}"), Shards: 1, Seed: &testSeed, Head: -1}
	j := mustMake(t, newStore(t), spec)
	if len(j.plan.Inputs) != 1 {
		t.Errorf("the inputs are %v", j.plan.Inputs)
	}
}

// TestStreams: what can be read only once, or does not say how long it is, is no input.
func TestStreams(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{pipe, "/dev/zero", "/proc/cpuinfo", "/sys/kernel/mm/transparent_hugepage/enabled"} {
		if _, err := os.Stat(name); err != nil {
			continue
		}
		spec := Spec{Inputs: []string{name}, Output: filepath.Join(dir, "out"), Seed: &testSeed, Head: -1}
		if err := run(t, spec); !errors.Is(err, store.ErrStream) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestIrregular: an output that is there and is not a file is refused, and stays.
func TestIrregular(t *testing.T) {
	dir := t.TempDir()
	in := write(t, filepath.Join(dir, "in"), []byte("1\n2\n"))
	other := write(t, filepath.Join(dir, "other"), []byte("other\n"))
	out := filepath.Join(dir, "out-1")
	for what, occupy := range map[string]func(name string) error{
		"a pipe or a device": func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"a folder":           func(name string) error { return os.Mkdir(name, 0o700) },
		"a symbolic link":    func(name string) error { return os.Symlink(other, name) },
	} {
		for _, name := range []string{out, filepath.Join(dir, "_out-%d.manifest.json")} {
			if err := occupy(name); err != nil {
				t.Fatal(err)
			}
			was, _ := os.Lstat(name)
			spec := Spec{Inputs: []string{in}, Output: filepath.Join(dir, "out-{}"), Shards: 2, Seed: &testSeed, Head: -1}
			if err := run(t, spec); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: %v", what, err)
			}
			if is, err := os.Lstat(name); err != nil || !os.SameFile(was, is) {
				t.Errorf("%s is another one now", what)
			}
			os.Remove(name)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 2 {
		t.Errorf("there are %q", left)
	}
}

// TestEmpty: an empty file is no compressed one.
func TestEmpty(t *testing.T) {
	dir := t.TempDir()
	for name, ok := range map[string]bool{"a.txt": true, "a.gz": false, "a.ZST": false} {
		in := write(t, filepath.Join(dir, name), nil)
		spec := Spec{Inputs: []string{in}, Output: filepath.Join(dir, "out-"+name+"-{}"), Shards: 1, Seed: &testSeed, Head: -1}
		if err := run(t, spec); (err == nil) != ok || err != nil && !strings.HasSuffix(err.Error(), "it ends too soon") {
			t.Errorf("%s: %v", name, err)
		}
		spec.Raw, spec.Output = true, filepath.Join(dir, "raw-"+name+"-{}")
		if err := run(t, spec); err != nil {
			t.Errorf("%s as it is: %v", name, err)
		}
	}
}

// TestSetBack: an input that changes is noticed even if its size and time are set back.
func TestSetBack(t *testing.T) {
	for _, step := range []string{"count", "scatter"} {
		spec := numbers(t, 1000, t.TempDir())
		j := mustMake(t, newStore(t), spec)
		if step == "scatter" {
			steps(t, j, "count")
		}
		name := spec.Inputs[0]
		was, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		b := read(t, name)
		b[0]++
		for range 1000 { // the clock of the system may be coarse
			write(t, name, b)
			if err := os.Chtimes(name, time.Time{}, was.ModTime()); err != nil {
				t.Fatal(err)
			}
			n, _ := store.Parse(name)
			if info, err := newStore(t).Stat(context.Background(), n); err != nil || info.Tag != j.plan.Inputs[0].Tag {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if err := j.Do(context.Background(), step, 0); !errors.Is(err, Changed) {
			t.Errorf("%s: %v", step, err)
		}
	}
}

// TestLinkedWork: a link in the place of the folder of a job, or of its plan, is not followed.
func TestLinkedWork(t *testing.T) {
	for _, at := range []string{"_out.work", "_out.work/plan.json"} {
		dir := t.TempDir()
		in := write(t, filepath.Join(dir, "in"), []byte("1\n2\n"))
		if err := errors.Join(os.Mkdir(filepath.Join(dir, "real"), 0o700), os.MkdirAll(filepath.Dir(filepath.Join(dir, at)), 0o700),
			os.Symlink(filepath.Join(dir, "real"), filepath.Join(dir, at))); err != nil {
			t.Fatal(err)
		}
		spec := Spec{Inputs: []string{in}, Output: filepath.Join(dir, "out"), Seed: &testSeed, Head: -1}
		if err := run(t, spec); !errors.Is(err, store.ErrForeign) {
			t.Error(err)
		}
	}
}

// TestForeign: a folder in the place of that of a job where others can write, with a plan of theirs, gives
// nobody a seed.
func TestForeign(t *testing.T) {
	spec := numbers(t, 100, t.TempDir())
	spec.Seed = nil
	planted := mustMake(t, newStore(t), spec)
	plan := planObject(planted.plan.Work).String()
	for _, harm := range []func() error{
		func() error { return os.Chmod(planted.Work(), 0o777) },
		func() error { return errors.Join(os.Chmod(planted.Work(), 0o700), os.Chmod(plan, 0o666)) },
		func() error { return errors.Join(os.Chmod(plan, 0o600), os.Link(plan, plan+".too")) },
	} {
		if err := harm(); err != nil {
			t.Fatal(err)
		}
		if err := run(t, spec); !errors.Is(err, store.ErrForeign) {
			t.Error(err)
		}
	}
	os.Remove(plan + ".too")
	if err := run(t, spec); err != nil {
		t.Error(err)
	}
}

// TestForgedRun: a run that was made without the key of the plan is damage.
func TestForgedRun(t *testing.T) {
	j := mustMake(t, newStore(t), numbers(t, 1000, t.TempDir()))
	steps(t, j, "count", "scatter")
	forger := *j.plan
	forger.Key = "another"
	at := j.numbered("counts", 1)
	write(t, at.String(), object{at.Name, forger.Key}.seal([]byte("{\"records\": 7}\n")))
	os.Remove(j.numbered("starts", 0).String())
	j.starts = nil
	if err := j.Do(context.Background(), "gather", 0); !errors.Is(err, Damaged) {
		t.Error(err)
	}
}

// TestForgedPlan: whatever numbers a plan has, it is refused, not followed into a panic.
func TestForgedPlan(t *testing.T) {
	ctx := context.Background()
	for what, forge := range map[string]func(*plan){
		"many shards": func(p *plan) { p.Shards = 1e15 }, "negative shards": func(p *plan) { p.Shards = -5 },
		"no segments": func(p *plan) { p.Segment = 0 }, "a negative segment": func(p *plan) { p.Segment = -1 },
		"many segments": func(p *plan) { p.Inputs[0].Size = 1e18 }, "inputs that are not there": func(p *plan) { p.Cut = []int{7} },
		"inputs twice": func(p *plan) { p.Cut = []int{0, 0} }, "a split": func(p *plan) { p.Split = "a=0.5,b=0.5" },
		"a negative size": func(p *plan) { p.Inputs[0].Size = -1e18 }, "no split": func(p *plan) { p.Split = "x" },
		"another version": func(p *plan) { p.Version++ },
	} {
		j := mustMake(t, newStore(t), numbers(t, 1000, t.TempDir()))
		forge(j.plan)
		text, _ := json.Marshal(j.plan)
		o := planObject(j.plan.Work)
		write(t, o.String(), o.seal(append(text, '\n')))
		if _, err := Open(ctx, newStore(t), j.Work()); err == nil || errors.Is(err, OtherVersion) != (what == "another version") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestHuge: of a file with the name of a manifest little is read, when a pattern stands for it.
func TestHuge(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "x.manifest.json"), nil)
	if err := os.Truncate(filepath.Join(dir, "x.manifest.json"), 1<<40); err != nil {
		t.Skip(err)
	}
	found, err := findInputs(context.Background(), newStore(t), []string{filepath.Join(dir, "*")})
	if err != nil || len(found) != 1 {
		t.Errorf("%v, %v", found, err)
	}
}

// TestFolders: only the folder of the job is its owner's alone, not a folder made for the output.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	in := write(t, filepath.Join(dir, "in"), []byte("1\n2\n"))
	j := mustMake(t, newStore(t), Spec{Inputs: []string{in}, Output: filepath.Join(dir, "new", "out"), Head: -1})
	if err := os.Mkdir(filepath.Join(dir, "usual"), 0o777); err != nil {
		t.Fatal(err)
	}
	mode := func(name string) os.FileMode {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	if mode(j.Work()) != 0o700 || mode(filepath.Join(dir, "new")) != mode(filepath.Join(dir, "usual")) {
		t.Errorf("%v, %v", mode(j.Work()), mode(filepath.Join(dir, "new")))
	}
}
