package job

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/internal/twin/trial"
	"github.com/yates-shuffle/yates/order"
)

var testSeed = order.SeedFromText("yates")

// newStore returns a store that waits for nothing.
func newStore(t testing.TB) *store.Store {
	st := store.New()
	st.Wait = 0
	return st
}

// do does all steps of a job.
func do(ctx context.Context, j *Job) error {
	j.Memory = 16 << 20
	for _, step := range []string{"count", "scatter", "gather"} {
		for k := range j.Steps(step) {
			if err := j.Do(ctx, step, k); err != nil {
				return err
			}
		}
	}
	return j.Do(ctx, "finish", 0)
}

// runs is Run without the manifest.
func runs(ctx context.Context, st *store.Store, spec Spec, keep bool, schedule func(context.Context, *Job) error) error {
	_, err := Run(ctx, st, spec, keep, schedule)
	return err
}

func mustMake(t testing.TB, st *store.Store, spec Spec) *Job {
	t.Helper()
	j, err := Make(context.Background(), st, spec)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func mustDo(t testing.TB, j *Job) {
	t.Helper()
	if err := do(context.Background(), j); err != nil {
		t.Fatal(err)
	}
}

func write(t testing.TB, name string, data []byte) string {
	t.Helper()
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// copyJob copies the folder of a job.
func copyJob(t testing.TB, to, from string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob(filepath.Join(to, "*"))
	for _, name := range names {
		if err := os.Chmod(name, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// shards returns the names of the shards.
func (s *Spec) shards() (names []string) {
	if s.Split != "" {
		for part := range strings.SplitSeq(s.Split, ",") {
			name, _, _ := strings.Cut(part, "=")
			names = append(names, strings.ReplaceAll(s.Output, "{}", name))
		}
		return names
	}
	for k := range s.Shards {
		names = append(names, strings.ReplaceAll(s.Output, "{}", fmt.Sprint(k)))
	}
	return names
}

// want returns what the slow twin makes of the same inputs: one output for each part.
func want(t *testing.T, spec Spec, parts int) (all [][]byte) {
	t.Helper()
	j := twin.Job{
		Seed: testSeed, NUL: spec.NUL, CSV: spec.CSV, Lines: spec.Lines, Header: spec.Header, Head: int(spec.Head), Start: spec.Start,
	}
	if spec.Split == "" {
		j.Parts = twin.Equal(parts)
	} else {
		var shares []string
		for part := range strings.SplitSeq(spec.Split, ",") {
			_, share, _ := strings.Cut(part, "=")
			shares = append(shares, strings.ReplaceAll(share, "%", "/100"))
		}
		j.Parts = twin.Shares(shares...)
	}
	var inputs [][]byte
	for _, name := range spec.Inputs {
		inputs = append(inputs, unpacked(t, name))
	}
	outputs, err := j.Outputs(inputs)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range outputs {
		all = append(all, part[0])
	}
	return all
}

func packed(t *testing.T, ext string, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	switch ext {
	case ".gz":
		w := gzip.NewWriter(&b)
		w.Write(data)
		w.Close()
	case ".zst":
		w, _ := zstd.NewWriter(&b)
		w.Write(data[:len(data)/2])
		w.Close()
		w.Reset(&b) // a second frame
		w.Write(data[len(data)/2:])
		w.Close()
	default:
		return data
	}
	return b.Bytes()
}

func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	var out bytes.Buffer
	data := read(t, name)
	switch filepath.Ext(name) {
	case ".gz":
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		out.ReadFrom(r)
	case ".zst":
		r, err := zstd.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		out.ReadFrom(r)
	default:
		return data
	}
	return out.Bytes()
}

// randomSpec returns a random job on inputs in a folder.
func randomSpec(t *testing.T, number uint64, dir string) Spec {
	tr := trial.New(number, 1)
	tr.Kind = trial.Pick(tr.Rand, trial.Texts...)
	tr.Job.InStep, tr.Job.Unique, tr.Job.Repeat, tr.Job.GroupBy, tr.Job.StratifyBy = false, false, false, nil, nil
	tr.Job.Delimiter = 0
	tr.Files, tr.Size, tr.Longest, tr.Sound = min(max(tr.Files, 1), 5), min(tr.Size, 100_000), min(tr.Longest, 100), true
	tr.Settle()
	tr.Make()
	spec := Spec{
		Head: int64(tr.Job.Head), Shards: 1 + tr.IntN(5), Seed: &testSeed, Segment: 1 + tr.Int64N(1500),
		Output: filepath.Join(dir, "out-{}.txt"+trial.Pick(tr.Rand, "", ".gz", ".zst")),
	}
	spec.NUL, spec.CSV, spec.Lines, spec.Start, spec.Header = tr.Job.NUL, tr.Job.CSV, tr.Job.Lines, tr.Job.Start, tr.Job.Header
	if tr.Chance(30) {
		spec.Shards, spec.Split = 0, trial.Pick(tr.Rand, "train=0.8,test=20%", "a=1/3,b=1/3,c=1/7", "all=1", "some=0.01")
	}
	for f, text := range tr.Sources {
		ext := trial.Pick(tr.Rand, "", "", "", ".gz", ".zst")
		spec.Inputs = append(spec.Inputs, write(t, filepath.Join(dir, fmt.Sprint("in-", f, ".txt", ext)), packed(t, ext, text)))
	}
	return spec
}

// TestTwin: the shards of a job are the parts that the slow twin makes, with random inputs,
// formats, segments and shards.
func TestTwin(t *testing.T) {
	segments, shards := 0, 0
	for number := range uint64(45) {
		spec := randomSpec(t, number, t.TempDir())
		j := mustMake(t, newStore(t), spec)
		mustDo(t, j)
		segments, shards = segments+len(j.segments), shards+j.plan.Shards
		names := spec.shards()
		for k, want := range want(t, spec, spec.Shards) {
			got := unpacked(t, names[k])
			if !bytes.Equal(got, want) {
				t.Fatalf("trial %d, %+v: shard %d of %d segments has %d bytes instead of %d", number, spec, k, len(j.segments), len(got), len(want))
			}
		}
	}
	if segments < 500 || shards < 50 {
		t.Errorf("%d segments and %d shards in all: the trials test little", segments, shards)
	}
}

// TestHead: the runs of a head hold little more than the head.
func TestHead(t *testing.T) {
	for _, head := range []int64{0, 1, 100} {
		spec := numbers(t, 100_000, t.TempDir())
		spec.Head = head
		st := newStore(t)
		j := mustMake(t, st, spec)
		mustDo(t, j)
		same(t, j, spec)
		for k := range len(j.segments) {
			info, err := st.Stat(context.Background(), j.numbered("runs", k).Name)
			const record, bucket = 6, 100 // bytes, and more records than any has
			if size := info.Size - tableSize; err != nil || size > (head+bucket)*record {
				t.Errorf("the run of a head of %d has %d bytes, %v", head, size, err)
			}
		}
	}
}

// TestEndToEnd: shards laid end to end are what one machine writes.
func TestEndToEnd(t *testing.T) {
	dir := t.TempDir()
	var in []byte
	for i := range 50_000 {
		in = fmt.Appendf(in, "line %d\n", i)
	}
	spec := Spec{Inputs: []string{write(t, filepath.Join(dir, "in"), in)}, Output: filepath.Join(dir, "{}"), Seed: &testSeed, Head: -1, Shards: 13, Segment: 50_000}
	j := mustMake(t, newStore(t), spec)
	mustDo(t, j)
	var got []byte
	for k := range 13 {
		got = append(got, read(t, filepath.Join(dir, fmt.Sprintf("%02d", k)))...)
	}
	if !bytes.Equal(got, want(t, spec, 1)[0]) {
		t.Error("the shards are not what one machine writes")
	}
	var m Manifest
	if err := json.Unmarshal(read(t, j.Manifest()), &m); err != nil {
		t.Fatal(err)
	}
	if m.Records != 50_000 || len(m.Shards) != 13 || m.Seed == testSeed.String() || len(m.Seed) != 64 || m.Inputs[0].Tag == "" {
		t.Errorf("the manifest is %+v", m)
	}
}

// TestMarks: a byte-order mark at the front of an input comes first, as on one machine; elsewhere it is text.
func TestMarks(t *testing.T) {
	dir := t.TempDir()
	var in []byte
	for i := range 1000 {
		in = fmt.Appendf(in, "\ufeffline %d\n", i)
	}
	a, b := write(t, filepath.Join(dir, "a"), in), write(t, filepath.Join(dir, "b"), in[3:])
	for i, inputs := range [][]string{{a, b}, {b, a}, {b, b}} {
		name := filepath.Join(dir, fmt.Sprint("out", i))
		spec := Spec{Inputs: inputs, Output: name, Seed: &testSeed, Head: -1, Shards: 1, Segment: 3000}
		mustDo(t, mustMake(t, newStore(t), spec))
		var want bytes.Buffer
		if err := engine.Shuffle(t.Context(), &want, engine.Options{Seed: &testSeed},
			engine.Source{Name: inputs[0], Unpack: true}, engine.Source{Name: inputs[1], Unpack: true}); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(read(t, name), want.Bytes()) {
			t.Errorf("%v: not what one machine writes", inputs)
		}
	}
}

// TestAgain: steps that run several times, at the same time, and in pieces of other jobs do
// no harm; a finished job does nothing when it is started again.
func TestAgain(t *testing.T) {
	dir := t.TempDir()
	spec := randomSpec(t, 3, dir)
	st := newStore(t)
	var all sync.WaitGroup
	ctx := context.Background()
	for _, step := range []string{"count", "scatter", "gather"} {
		for range 4 { // workers that know nothing of each other
			all.Go(func() {
				j, err := Make(ctx, newStore(t), spec)
				if err != nil {
					t.Error(err)
					return
				}
				j.Memory = 16 << 20
				for k := range j.Steps(step) {
					if err := j.Do(ctx, step, k); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
	}
	j := mustMake(t, st, spec)
	if err := j.Do(ctx, "finish", 0); err != nil {
		t.Fatal(err)
	}
	for k, want := range want(t, spec, spec.Shards) {
		if got := unpacked(t, j.plan.shardName(k).String()); !bytes.Equal(got, want) {
			t.Errorf("shard %d has %d bytes instead of %d", k, len(got), len(want))
		}
	}
	asked := counting(st)
	mustDo(t, j)
	if n := asked()["writing"]; n != 2 {
		t.Errorf("a job that was done wrote %d objects, not just the manifest and its note", n)
	}
	if err := Clean(ctx, newStore(t), j.Work()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(j.Work()); !os.IsNotExist(err) {
		t.Errorf("clean left the folder: %v", err)
	}
	if _, err := os.Stat(j.plan.shardName(0).String()); err != nil {
		t.Error(err)
	}
}
