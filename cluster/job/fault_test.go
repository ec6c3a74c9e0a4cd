package job

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// numbers returns a job on the lines from 0 to n−1.
func numbers(t *testing.T, n int, dir string) Spec {
	var in []byte
	for i := range n {
		in = fmt.Appendf(in, "%d\n", i)
	}
	return Spec{
		Inputs: []string{write(t, filepath.Join(t.TempDir(), "in"), in)}, Output: filepath.Join(dir, "out-{}"), Seed: &testSeed,
		Head: -1, Shards: 3, Segment: int64(len(in)/4 + 1),
	}
}

// steps does all steps of some kinds.
func steps(t *testing.T, j *Job, kinds ...string) {
	t.Helper()
	for _, kind := range kinds {
		for k := range j.Steps(kind) {
			if err := j.Do(context.Background(), kind, k); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestChanged: an input that changes after the plan is an error of each step that reads it,
// whatever it holds now.
func TestChanged(t *testing.T) {
	ctx := context.Background()
	for _, change := range []func(name string, was []byte) error{
		func(name string, was []byte) error { return os.WriteFile(name, append(was, "more\n"...), 0o600) },
		func(name string, was []byte) error { return os.WriteFile(name, was[:len(was)/2], 0o600) },
		func(name string, was []byte) error { return os.WriteFile(name, nil, 0o600) },
		func(name string, was []byte) error { return os.Chtimes(name, time.Time{}, time.Unix(1e9, 0)) },
	} {
		spec := numbers(t, 1000, t.TempDir())
		j := mustMake(t, newStore(t), spec)
		steps(t, j, "count")
		if err := change(spec.Inputs[0], read(t, spec.Inputs[0])); err != nil {
			t.Fatal(err)
		}
		for k := range len(j.segments) {
			if err := j.Do(ctx, "scatter", k); !errors.Is(err, Changed) {
				t.Errorf("scatter %d: %v", k, err)
			}
		}
		other, err := Make(ctx, newStore(t), spec)
		if !errors.Is(err, OtherJob) {
			t.Errorf("started again: %v, %v", other, err)
		}
	}
}

// TestRecounted: a count that is not that of the input is an error, which does not blame
// the input.
func TestRecounted(t *testing.T) {
	j := mustMake(t, newStore(t), numbers(t, 1000, t.TempDir()))
	steps(t, j, "count")
	at := j.numbered("counts", 1)
	write(t, at.String(), at.seal([]byte("{\"records\": 7}\n")))
	if err := j.Do(context.Background(), "scatter", 1); !errors.Is(err, Unlike) {
		t.Error(err)
	}
}

// TestMissing: a step whose inputs are not there names the step that makes them.
func TestMissing(t *testing.T) {
	ctx := context.Background()
	j := mustMake(t, newStore(t), numbers(t, 1000, t.TempDir()))
	is := func(err error, want string) {
		t.Helper()
		if !errors.As(err, new(*MissingError)) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	is(j.Do(ctx, "scatter", 0), "the step to count segment 1 of 4 has not been done")
	steps(t, j, "count")
	is(j.Do(ctx, "gather", 0), "the step to scatter segment 1 of 4 has not been done")
	steps(t, j, "scatter")
	os.Remove(j.numbered("runs", 2).String())
	is(j.Do(ctx, "gather", 0), "the step to scatter segment 3 of 4 has not been done")
	steps(t, j, "scatter", "gather")
	os.Remove(j.numbered("runs", 1).String())
	os.Remove(j.numbered("shards", 2).String())
	is(j.Do(ctx, "gather", 2), "the step to scatter segment 2 of 4 has not been done")
	is(j.Do(ctx, "finish", 0), "the step to gather shard 3 of 3 has not been done")
	if m, err := j.plan.manifest(ctx, newStore(t)); err != nil || m != nil {
		t.Errorf("the manifest of a job that is not whole is %+v, %v", m, err)
	}
	steps(t, j, "scatter", "gather")
	write(t, j.plan.shardName(1).String(), []byte("short"))
	if err := j.Do(ctx, "finish", 0); !errors.Is(err, Occupied) {
		t.Error(err)
	}
}

// TestDamaged: a run that is too short is an error, not a shorter output.
func TestDamaged(t *testing.T) {
	ctx := context.Background()
	j := mustMake(t, newStore(t), numbers(t, 10_000, t.TempDir()))
	steps(t, j, "count", "scatter", "gather")
	name := j.numbered("runs", 3).String()
	write(t, name, read(t, name)[:100])
	os.Remove(j.numbered("shards", 2).String())
	if err := j.Do(ctx, "gather", 2); err == nil || !strings.Contains(err.Error(), name) {
		t.Error(err)
	}
}

// TestDamage: an object of the job that has been cut, or has another byte, is an error that
// names it if a step reads it.
func TestDamage(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(7, 8))
	for _, after := range []string{"count", "scatter", "gather"} { // the step that meets the damage
		spec := numbers(t, 5000, t.TempDir())
		j := mustMake(t, newStore(t), spec)
		for _, step := range []string{"count", "scatter"} {
			steps(t, j, step)
			if step == after {
				break
			}
			if err := j.Do(ctx, map[string]string{"count": "starts", "scatter": "index"}[step], 0); err != nil {
				t.Fatal(err)
			}
		}
		intact := t.TempDir()
		copyJob(t, intact, j.Work())
		var names []string
		for _, pattern := range []string{"plan.json", "*[0-9a-f]-starts-*", "*[0-9a-f]-index-*", "*-counts-000001", "*-runs-000001"} {
			found, _ := filepath.Glob(filepath.Join(intact, pattern))
			names = append(names, found...)
		}
		for _, name := range names {
			was := read(t, name)
			name, _ = filepath.Rel(intact, name)
			for trial := range 10 {
				now := slices.Clone(was)
				switch {
				case trial < 4:
					now = now[:len(now)*trial/4]
				case trial == 4:
					now = append(now, "{}"...)
				case trial == 5:
					now = []byte("{}")
				case trial == 6:
					now = bytes.Repeat([]byte{255}, len(was))
				default:
					now[rng.IntN(len(now)/20+1)] ^= 1 << rng.IntN(8)
				}
				os.RemoveAll(j.Work())
				copyJob(t, j.Work(), intact)
				write(t, filepath.Join(j.Work(), name), now)
				again, err := Open(ctx, newStore(t), j.Work())
				if err == nil {
					err = do(ctx, again)
				}
				damaged := errors.Is(err, Damaged)
				switch base := filepath.Base(name); {
				case err == nil:
					same(t, j, spec)
				case base == "plan.json" && !damaged && !strings.HasSuffix(err.Error(), "/plan.json is not a plan of this program"):
					t.Errorf("%s: %v", name, err)
				case damaged && !strings.Contains(err.Error(), " is damaged: "), strings.Contains(fmt.Sprint(err), "\n"):
					t.Errorf("%s: %v", name, err)
				}
				sealed := strings.Contains(name, "-starts-") || strings.Contains(name, "-counts-") && after == "count" ||
					name == "plan.json" && trial > 6 ||
					strings.Contains(name, "-runs-") && (after == "scatter" || trial == 0 || trial > 4) || strings.Contains(name, "-index-") && trial != 4
				if (sealed || name == "plan.json") && err == nil || sealed && !damaged {
					t.Errorf("%s before %s, trial %d: %v", name, after, trial, err)
				}
			}
		}
	}
}

// TestOtherJob: a folder has one job, and a job without a seed continues with the seed that
// it began with.
func TestOtherJob(t *testing.T) {
	ctx := context.Background()
	spec := numbers(t, 100, t.TempDir())
	spec.Seed = nil
	j := mustMake(t, newStore(t), spec)
	again := mustMake(t, newStore(t), spec)
	if j.seed != again.seed {
		t.Error("a job that was started again has another seed")
	}
	fresh := numbers(t, 100, t.TempDir())
	fresh.Seed = nil
	if mustMake(t, newStore(t), fresh).seed == j.seed {
		t.Error("two jobs without a seed have the same")
	}
	other := write(t, filepath.Join(t.TempDir(), "other"), []byte("1\n"))
	for what, change := range map[string]func(*Spec){
		"seed": func(s *Spec) { s.Seed = &testSeed }, "shards": func(s *Spec) { s.Shards++ },
		"split": func(s *Spec) { s.Shards, s.Split = 0, "a=0.2,b=0.2,c=0.2" },
		"head":  func(s *Spec) { s.Head = 5 }, "format": func(s *Spec) { s.CSV = true },
		"inputs":  func(s *Spec) { s.Inputs = []string{other} },
		"segment": func(s *Spec) { s.Segment = 9 },
	} {
		other := spec
		change(&other)
		_, err := Make(ctx, newStore(t), other)
		if !errors.Is(err, OtherJob) || !strings.HasSuffix(err.Error(), what) {
			t.Errorf("another %s: %v", what, err)
		}
	}
	if _, err := Open(ctx, newStore(t), t.TempDir()); !errors.Is(err, NoJob) {
		t.Error(err)
	}
}

// replaced returns a job whose plan has been replaced by that of another one on the same
// input, output and folder.
func replaced(t *testing.T, kinds ...string) (old, j *Job, spec Spec) {
	t.Helper()
	spec = numbers(t, 1000, t.TempDir())
	spec.Seed = new(order.SeedFromText("old"))
	old = mustMake(t, newStore(t), spec)
	steps(t, old, kinds...)
	if err := os.Remove(old.plan.Work.Join("plan.json").String()); err != nil {
		t.Fatal(err)
	}
	spec.Seed = &testSeed
	return old, mustMake(t, newStore(t), spec), spec
}

// same reports a difference between the shards of a job and what records writes.
func same(t *testing.T, j *Job, spec Spec) {
	t.Helper()
	for k, want := range want(t, spec, spec.Shards) {
		if got := read(t, j.plan.shardName(k).String()); !bytes.Equal(got, want) {
			t.Errorf("shard %d has %d bytes that differ from %d", k, len(got), len(want))
		}
	}
}

// TestLeftovers: a job reads nothing that another one has left in its folder, and clean
// removes that.
func TestLeftovers(t *testing.T) {
	_, j, spec := replaced(t, "count", "scatter")
	mustDo(t, j)
	same(t, j, spec)
	if err := Clean(context.Background(), newStore(t), j.Work()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(j.Work()); !os.IsNotExist(err) {
		t.Error("clean left the folder", err)
	}
}

// TestForeignManifest: what is in the place of the manifest and is none of ours stays, and
// nothing is written beside it.
func TestForeignManifest(t *testing.T) {
	ctx := context.Background()
	for _, text := range []string{"", "{}", "mine", `{"manifest":"other"}`, `{"shards":[]}`} {
		dir := t.TempDir()
		spec := numbers(t, 100, dir)
		foreign := write(t, filepath.Join(dir, "_out-%d.manifest.json"), []byte(text))
		_, err := Make(ctx, newStore(t), spec)
		run := runs(ctx, newStore(t), spec, false, local)
		for _, err := range []error{err, run, runs(ctx, newStore(t), spec, false, local)} {
			if !errors.Is(err, Occupied) {
				t.Errorf("%q: %v", text, err)
			}
		}
		if got := read(t, foreign); string(got) != text {
			t.Errorf("%q has become %q", text, got)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "out-*")); len(left) > 0 {
			t.Errorf("%q: there are %q", text, left)
		}
	}
}

// local is [Local], which nobody watches.
func local(ctx context.Context, j *Job) error {
	j.Memory = 16 << 20
	return Local(ctx, j)
}

// TestNames: outputs with different patterns share nothing.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"{}.txt", "{}", "part-{}.txt", "part-{}.gz", "part-{}", "part", "part.txt", "part-%d", "part-%%d"} {
		spec := numbers(t, 100, dir)
		spec.Output, spec.Shards, spec.Seed = filepath.Join(dir, name), 1, new(order.SeedFromText(fmt.Sprint(i)))
		mustDo(t, mustMake(t, newStore(t), spec))
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "_*.manifest.json")); len(left) != 9 {
		t.Errorf("the manifests are %q", left)
	}
	// They are no inputs, unless they are named.
	for pattern, want := range map[string]int{"*": 9, "_*": 0, "**": 9, "_part.manifest.json": 1} {
		found, err := findInputs(context.Background(), newStore(t), []string{filepath.Join(dir, pattern)})
		if (err == nil) != (want > 0) || len(found) != want {
			t.Errorf("%s stands for %v, not %d inputs: %v", pattern, found, want, err)
		}
	}
}

// TestOwn: what jobs keep is no input of a pattern, wherever it is; and what only has such names is one.
func TestOwn(t *testing.T) {
	dir := t.TempDir()
	top := filepath.Join(dir, "d")
	for _, folder := range []string{"_user.work", "plain"} {
		if err := os.MkdirAll(filepath.Join(top, folder), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(top, folder, "plan.json"), []byte(`{"order": 1, "plan": "yates-cluster"}`))
		write(t, filepath.Join(top, folder, "_x.manifest.json"), []byte(`{"manifest": "of the user"}`))
	}
	spec := numbers(t, 100, dir)
	spec.Inputs = []string{filepath.Join(top, "**")}
	for range 2 { // the second time its folder is there
		if j := mustMake(t, newStore(t), spec); len(j.plan.Inputs) != 4 {
			t.Fatalf("the inputs are %v", j.plan.Inputs)
		}
	}
	j := mustMake(t, newStore(t), spec)
	mustDo(t, j)
	found, err := findInputs(context.Background(), newStore(t), []string{filepath.Join(dir, "**")})
	if err != nil || len(found) != 4+3 {
		t.Errorf("the inputs are %v, %v", found, err)
	}
}

// TestCutShard: what says that a shard has been gathered is named if it is damaged, by whichever step.
func TestCutShard(t *testing.T) {
	for _, size := range []int64{0, 1, 50} {
		j := mustMake(t, newStore(t), numbers(t, 1000, t.TempDir()))
		steps(t, j, Kinds[:5]...)
		o := j.numbered("shards", 1)
		if err := os.Truncate(o.String(), size); err != nil {
			t.Fatal(err)
		}
		if err := j.Do(context.Background(), "finish", 0); !errors.Is(err, Damaged) || !strings.Contains(err.Error(), o.String()) {
			t.Errorf("cut to %d bytes: %v", size, err)
		}
	}
}

// TestLinkToNothing: a folder that is a symbolic link to nothing is an error that names it.
func TestLinkToNothing(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := os.Symlink("nowhere", link); err != nil {
		t.Fatal(err)
	}
	if _, err := Make(context.Background(), newStore(t), numbers(t, 10, link)); err == nil ||
		!strings.HasSuffix(err.Error(), link+": it is a symbolic link to nothing") {
		t.Error(err)
	}
}

// TestIdentity: an object of a job that is in the place of another one, of the same job or
// of another job, is damage.
func TestIdentity(t *testing.T) {
	ctx := context.Background()
	for _, kind := range []string{"counts", "runs", "shards"} {
		for _, from := range []string{"this", "other"} {
			j := mustMake(t, newStore(t), numbers(t, 1000, t.TempDir()))
			twin := numbers(t, 1000, t.TempDir())
			twin.Seed = new(order.SeedFromText("twin"))
			other := mustMake(t, newStore(t), twin)
			source := map[string]*Job{"this": j, "other": other}[from]
			at := map[string]int{"counts": 1, "runs": 3, "shards": 5}[kind]
			for _, j := range []*Job{j, other} {
				steps(t, j, Kinds[:at]...)
			}
			b := read(t, source.numbered(kind, 0).String())
			write(t, j.numbered(kind, 1).String(), b)
			if err := do(ctx, j); !errors.Is(err, Damaged) {
				t.Errorf("%s of %s job: %v", kind, from, err)
			}
		}
	}
}

// TestUnlike: an input that gives other bytes when it is read again is an error, and so is
// each flipped bit.
func TestUnlike(t *testing.T) {
	spec := numbers(t, 1000, t.TempDir())
	j := mustMake(t, newStore(t), spec)
	steps(t, j, "count")
	was := read(t, spec.Inputs[0])
	for i := range 40 {
		b := slices.Clone(was)
		if at := 93 * i; b[at] != '\n' {
			b[at] ^= 1
		}
		write(t, spec.Inputs[0], b)
		changed, err := newStore(t).Stat(context.Background(), j.segments[0][0].Name)
		if err != nil {
			t.Fatal(err)
		}
		j.plan.Inputs[0].Tag = changed.Tag // the store does not notice
		failed := 0
		for k := range len(j.segments) {
			if err := j.Do(context.Background(), "scatter", k); errors.Is(err, Unlike) {
				failed++
			} else if err != nil {
				t.Fatal(err)
			}
			os.Remove(j.numbered("runs", k).String())
		}
		if want := map[bool]int{true: 0, false: 1}[bytes.Equal(b, was)]; failed != want {
			t.Errorf("byte %d: %d segments are unlike, not %d", 93*i, failed, want)
		}
	}
}

// TestUnfinishedRun: a scheduler that returns early has not succeeded, and nothing is removed.
func TestUnfinishedRun(t *testing.T) {
	ctx := context.Background()
	spec := numbers(t, 1000, t.TempDir())
	for n, kind := range Kinds {
		err := runs(ctx, newStore(t), spec, false, func(ctx context.Context, j *Job) error {
			steps(t, j, Kinds[:n]...)
			return nil
		})
		if !errors.Is(err, Unfinished) {
			t.Errorf("before %s: %v", kind, err)
		}
	}
	if _, err := Open(ctx, newStore(t), filepath.Join(filepath.Dir(spec.Output), "_out-%d.work")); err != nil {
		t.Error("the job has gone:", err)
	}
	if err := runs(ctx, newStore(t), spec, false, local); err != nil {
		t.Error(err)
	}
	if !fits(t, spec) {
		t.Error("there is no manifest")
	}
}

// TestGrouped: small files share a segment, in order, and a large one is cut.
func TestGrouped(t *testing.T) {
	dir := t.TempDir()
	spec := Spec{Output: filepath.Join(dir, "out"), Seed: &testSeed, Head: -1, Shards: 1, Segment: 100, Format: Format{Header: 1}}
	for i, n := range []int{1, 0, 3, 2, 60, 1, 1, 1} {
		text := []byte("header\n")
		for r := range n {
			text = fmt.Appendf(text, "%d-%d\n", i, r)
		}
		if n == 0 {
			text = nil
		}
		name := filepath.Join(dir, fmt.Sprint("in-", i))
		if i%2 == 1 && n > 0 {
			name, text = name+".gz", packed(t, ".gz", text)
		}
		spec.Inputs = append(spec.Inputs, write(t, name, text))
	}
	j := mustMake(t, newStore(t), spec)
	var sizes []int
	for _, s := range j.segments {
		sizes = append(sizes, len(s))
	}
	if want := []int{4, 1, 1, 1, 3}; !slices.Equal(sizes, want) {
		t.Errorf("the segments have %v inputs, not %v", sizes, want)
	}
	mustDo(t, j)
	if got, want := read(t, spec.Output), want(t, spec, 1)[0]; !bytes.Equal(got, want) {
		t.Errorf("%q instead of %q", got, want)
	}
}

// TestRecognised: a shard that is there is trusted if it has the bytes that the job wrote.
func TestRecognised(t *testing.T) {
	ctx := context.Background()
	spec := numbers(t, 1000, t.TempDir())
	j := mustMake(t, newStore(t), spec)
	mustDo(t, j)
	name := j.plan.shardName(1).String()
	if err := os.Chtimes(name, time.Time{}, time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	if err := j.Do(ctx, "finish", 0); err != nil {
		t.Error("the same bytes at another time:", err)
	}
	b := read(t, name)
	b[0]++
	write(t, name, b)
	if err := j.Do(ctx, "finish", 0); !errors.Is(err, Occupied) || !strings.Contains(err.Error(), name) {
		t.Error("other bytes:", err)
	}
	os.Remove(name)
	mustDo(t, j)
	same(t, j, spec)
}

// TestClean: clean needs a plan, and removes only what jobs make.
func TestClean(t *testing.T) {
	ctx := context.Background()
	j := mustMake(t, newStore(t), numbers(t, 100, t.TempDir()))
	mustDo(t, j)
	id := j.id
	keep := []string{"index", "runs-000000", "plan.json.bak", "mine", id + "-other", id + "-runs-mine", "0123456789abcde-index", "sub/plan.json"}
	drop := []string{"0123456789abcdef-index-000000", ".yates-18a0123456789abc"}
	for _, name := range append(drop, keep...) {
		at := filepath.Join(j.Work(), name)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, at, nil)
	}
	if err := os.Mkdir(filepath.Join(j.Work(), "empty"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Clean(ctx, newStore(t), j.Work()); err != nil {
		t.Fatal(err)
	}
	var left []string
	filepath.WalkDir(j.Work(), func(name string, d os.DirEntry, err error) error {
		if rel, _ := filepath.Rel(j.Work(), name); err == nil && (!d.IsDir() || rel == "empty") {
			left = append(left, rel)
		}
		return nil
	})
	want := append(keep, "empty")
	slices.Sort(left)
	slices.Sort(want)
	if !slices.Equal(left, want) {
		t.Errorf("clean left %q, not %q", left, want)
	}
	if err := Clean(ctx, newStore(t), j.Work()); !errors.Is(err, NoJob) {
		t.Error("without a plan:", err)
	}
}

// TestBadSpec: what cannot be done is said before anything is written.
func TestBadSpec(t *testing.T) {
	dir := t.TempDir()
	in := write(t, filepath.Join(dir, "in-1"), []byte("1\n"))
	head := write(t, filepath.Join(dir, "head"), []byte("other\n1\n"))
	for want, spec := range map[string]Spec{
		"there is no such file":                                 {Inputs: []string{in + "x"}, Output: dir + "/out"},
		"no object matches":                                     {Inputs: []string{dir + "/x*"}, Output: dir + "/out"},
		"only {} is known here":                                 {Inputs: []string{in}, Output: dir + "/out-{:03}"},
		"it is a folder":                                        {Inputs: []string{dir}, Output: dir + "/out"},
		"must not have a user":                                  {Inputs: []string{"s3://me:secret@b/k"}, Output: dir + "/out"},
		"a name in s3:// must not":                              {Inputs: []string{in}, Output: "s3://b/k?endpoint=http://me:secret@host"},
		"there are no inputs":                                   {Output: dir + "/out"},
		"needs {} in its last part":                             {Inputs: []string{in}, Output: dir + "/out", Shards: 2},
		"from 1 to 1,000,000 shards":                            {Inputs: []string{in}, Output: dir + "/{}", Shards: 2_000_000},
		"a shuffle has a number of shards or a split, not both": {Inputs: []string{in}, Output: dir + "/{}", Shards: 2, Split: "a=1"},
		"is not NAME=SHARE":                                     {Inputs: []string{in}, Output: dir + "/{}", Split: "a"},
		"more than 1":                                           {Inputs: []string{in}, Output: dir + "/{}", Split: "a=0.6,b=0.6"},
		"the part a/b cannot be":                                {Inputs: []string{in}, Output: dir + "/{}", Split: "a/b=1"},
		"the part .. cannot be":                                 {Inputs: []string{in}, Output: dir + "/{}", Split: "..=1"},
		"the part _%d.manifest.json cannot":                     {Inputs: []string{in}, Output: dir + "/{}", Split: "_%d.manifest.json=1"},
		"the part _%d.work cannot be":                           {Inputs: []string{in}, Output: dir + "/{}", Split: "_%d.work=1"},
		"or the name of the shard":                              {Inputs: []string{in}, Output: dir + "/out", Split: "a=1"},
		"in-1 is there already":                                 {Inputs: []string{in}, Output: dir + "/in-{}", Shards: 2},
		"is a folder":                                           {Inputs: []string{in}, Output: dir + "/"},
		"a store is s3://":                                      {Inputs: []string{"ftp://a/b"}, Output: dir + "/out"},
		"a store is s3://, gs:// or file://":                    {Inputs: []string{"azblob://a/b"}, Output: dir + "/out"},
		"gs:// or file:///":                                     {Inputs: []string{"file://a/b"}, Output: dir + "/out"},
		"s3:///b has no bucket":                                 {Inputs: []string{"s3:///b"}, Output: dir + "/out"},
		"s3://b is a folder, not an objec":                      {Inputs: []string{"s3://b"}, Output: dir + "/out"},
	} {
		if _, err := Make(context.Background(), newStore(t), spec); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%+v: %v, not %q", spec, err, want)
		}
	}
	if _, err := newPlan(context.Background(), newStore(t), Spec{Inputs: []string{in + "x"}, Output: dir + "/out", Shards: 2}); !errors.As(err, new(*SpecError)) {
		t.Error("what is wrong whatever there is comes first:", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 2 {
		t.Errorf("there are %q", left)
	}
	spec := Spec{Inputs: []string{in, head}, Output: dir + "/out", Seed: &testSeed, Head: -1, Format: Format{Header: 1}}
	j := mustMake(t, newStore(t), spec)
	if err := do(context.Background(), j); !errors.As(err, new(*failure.HeaderError)) {
		t.Error(err)
	}
}

// TestSpared: an input that the job would write to is refused, by whatever name, and nothing
// is written.
func TestSpared(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	if err := os.Mkdir(path("real"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"in", "_m-%d.manifest.json", "real/in"} {
		write(t, path(name), []byte("1\n"))
	}
	for _, link := range [][2]string{{"in", "soft-1"}, {"soft-1", "again"}, {"real", "folder"}} {
		if err := os.Symlink(path(link[0]), path(link[1])); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ in, out, want string }{
		{"_m-%d.manifest.json", "m-{}", "_m-%d.manifest.json is there already"},
		{"in", "soft-{}", "soft-1 is there already"},
		{"soft-1", "again", "again is there already"},
		{"real/in", "folder/in", "folder/in is there already"},
	} {
		spec := Spec{Inputs: []string{path(c.in)}, Output: path(c.out), Shards: 1, Seed: &testSeed, Head: -1}
		if strings.Contains(c.out, "{}") {
			spec.Shards = 2
		}
		_, made := Make(context.Background(), newStore(t), spec)
		for _, err := range []error{made, runs(context.Background(), newStore(t), spec, false, local)} {
			if !errors.Is(err, Occupied) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v: %v", c, err)
			}
		}
	}
	if left, _ := filepath.Glob(path("*")); len(left) != 6 {
		t.Errorf("there are %q", left)
	}
}

// TestSecret: only the owner can read what is in the folder of a job: the plan has the seed, and
// runs have the inputs.
func TestSecret(t *testing.T) {
	j := mustMake(t, newStore(t), numbers(t, 100, t.TempDir()))
	mustDo(t, j)
	files := 0
	err := filepath.WalkDir(j.Work(), func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		if info, err := d.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the mode of %s is %v, %v", name, info.Mode(), err)
		}
		return nil
	})
	if err != nil || files < 10 {
		t.Errorf("%d files, %v", files, err)
	}
}

// TestDone: a shuffle that has been done is not done again; one that differs is.
func TestDone(t *testing.T) {
	ctx := context.Background()
	spec := numbers(t, 100, t.TempDir())
	done := func(spec Spec) bool {
		t.Helper()
		p, err := newPlan(ctx, newStore(t), spec)
		if err != nil {
			t.Fatal(err)
		}
		d, err := p.done(ctx, newStore(t))
		if err != nil {
			t.Fatal(err)
		}
		return d != nil
	}
	if done(spec) {
		t.Error("nothing has been done")
	}
	j := mustMake(t, newStore(t), spec)
	mustDo(t, j)
	if !done(spec) {
		t.Error("it has been done")
	}
	other := spec
	other.Shards = 2
	unseeded := spec
	unseeded.Seed = nil
	for _, spec := range []Spec{other, unseeded} {
		if err := runs(ctx, newStore(t), spec, false, local); !errors.Is(err, Occupied) {
			t.Error("another shuffle has been done:", err)
		}
	}
	never := func(context.Context, *Job) error { t.Error("it is done again"); return nil }
	for _, keep := range []bool{true, false} { // as if it had been killed before it was cleaned
		if err := runs(ctx, newStore(t), spec, keep, never); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(j.Work()); (err == nil) != keep {
			t.Errorf("keep is %v, and the folder of the job: %v", keep, err)
		}
	}
	if !done(spec) {
		t.Error("it has been done and cleaned")
	}
	j = mustMake(t, newStore(t), spec)
	mustDo(t, j)
	shard := j.plan.shardName(1).String()
	if err := os.Chtimes(shard, time.Time{}, time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	if !done(spec) {
		t.Error("a shard has another time, but the same bytes")
	}
	os.Remove(shard)
	if done(spec) {
		t.Error("a shard is missing")
	}
	if err := runs(ctx, newStore(t), spec, false, local); err != nil || !done(spec) { // what is missing is written again
		t.Error(err)
	}
	same(t, j, spec)
	b := read(t, shard)
	b[0]++
	write(t, shard, b)
	if err := runs(ctx, newStore(t), spec, false, local); !errors.Is(err, Occupied) || !strings.Contains(err.Error(), shard) {
		t.Error("a shard has other bytes:", err)
	}
}

// TestDamagedPlan: a flipped bit anywhere in the plan is an error that names it, and so is
// what a power cut leaves; the job can be cleaned.
func TestDamagedPlan(t *testing.T) {
	ctx := context.Background()
	j := mustMake(t, newStore(t), numbers(t, 100, t.TempDir()))
	at := j.plan.Work.Join("plan.json").String()
	was := read(t, at)
	st := newStore(t)
	damaged := func(what string, now []byte) {
		t.Helper()
		write(t, at, now)
		if _, e := Open(ctx, st, j.Work()); !errors.Is(e, Damaged) || !strings.Contains(e.Error(), at) {
			t.Errorf("%s: %v", what, e)
		}
	}
	for i := range was {
		now := slices.Clone(was)
		now[i] ^= 1 << (i % 8)
		damaged(fmt.Sprintf("bit %d of byte %d", i%8, i), now)
	}
	for what, now := range map[string][]byte{"half of it": was[:len(was)/2], "zeros": make([]byte, len(was)), "nothing": nil} {
		damaged(what, now)
		if err := Clean(ctx, newStore(t), j.Work()); err != nil {
			t.Error(what, err)
		}
		if _, err := os.Stat(j.Work()); !os.IsNotExist(err) {
			t.Errorf("%s: clean left the folder: %v", what, err)
		}
		if err := os.Mkdir(j.Work(), 0o700); err != nil {
			t.Fatal(err)
		}
	}
}
