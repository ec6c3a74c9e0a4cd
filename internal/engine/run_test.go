package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/yates-shuffle/yates/order"
)

// A run in memory, as it was written.
type testRun struct {
	data           []byte
	records, bytes [order.Buckets]int64
}

func scatterRun(t *testing.T, opt Options, first int64, data []byte) (run testRun, records int64) {
	t.Helper()
	opt.TempDir = t.TempDir()
	s, err := Scatter(context.Background(), opt, first, Reader("a stretch", bytes.NewReader(data)))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for b := range order.Buckets {
		run.records[b], run.bytes[b] = s.Bucket(b)
	}
	var out bytes.Buffer
	if err := s.Write(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	run.data = out.Bytes()
	return run, s.Records()
}

// bucketsOf returns buckets lo, …, hi−1 of the runs, for Gather.
func bucketsOf(runs []testRun, lo, hi int) (Buckets, []Run) {
	of := Buckets{First: lo, Records: make([]int64, hi-lo)}
	var all []Run
	for i, run := range runs {
		from, at := int64(0), int64(0)
		for _, n := range run.bytes[:lo] {
			from += n
		}
		r := Run{Name: fmt.Sprint("run ", i)}
		for b := lo; b < hi; b++ {
			of.Records[b-lo] += run.records[b]
			at += run.bytes[b]
			r.Ends = append(r.Ends, at)
		}
		r.Open = func(context.Context) (io.ReadCloser, error) {
			return io.NopCloser(iotest.HalfReader(bytes.NewReader(run.data[from : from+at]))), nil
		}
		all = append(all, r)
	}
	return of, all
}

func gathered(t *testing.T, opt Options, of Buckets, runs []Run) (out []byte, spilled int64) {
	t.Helper()
	opt.TempDir = t.TempDir()
	c, err := Gather(context.Background(), opt, of, runs)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var b bytes.Buffer
	if err := c.Write(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), c.Spilled()
}

// TestGatherParts: a part of the order that begins and ends within buckets, with a header.
func TestGatherParts(t *testing.T) {
	var in []byte
	for i := range 30_000 {
		in = fmt.Appendf(in, "%d\n", i)
	}
	opt := Options{Seed: &testSeed, Memory: 1 << 24}
	run, _ := scatterRun(t, opt, 0, in)
	of, runs := bucketsOf([]testRun{run}, 0, order.Buckets)
	of.Header = []byte("n\n")
	c, err := Gather(context.Background(), opt, of, runs)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var out bytes.Buffer
	parts := []io.Writer{io.Discard, &out}
	if err := c.WriteParts(context.Background(), []int64{12_345, 678},
		func(part int) (io.Writer, error) { return parts[part], nil }); err != nil {
		t.Fatal(err)
	}
	want := bytes.Join(bytes.SplitAfter(twin(testSeed, false, 0, in), []byte("\n"))[12_345:12_345+678], nil)
	if got, found := bytes.CutPrefix(out.Bytes(), of.Header); !found || !bytes.Equal(got, want) {
		t.Error(differ(got, want))
	}
}

// TestRunsHead: runs of a head have what the head of the order needs, whole buckets, and
// little else.
func TestRunsHead(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	spills := 0
	for trial := range 40 {
		var in []byte
		n := rng.IntN([]int{3, 200, 60_000}[rng.IntN(3)])
		for i := range n {
			in = fmt.Appendf(in, "%d%s\n", i, strings.Repeat("x", rng.IntN(20)))
			if rng.IntN(20_000) == 0 {
				in = fmt.Appendf(in, "%d%s\n", i, strings.Repeat("long", 3000))
			}
		}
		lines := bytes.SplitAfter(in, []byte("\n"))
		n = len(lines) - 1
		head := 1 + rng.IntN(n/(1+rng.IntN(30))+2)
		opt := Options{Seed: &testSeed, Memory: 1 << 24, Workers: 1 + rng.IntN(3)}
		if rng.IntN(2) == 0 {
			opt.tune = tuning{chunk: 1000, slab: 2000, memory: 5000, batchSize: 4000, unitSize: 200, pageSize: 100, long: 1000}
		}
		var runs []testRun
		for from := 0; from < n || len(runs) == 0; {
			to := min(n, from+rng.IntN(n/2+2))
			scatter := opt
			scatter.Head = int64(head)
			run, records := scatterRun(t, scatter, int64(from), bytes.Join(lines[from:to], nil))
			kept, size, last := int64(0), int64(0), int64(0)
			for b := range order.Buckets {
				kept, size = kept+run.records[b], size+run.bytes[b]
				if run.records[b] > 0 {
					last = run.records[b]
				}
			}
			if records != int64(to-from) || size != int64(len(run.data)) {
				t.Errorf("trial %d: %d records and %d bytes, not %d and %d", trial, records, len(run.data), to-from,
					size)
			}
			if kept < min(int64(head), records) || kept-last >= int64(head) {
				t.Errorf("trial %d: a run of %d records has %d for a head of %d", trial, records, kept, head)
			}
			runs, from = append(runs, run), to
		}
		of, _ := bucketsOf(runs, 0, order.Buckets)
		wanted := 0
		for have := int64(0); wanted < order.Buckets && have < int64(head); wanted++ {
			have += of.Records[wanted]
		}
		of, all := bucketsOf(runs, 0, wanted)
		out, spilled := gathered(t, opt, of, all)
		if spilled > 0 {
			spills++
		}
		order := bytes.SplitAfter(twin(testSeed, false, 0, in), []byte("\n"))
		want := bytes.Join(order[:min(head, n)], nil)
		if !bytes.HasPrefix(out, want) {
			t.Fatalf("trial %d: the head of %d of %d records in %d runs: %s", trial, head, n, len(runs),
				differ(out[:min(len(out), len(want))], want))
		}
	}
	if spills == 0 {
		t.Error("no gathering spilled, so the trials test little")
	}
}

// TestRunErrors: what is wrong with runs or options is said, and nothing hangs.
func TestRunErrors(t *testing.T) {
	opt := Options{Seed: &testSeed, Memory: 1 << 24}
	run, _ := scatterRun(t, opt, 0, bytes.Repeat([]byte("line\n"), 100_000))
	gather := func(change func(runs []Run)) error {
		of, runs := bucketsOf([]testRun{run, run, run}, 0, order.Buckets)
		change(runs)
		c, err := Gather(context.Background(), opt, of, runs)
		if err == nil {
			c.Close()
		}
		return err
	}
	gone := errors.New("it is gone")
	for _, c := range []struct {
		err  error
		want string
	}{
		{gather(func(runs []Run) { runs[1].Ends[order.Buckets-1]++ }), "reading run 1: it is too short"},
		{gather(func(runs []Run) { runs[2].Ends = runs[2].Ends[1:] }), "run 2: it has 4095 buckets"},
		{gather(func(runs []Run) {
			runs[1].Open = func(context.Context) (io.ReadCloser, error) { return nil, gone }
		}), "reading run 1: it is gone"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v instead of %q", c.err, c.want)
		}
	}
	for _, bad := range []Options{{}, {Seed: &testSeed, Head: -1}, {Seed: &testSeed, Unique: true},
		{Seed: &testSeed, GroupBy: []Column{{Number: 1}}}} {
		if s, err := Scatter(context.Background(), bad, 0); err == nil {
			s.Close()
			t.Errorf("Scatter accepts %+v", bad)
		}
		if c, err := Gather(context.Background(), bad, Buckets{Records: make([]int64, 1)}, nil); err == nil {
			c.Close()
			t.Errorf("Gather accepts %+v", bad)
		}
	}
	if c, err := Gather(context.Background(), Options{Seed: &testSeed, Head: 1}, Buckets{Records: make([]int64, 1)},
		nil); err == nil {
		c.Close()
		t.Error("Gather accepts a head")
	}
	for _, of := range []Buckets{{}, {First: -1, Records: make([]int64, 1)}, {First: 4096, Records: make([]int64, 1)}} {
		if c, err := Gather(context.Background(), opt, of, nil); err == nil {
			c.Close()
			t.Errorf("Gather accepts %+v", of)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(gone)
	of, runs := bucketsOf([]testRun{run}, 0, order.Buckets)
	if c, err := Gather(ctx, opt, of, runs); !errors.Is(err, gone) {
		c.Close()
		t.Errorf("%v after the end", err)
	}
}
