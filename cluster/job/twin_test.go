package job

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
		err := twin.Do(ctx, "scatter", 0)
		if err == nil {
			err = twin.Do(ctx, "gather", 0)
		}
		if err == nil {
			t.Error("there is no error to settle")
		}
		if m, err := twin.plan.done(ctx, newStore(t)); m == nil || err != nil {
			t.Error(m, err)
		}
		if err := twin.lost(ctx, err); !errors.Is(err, Gone) {
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
			if err := j.lost(ctx, error(NoJob)); !errors.Is(err, Gone) {
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
	if err := j.lost(ctx, failed); err != failed {
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

// TestCopiedPlan: a plan that was copied from the folder of another job is not followed, and
// cleaning its new folder leaves that of the other job.
func TestCopiedPlan(t *testing.T) {
	ctx := context.Background()
	j := mustMake(t, newStore(t), numbers(t, 1000, t.TempDir()))
	steps(t, j, "count", "scatter")
	copied := filepath.Join(t.TempDir(), "work")
	copyJob(t, copied, j.Work())
	if _, err := Open(ctx, newStore(t), copied); !errors.Is(err, Damaged) || !strings.Contains(err.Error(), j.Work()) {
		t.Error(err)
	}
	plan := read(t, planObject(j.plan.Work).String())
	if err := Clean(ctx, newStore(t), copied); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(copied); !os.IsNotExist(err) {
		t.Error("clean left the copy:", err)
	}
	if !bytes.Equal(read(t, planObject(j.plan.Work).String()), plan) {
		t.Error("the plan is another one")
	}
	mustDo(t, j)
}
