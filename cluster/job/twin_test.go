package job

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// TestTwins: a run of a job that an equal run finished and cleaned meanwhile has not failed,
// and leaves nothing.
func TestTwins(t *testing.T) {
	ctx := context.Background()
	for _, begun := range []bool{false, true} {
		spec := numbers(t, 1000, t.TempDir())
		j := mustMake(t, newStore(t), spec)
		twin := mustMake(t, newStore(t), spec)
		mustDo(t, j)
		if err := Clean(ctx, newStore(t), j.Work()); err != nil {
			t.Fatal(err)
		}
		if begun {
			steps(t, twin, "count")
		}
		err := twin.Scatter(ctx, 0)
		if err == nil {
			err = twin.Gather(ctx, 0)
		}
		if err == nil {
			t.Error("there is no error to settle")
		}
		if _, err := twin.settle(ctx, false, err); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(j.Work()); !os.IsNotExist(err) {
			t.Error("the folder of the job is there", err)
		}
		same(t, j, spec)
	}
}

// TestCleaned: a run whose job is cleaned says so, and leaves nothing; what steps leave that
// nobody settles, clean removes.
func TestCleaned(t *testing.T) {
	ctx := context.Background()
	for _, settle := range []bool{true, false} {
		j := mustMake(t, newStore(t), numbers(t, 1000, t.TempDir()))
		if err := Clean(ctx, newStore(t), j.Work()); err != nil {
			t.Fatal(err)
		}
		steps(t, j, "count") // was under way
		if settle {
			if _, err := j.settle(ctx, false, error(NoJob)); !errors.Is(err, Gone) {
				t.Error(err)
			}
		} else if err := Clean(ctx, newStore(t), j.Work()); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(j.Work()); !os.IsNotExist(err) {
			t.Error("the folder of the job is there", err)
		}
	}
	j := mustMake(t, newStore(t), numbers(t, 1000, t.TempDir()))
	steps(t, j, "count")
	failed := errors.New("failed")
	if _, err := j.settle(ctx, false, failed); err != failed {
		t.Error(err)
	}
	if _, err := os.Stat(j.numbered("counts", 0).String()); err != nil {
		t.Error("what failed is not there to go on from:", err)
	}
}

// fits reports whether the manifest is of a shuffle, and the shards are those that it says.
func fits(t *testing.T, spec Spec) bool {
	t.Helper()
	p, err := newPlan(context.Background(), newStore(t), spec)
	if err != nil {
		t.Fatal(err)
	}
	done, err := p.done(context.Background(), newStore(t))
	if err != nil {
		t.Fatal(err)
	}
	return done != nil
}

// TestRivals: of shuffles and jobs that write the same output at the same time, the one that
// claimed it last succeeds, and the others fail.
func TestRivals(t *testing.T) {
	ctx := context.Background()
	for round := range 20 {
		spec := numbers(t, 1000, t.TempDir())
		spec.Shards = 8
		specs, errs := make([]Spec, 3), make([]error, 3)
		var all sync.WaitGroup
		for i := range specs {
			specs[i] = spec
			specs[i].Seed = new(order.SeedFromText(fmt.Sprint(i)))
			specs[i].Work = filepath.Join(t.TempDir(), "work")
			all.Go(func() {
				if i == 0 {
					errs[i] = runs(ctx, newStore(t), specs[i], false, local)
				} else {
					errs[i] = runs(ctx, newStore(t), specs[i], false, local)
				}
			})
		}
		all.Wait()
		fit := 0
		for i, err := range errs {
			if err != nil {
				taken(t, err)
			}
			if fits(t, specs[i]) {
				fit++
				if err != nil {
					t.Error("the one that failed left its manifest")
				}
			}
		}
		if fit != 1 {
			t.Errorf("round %d: %d manifests fit: %v", round, fit, errs)
		}
	}
}

// TestFewer: the shards of an output that was there and had more of them go, if they are
// still what was written; a job that was killed in between removes them, too.
func TestFewer(t *testing.T) {
	ctx := context.Background()
	for _, kind := range []string{"a run", "a job", "a job that was killed"} {
		spec := numbers(t, 100, t.TempDir())
		dir := filepath.Dir(spec.Output)
		spec.Shards = 12
		if err := runs(ctx, newStore(t), spec, false, local); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "out-07"), []byte("mine\n"))
		write(t, filepath.Join(dir, "out-12"), []byte("mine\n"))
		spec.Shards = 3
		var err error
		switch kind {
		case "a run":
			err = runs(ctx, newStore(t), spec, false, local)
		case "a job":
			err = do(ctx, mustMake(t, newStore(t), spec))
		default:
			for _, seed := range []string{"first", "second"} { // and was never finished
				killed := spec
				killed.Seed, killed.Work = new(order.SeedFromText(seed)), filepath.Join(t.TempDir(), "work")
				steps(t, mustMake(t, newStore(t), killed), "count")
			}
			err = do(ctx, mustMake(t, newStore(t), spec))
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := Clean(ctx, newStore(t), filepath.Join(dir, "_out-%d.work")); err != nil && kind != "a run" {
			t.Error(err)
		}
		if left, want := around(dir), []string{"0", "07", "1", "12", "2"}; !slices.Equal(left, want) {
			t.Errorf("%s: there are %q, not %q", kind, left, want)
		}
	}
}

// TestBetween: a claim that comes between two outputs loses none of the shards that it would
// have written again itself.
func TestBetween(t *testing.T) {
	ctx := context.Background()
	spec := numbers(t, 1000, t.TempDir())
	spec.Shards = 4
	if err := runs(ctx, newStore(t), spec, false, local); err != nil {
		t.Fatal(err)
	}
	between := spec
	between.Shards, between.Work, between.Seed = 3, filepath.Join(t.TempDir(), "work"), new(order.SeedFromText("b"))
	mustMake(t, newStore(t), between)
	spec.Shards, spec.Seed = 2, new(order.SeedFromText("c"))
	if err := runs(ctx, newStore(t), spec, false, local); err != nil {
		t.Fatal(err)
	}
	if left, want := around(filepath.Dir(spec.Output)), []string{"0", "1"}; !slices.Equal(left, want) || !fits(t, spec) {
		t.Errorf("there are %q, not %q", left, want)
	}
}

// TestNeverFinished: the shards of a job that was overtaken or cleaned before it was finished go,
// whether it notices that before the smaller successor is complete or later.
func TestNeverFinished(t *testing.T) {
	ctx := context.Background()
	for _, how := range []string{"notices before", "notices later", "is cleaned before", "is cleaned later", "is cleaned first"} {
		spec := numbers(t, 1000, t.TempDir())
		dir, st := filepath.Dir(spec.Output), newStore(t)
		spec.Shards = 5
		old := mustMake(t, st, spec)
		steps(t, old, "count", "scatter")
		for _, k := range []int{1, 3, 4} {
			if err := old.Gather(ctx, k); err != nil {
				t.Fatal(err)
			}
		}
		changed := write(t, filepath.Join(dir, "out-3"), []byte("mine\n"))
		end := func() {
			t.Helper()
			if strings.HasPrefix(how, "notices") {
				taken(t, old.Gather(ctx, 2))
			} else if err := Clean(ctx, st, old.Work()); err != nil {
				t.Error(err)
			}
		}
		if how == "is cleaned first" {
			end()
		}
		next := spec
		next.Shards, next.Seed, next.Work = 2, new(order.SeedFromText("next")), filepath.Join(t.TempDir(), "work")
		j := mustMake(t, st, next)
		if strings.HasSuffix(how, "before") {
			end()
		}
		mustDo(t, j)
		if strings.HasSuffix(how, "later") {
			end()
		}
		if left, want := around(dir), []string{"0", "1", "3"}; !slices.Equal(left, want) || !fits(t, next) {
			t.Errorf("%s: there are %q, not %q", how, left, want)
		}
		if string(read(t, changed)) != "mine\n" {
			t.Error("what has changed is another file now")
		}
	}
}

// TestCopiedPlan: a plan that was copied from the folder of another job is not followed, and
// cleaning its new folder leaves the claim of the other job.
func TestCopiedPlan(t *testing.T) {
	ctx := context.Background()
	j := mustMake(t, newStore(t), numbers(t, 1000, t.TempDir()))
	steps(t, j, "count", "scatter")
	copied := filepath.Join(t.TempDir(), "work")
	if err := os.CopyFS(copied, os.DirFS(j.Work())); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, newStore(t), copied); !errors.Is(err, Damaged) || !strings.Contains(err.Error(), j.Work()) {
		t.Error(err)
	}
	manifest := read(t, j.Manifest())
	if err := Clean(ctx, newStore(t), copied); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(copied); !os.IsNotExist(err) {
		t.Error("clean left the copy:", err)
	}
	if !bytes.Equal(read(t, j.Manifest()), manifest) {
		t.Error("the claim is another one")
	}
	mustDo(t, j)
	link := filepath.Join(t.TempDir(), "link") // the same folder by another name
	if err := os.Symlink(j.Work(), link); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, newStore(t), link); err != nil {
		t.Error(err)
	}
}

// TestForged: a manifest that names other files as shards does not make them go.
func TestForged(t *testing.T) {
	ctx := context.Background()
	spec := numbers(t, 100, t.TempDir())
	if err := runs(ctx, newStore(t), spec, false, local); err != nil {
		t.Fatal(err)
	}
	task, err := newPlan(ctx, newStore(t), spec)
	if err != nil {
		t.Fatal(err)
	}
	victim := write(t, filepath.Join(filepath.Dir(spec.Output), "victim"), read(t, task.shardName(2).String()))
	if err := task.update(ctx, newStore(t), func(m *Manifest) (*Manifest, error) {
		m.Shards[2].Name = "victim"
		return m, nil
	}); err != nil {
		t.Fatal(err)
	}
	spec.Shards = 2
	if err := runs(ctx, newStore(t), spec, false, local); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(victim); err != nil {
		t.Error(err)
	}
}

// around returns what stands in a folder, without the beginning out- of the outputs there.
func around(dir string) []string {
	left, _ := filepath.Glob(filepath.Join(dir, "out-*"))
	for i := range left {
		left[i] = strings.TrimPrefix(left[i], dir+"/out-")
	}
	return left
}

// TestMoved: the shards of an output that was there go after their folder was moved or
// copied, unless they have changed; those of the folder that was copied stay.
func TestMoved(t *testing.T) {
	ctx := context.Background()
	for _, kind := range []string{"moved", "copied"} {
		spec := numbers(t, 100, t.TempDir())
		from := filepath.Join(filepath.Dir(spec.Inputs[0]), "from")
		to := filepath.Join(filepath.Dir(from), "to")
		spec.Output, spec.Shards = filepath.Join(from, "out-{}"), 6
		if err := runs(ctx, newStore(t), spec, false, local); err != nil {
			t.Fatal(err)
		}
		was := around(from)
		var err error
		if kind == "moved" {
			err = os.Rename(from, to)
		} else {
			err = os.CopyFS(to, os.DirFS(from))
		}
		if err != nil {
			t.Fatal(err)
		}
		changed := filepath.Join(to, "out-4")
		b := read(t, changed)
		b[0]++
		write(t, changed, b)
		write(t, filepath.Join(to, "out-6"), b)
		spec.Output, spec.Shards = filepath.Join(to, "out-{}"), 2
		if err := runs(ctx, newStore(t), spec, false, local); err != nil {
			t.Fatal(err)
		}
		if got, want := around(to), []string{"0", "1", "4", "6"}; !slices.Equal(got, want) {
			t.Errorf("%s: there are %q, not %q", kind, got, want)
		}
		if got := around(from); kind == "copied" && !slices.Equal(got, was) {
			t.Errorf("of the folder that was copied %q are left", got)
		}
	}
}
