package job

import (
	"context"
	"maps"
	"sync"
	"testing"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/order"
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
	if got, want := since(), (requests{n, 2 * n, 2 * n}); got != want {
		t.Errorf("count: %v instead of %v", got, want)
	}
	if err := j.Do(context.Background(), "starts", 0); err != nil {
		t.Fatal(err)
	}
	if got, want := since(), (requests{n + 1, 2, 1}); got != want {
		t.Errorf("starts: %v instead of %v", got, want)
	}
	steps(t, j, "scatter") // in another process each reads starts.json once
	if got, want := since(), (requests{n, 2 * n, 2 * n}); got != want {
		t.Errorf("scatter: %v instead of %v", got, want)
	}
	if err := j.Do(context.Background(), "index", 0); err != nil {
		t.Fatal(err)
	}
	if got, want := since(), (requests{n, 2, n + 2}); got != want {
		t.Errorf("index: %v instead of %v", got, want)
	}
	steps(t, j, "gather")
	if got, want := since(), (requests{n*m + 3*m, 3 * m, 2 * m}); got != want {
		t.Errorf("gather: %v instead of %v", got, want)
	}
	if err := j.Do(context.Background(), "finish", 0); err != nil {
		t.Fatal(err)
	}
	if got, want := since(), (requests{m + 2, 2, 2 * m}); got != want {
		t.Errorf("finish: %v instead of %v", got, want)
	}
	if err := runs(context.Background(), st, spec, true, nil); err != nil {
		t.Error(err)
	}
	if got, want := since(), (requests{3, 0, m + 2}); got != want {
		t.Errorf("done: %v instead of %v", got, want)
	}
}

// TestBytes: the steps read and write as many bytes as docs/cluster.md says. Tables are computed here; what else is
// small (results of steps, what is read beyond the ends of segments) is up to 3% of inputs of 7 MB.
func TestBytes(t *testing.T) {
	ctx := context.Background()
	for _, shards := range []int{16, 400} {
		spec := numbers(t, 1_000_000, t.TempDir())
		spec.Shards, spec.Segment = shards, 4<<20
		st := newStore(t)
		j := mustMake(t, st, spec)
		d, n, m := float64(j.plan.bytes()), float64(len(j.segments)), float64(shards)
		row, rows := 12*n+float64(sealed), float64(order.Buckets+1)
		was := [2]int64{}
		check := func(what string, read, written float64) {
			t.Helper()
			r, w := st.Moved()
			gotRead, gotWritten := float64(r-was[0]), float64(w-was[1])
			was = [2]int64{r, w}
			if gotRead < 0.99*read || gotRead > read+0.03*d || gotWritten < 0.99*written || gotWritten > written+0.03*d {
				t.Errorf("%d shards, %s: %.0f read, not %.0f; %.0f written, not %.0f",
					shards, what, gotRead, read, gotWritten, written)
			}
		}
		check("plan", 0, 0)
		steps(t, j, "count")
		check("count", d, 0)
		steps(t, j, "scatter")
		check("scatter", d, d+n*20*rows)
		if err := j.Do(ctx, "index", 0); err != nil {
			t.Fatal(err)
		}
		check("join of the runs", n*20*rows, 8*rows+rows*row)
		steps(t, j, "gather")
		check("gather", d*(1+m/4096)+m*8*rows+(rows+2*m)*row, d)
		if err := j.Do(ctx, "finish", 0); err != nil {
			t.Fatal(err)
		}
		check("finish", 0, 0)
	}
}
