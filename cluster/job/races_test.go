package job

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/order"
)

var (
	races     = flag.Int("races", 60, "run so many random races")
	racePlace = flag.String("place", "", "run the races in this folder, such as s3://bucket/races?endpoint=…")
	raceSeed  = flag.Uint64("race", 1, "begin with the random race of this number")
)

// A race is a place in which jobs meet: their outputs have the same name.
type race struct {
	t     *testing.T
	place string // a folder
	query string
	in    string
	log   []string
}

func newRace(t *testing.T, number uint64) *race {
	r := &race{t: t, place: *racePlace}
	if r.place == "" {
		r.place = t.TempDir()
	}
	if i := strings.IndexByte(r.place, '?'); i >= 0 {
		r.place, r.query = r.place[:i], r.place[i:]
	}
	r.place += fmt.Sprintf("/%x-%d", rand.Uint64(), number)
	r.in = numbers(t, 400, t.TempDir()).Inputs[0]
	return r
}

// spec returns a job of one letter, which is its seed. Jobs have different numbers of shards.
func (r *race) spec(letter string) Spec {
	return Spec{
		Inputs: []string{r.in}, Output: r.place + "/out-{}" + r.query, Head: -1, Segment: 500,
		Seed: new(order.SeedFromText(letter)), Shards: 3 + 2*int(letter[0]%2),
	}
}

// do does a command with a store: "run x", "steps x", "resume", "status", "clean", or "rm", which is what a user
// does who is told that something is there already.
func (r *race) do(ctx context.Context, st *store.Store, command string) error {
	_, err := r.does(ctx, st, command)
	return err
}

// does is do, and returns the job that a command has finished if there is no error.
func (r *race) does(ctx context.Context, st *store.Store, command string) (letter string, err error) {
	verb, letter, _ := strings.Cut(command, " ")
	if verb != "resume" && verb != "status" {
		return letter, r.doOther(ctx, st, verb, letter)
	}
	j, err := Open(ctx, st, r.place+"/_out-%d.work"+r.query)
	if err != nil {
		return "", err
	}
	if verb == "status" {
		_, err = j.Status(ctx)
		return "", err
	}
	for _, l := range letters {
		if order.SeedFromText(l) == j.Seed() {
			letter = l
		}
	}
	return letter, local(ctx, j)
}

var letters = []string{"a", "b", "c"}

func (r *race) doOther(ctx context.Context, st *store.Store, verb, letter string) error {
	if verb == "rm" {
		folder, _ := parseFolder(r.place + r.query)
		names, err := st.List(ctx, folder, "", "")
		for _, n := range names {
			base := n.Base()
			if err == nil && (strings.HasPrefix(base, "out-") || strings.HasSuffix(base, ".json")) {
				err = st.Remove(ctx, n.Name)
			}
		}
		return err
	}
	switch verb {
	case "run":
		return runs(ctx, st, r.spec(letter), false, local)
	case "steps":
		j, err := Make(ctx, st, r.spec(letter))
		if err == nil {
			err = local(ctx, j)
		}
		return err
	}
	if err := Clean(ctx, st, r.place+"/_out-%d.work"+r.query); !errors.Is(err, NoJob) {
		return err
	}
	return nil
}

// sound returns an error unless the output is complete, and that of a job.
func (r *race) sound(letter string) error {
	ctx, st, spec := context.Background(), newStore(r.t), r.spec(letter)
	p, err := newPlan(ctx, st, spec)
	if err != nil {
		return err
	}
	m, err := p.manifest(ctx, st)
	if m == nil || err != nil {
		return fmt.Errorf("there is no manifest of %s: %v", letter, err)
	}
	for k, want := range wantOf(r.t, spec) {
		got, err := st.ReadAll(ctx, p.shardName(k))
		if err != nil || !bytes.Equal(got, want) || fmt.Sprintf("%x", sha256.Sum256(want)) != m.Shards[k].SHA256 {
			return fmt.Errorf("shard %d of %s is another one: %v", k, letter, err)
		}
	}
	return nil
}

// wantOf returns the shards of a job, as one that was alone has written them.
func wantOf(t *testing.T, spec Spec) (all [][]byte) {
	dir := t.TempDir()
	spec.Output = filepath.Join(dir, "alone-{}")
	if err := runs(context.Background(), newStore(t), spec, false, local); err != nil {
		t.Fatal(err)
	}
	for k := range spec.Shards {
		all = append(all, read(t, filepath.Join(dir, fmt.Sprintf("alone-%d", k))))
	}
	return all
}

// run does a command, of which one request is held while others are done, and then those after it. It then
// reports a success that nothing has revoked since, and whose output is not there, and returns how many there
// were. A user who removes the output revokes the successes of the commands that began before.
func (r *race) run(slow string, hold func(i int, doing string, n store.Name) bool, others, after []string) (n int) {
	ctx := context.Background()
	held, release, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	st := newStore(r.t)
	var mu sync.Mutex
	asked, caught := 0, false
	st.Watch = func(doing string, n store.Name) {
		mu.Lock()
		asked++
		mine := !caught && hold(asked, doing, n)
		caught = caught || mine
		mu.Unlock()
		if mine {
			r.log = append(r.log, fmt.Sprintf("[held %s %s]", doing, n.Base()))
			close(held)
			<-release
		}
	}
	r.log = append(r.log, slow)
	var letter string
	go func() {
		var err error
		letter, err = r.does(ctx, st, slow)
		ended <- err
	}()
	early, over := error(nil), false
	select {
	case <-held:
	case early = <-ended:
		over = true
	}
	succeeded := map[string]bool{}
	note := func(command, letter string, err error) {
		r.log = append(r.log, fmt.Sprintf("%s: %v", command, err))
		if err == nil && letter != "" {
			succeeded[letter] = true
		}
	}
	revoked := false
	for i, command := range append(others, after...) {
		if i == len(others) {
			close(release)
			if !over {
				early = <-ended
			}
			if !revoked {
				note(slow, letter, early)
			}
		}
		if command == "rm" {
			clear(succeeded)
			revoked = true
		}
		letter, err := r.does(ctx, newStore(r.t), command)
		note(command, letter, err)
	}
	if len(after) == 0 {
		close(release)
		if !over {
			early = <-ended
		}
		if !revoked {
			note(slow, letter, early)
		}
	}
	for letter := range succeeded {
		n++
		if err := r.sound(letter); err != nil {
			r.t.Errorf("a success is none: %v\n%s", err, strings.Join(r.log, "\n"))
		}
	}
	return n
}

// TestRace: what a slow request of a job did to a later one before outputs were only created: it put a shard among
// another job's, or took shards or the manifest.
func TestRace(t *testing.T) {
	at := func(doing, base string) func(int, string, store.Name) bool {
		return func(_ int, did string, n store.Name) bool { return did == doing && n.Base() == base }
	}
	for name, c := range map[string]struct {
		slow   string
		hold   func(int, string, store.Name) bool
		others []string
	}{
		"a shard is written after an equal one": {"steps a", at("placing", "out-1"), []string{"clean", "rm", "run b", "rm", "run a", "run a"}},
		"a shard among another job's":           {"steps a", at("placing", "out-2"), []string{"clean", "rm", "run b"}},
		"a shard before another job's":          {"steps b", at("placing", "out-2"), []string{"clean", "rm", "run a"}},
		"the manifest comes late":               {"steps a", at("placing", "_out-%d.manifest.json"), []string{"clean", "rm", "run b"}},
		"finish has looked":                     {"steps a", at("writing", "_out-%d.manifest.json"), []string{"clean", "rm", "run b"}},
		"finish looks again":                    {"steps a", at("reading", "_out-%d.manifest.json"), []string{"clean", "run a"}},
		"a clean is slow to remove a count":     {"clean", at("removing", "plan.json"), []string{"clean", "run b"}},
		"a clean is slow, and rivals meet":      {"clean", at("removing", "plan.json"), []string{"clean", "run b", "run a"}},
		"the plan comes late":                   {"run a", at("placing", "plan.json"), []string{"run b"}},
		"the first step has begun":              {"run a", at("placing", "plan.json"), []string{"clean", "run a"}},
		"a job that is taken up is cleaned":     {"resume", at("placing", "out-1"), []string{"status", "clean", "rm", "run b"}},
		"a job that is taken up is done":        {"resume", at("writing", "_out-%d.manifest.json"), []string{"run a", "rm", "run b"}},
	} {
		r := newRace(t, 0)
		if c.slow == "clean" || c.slow == "resume" { // of a job that has begun
			if _, err := Make(context.Background(), newStore(t), r.spec("a")); err != nil {
				t.Fatal(err)
			}
		}
		caught := false
		n := r.run(c.slow, func(i int, doing string, n store.Name) bool {
			caught = caught || c.hold(i, doing, n)
			return c.hold(i, doing, n)
		}, c.others, nil)
		if !caught || n > 1 {
			t.Errorf("%s: held %v, %d successes\n%s", name, caught, n, strings.Join(r.log, "\n"))
		}
	}
}

// TestThere: a shard that is there when a job begins to write it is the job's only if it has its bytes.
func TestThere(t *testing.T) {
	ctx := context.Background()
	for _, same := range []bool{true, false} {
		r := newRace(t, 0)
		j := mustMake(t, newStore(t), r.spec("a"))
		steps(t, j, "count", "scatter")
		b := wantOf(t, r.spec("a"))[1]
		if !same {
			b[0]++
		}
		if err := j.store.CreateAll(ctx, j.plan.shardName(1), b); err != nil {
			t.Fatal(err)
		}
		if err := j.Do(ctx, "gather", 1); (err == nil) != same || err != nil && !errors.Is(err, Occupied) {
			t.Errorf("the same bytes: %v, %v", same, err)
		}
	}
}

// TestRaces is [TestRace] with random commands, of which a random request is held.
func TestRaces(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	successes, failures := 0, 0
	for number := *raceSeed; number < *raceSeed+uint64(*races); number++ {
		rng := rand.New(rand.NewPCG(number, 1))
		pick := func(from ...string) string { return from[rng.IntN(len(from))] }
		command := func() string {
			return pick("run a", "run a", "run b", "run c", "steps a", "steps b", "resume", "status", "clean", "clean",
				"rm")
		}
		some := func(n int) (all []string) {
			for range n {
				all = append(all, command())
			}
			return all
		}
		r := newRace(t, number)
		if rng.IntN(3) == 0 { // something is there before
			before := pick("run a", "run b", "steps a")
			r.log = append(r.log, before)
			if err := r.do(context.Background(), newStore(t), before); err != nil {
				t.Fatal(err)
			}
		}
		at := 1 + rng.IntN(pick2(rng, 20, 60, 200))
		n := r.run(pick("run a", "steps a", "run b", "steps b", "resume", "clean"),
			func(i int, _ string, _ store.Name) bool { return i == at }, some(1+rng.IntN(4)), some(rng.IntN(3)))
		successes += n
		if n == 0 {
			failures++
		}
		if t.Failed() {
			t.Fatalf("the race of number %d; -race %[1]d -races 1 does it again", number)
		}
	}
	t.Logf("%d races: %d successes, %d races without one", *races, successes, failures)
	if *races >= 60 && (successes < *races/4 || failures == 0) {
		t.Error("the races test little")
	}
}

func pick2(rng *rand.Rand, from ...int) int { return from[rng.IntN(len(from))] }

// TestRivals: of jobs that begin to write the same output at the same time, one succeeds at most, and nothing is
// mixed. Who comes when one is there is refused by name.
func TestRivals(t *testing.T) {
	ctx := context.Background()
	won := 0
	for number := range uint64(20) {
		r := newRace(t, number)
		errs := make([]error, 3)
		var all sync.WaitGroup
		for i, letter := range letters {
			all.Go(func() { errs[i] = r.do(ctx, newStore(t), "run "+letter) })
		}
		all.Wait()
		fit := 0
		for i, letter := range letters {
			if errs[i] == nil {
				fit++
				if err := r.sound(letter); err != nil {
					t.Error(err)
				}
			} else if !errors.Is(errs[i], OtherJob) && !errors.Is(errs[i], Occupied) {
				t.Error(errs[i])
			}
		}
		if fit > 1 {
			t.Errorf("round %d: %v", number, errs)
		}
		won += fit
	}
	if won == 0 {
		t.Error("nobody ever wins")
	}
	r := newRace(t, 99)
	first := mustMake(t, newStore(t), r.spec("a"))
	second := r.do(ctx, newStore(t), "run b")
	if !errors.Is(second, OtherJob) || !strings.Contains(second.Error(), "_out-%d.work") {
		t.Error(second)
	}
	mustDo(t, first)
	if err := r.sound("a"); err != nil {
		t.Error(err)
	}
}
