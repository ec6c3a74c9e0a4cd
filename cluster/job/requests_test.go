package job

import (
	"context"
	"maps"
	"sync"
	"testing"

	"github.com/yates-shuffle/yates/cluster/store"
)

// counting makes a store count what it is asked, and returns what gives the counts.
func counting(st *store.Store) func() map[string]int {
	var mu sync.Mutex
	asked := map[string]int{}
	st.Watch = func(doing string, _ store.Name) {
		mu.Lock()
		defer mu.Unlock()
		asked[doing]++
	}
	return func() map[string]int {
		mu.Lock()
		defer mu.Unlock()
		return maps.Clone(asked)
	}
}

// TestRequests: the requests of a job are those that docs/cluster.md says.
func TestRequests(t *testing.T) {
	spec := numbers(t, 20_000, t.TempDir())
	spec.Segment, spec.Shards = 5000, 7
	st := newStore(t)
	asked := counting(st)
	j := mustMake(t, st, spec)
	n, m := len(j.segments), j.plan.Shards
	type requests struct{ reads, writes, heads int }
	was := requests{}
	since := func() requests {
		now := requests{asked()["reading"], asked()["writing"], asked()["looking at"]}
		d := requests{now.reads - was.reads, now.writes - was.writes, now.heads - was.heads}
		was = now
		return d
	}
	if got, want := since(), (requests{4, 2, 2}); got != want { // for one input that has several segments
		t.Errorf("plan: %v instead of %v", got, want)
	}
	steps(t, j, "count")
	if got, want := since(), (requests{n, n, 2 * n}); got != want {
		t.Errorf("count: %v instead of %v", got, want)
	}
	if err := j.Join(context.Background(), "scatter"); err != nil {
		t.Fatal(err)
	}
	if got, want := since(), (requests{n + 1, 1, 0}); got != want {
		t.Errorf("join of counts: %v instead of %v", got, want)
	}
	steps(t, j, "scatter") // in another process each reads starts.json once
	if got, want := since(), (requests{n, n, 2 * n}); got != want {
		t.Errorf("scatter: %v instead of %v", got, want)
	}
	if err := j.Join(context.Background(), "gather"); err != nil {
		t.Fatal(err)
	}
	if got, want := since(), (requests{n, 1, n + 1}); got != want {
		t.Errorf("join of runs: %v instead of %v", got, want)
	}
	steps(t, j, "gather")
	if got, want := since(), (requests{n*m + 3*m, 2 * m, 2 * m}); got != want {
		t.Errorf("gather: %v instead of %v", got, want)
	}
	if err := j.Finish(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got, want := since(), (requests{m + 2, 1, 2 * m}); got != want {
		t.Errorf("finish: %v instead of %v", got, want)
	}
	if err := runs(context.Background(), st, spec, true, nil); err != nil {
		t.Error(err)
	}
	if got, want := since(), (requests{3, 0, m + 2}); got != want {
		t.Errorf("done: %v instead of %v", got, want)
	}
}
