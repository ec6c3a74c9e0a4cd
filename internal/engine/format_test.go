package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/records/failure"
)

// writtenParts is what the engine makes of the same.
func writtenParts(t *testing.T, opt Options, sources []Source, shares func(n int) []int) (parts [][][]byte, err error) {
	t.Helper()
	ctx := context.Background()
	c, err := Collect(ctx, opt, sources...)
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := c.Close(); err == nil {
			err = e
		}
		if c.store.Arena.Held() != 0 {
			t.Errorf("%d bytes of slabs were not given back", c.store.Arena.Held())
		}
	}()
	n, err := c.Len(ctx)
	if err != nil {
		return nil, err
	}
	var sizes []int64
	for _, size := range shares(int(n)) {
		sizes = append(sizes, int64(size))
	}
	var out [][]*bytes.Buffer
	err = c.WriteParts(ctx, sizes, func(part int) (w []io.Writer, err error) {
		if part != len(out) {
			return nil, fmt.Errorf("part %d is opened after %d others", part, len(out))
		}
		out = append(out, nil)
		for range c.tracks {
			b := new(bytes.Buffer)
			out[part] = append(out[part], b)
			w = append(w, b)
		}
		return w, nil
	})
	if err != nil {
		return nil, err
	}
	for _, bufs := range out {
		var part [][]byte
		for _, b := range bufs {
			part = append(part, b.Bytes())
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// A textKind makes text that has to do with a format.
type textKind struct {
	name string
	set  func(rng *rand.Rand, opt *Options)
	unit func(rng *rand.Rand, i int) string // text of whole units, mostly
}

func startsAt(pattern string) func(*rand.Rand, *Options) {
	return func(_ *rand.Rand, opt *Options) { opt.Start = regexp.MustCompile(pattern) }
}

var textKinds = []textKind{
	{"lines", func(*rand.Rand, *Options) {}, func(rng *rand.Rand, i int) string {
		return fmt.Sprintf("%d\t%d\tx%s\n", i, rng.IntN(9), strings.Repeat("y", rng.IntN(30)))
	}},
	{"CSV", func(rng *rand.Rand, opt *Options) { opt.CSV = true }, func(rng *rand.Rand, i int) string {
		field := func() string {
			return pick1(rng, "", "a", `"a"`, `5" disk`, `"a"b"`, ` "`, `"a,""b"""`, "\"line\nbreak\"",
				`"`+strings.Repeat("long\r\n", rng.IntN(9))+`"`, fmt.Sprint(rng.IntN(99)))
		}
		return fmt.Sprint(i, ",", field(), ",", field(), pick1(rng, "\n", "\r\n"))
	}},
	{"pairs of lines", func(rng *rand.Rand, opt *Options) { opt.Lines = 2 }, func(rng *rand.Rand, i int) string {
		return fmt.Sprintf("id %d\t%d\n%s\n", i, rng.IntN(9), strings.Repeat("x", rng.IntN(50)))
	}},
	{"FASTQ", func(rng *rand.Rand, opt *Options) { opt.Lines = 4 }, func(rng *rand.Rand, i int) string {
		n := rng.IntN(200)
		return fmt.Sprintf("@%d\t%d\n%s\n+\n%s\n", i, rng.IntN(9), strings.Repeat("A", n), strings.Repeat("#", n))
	}},
	{"FASTA", startsAt("^>"), func(rng *rand.Rand, i int) string {
		s := fmt.Sprintf(">%d\t%d\n", i, rng.IntN(9))
		for range rng.IntN(5) {
			s += strings.Repeat("ACGT", rng.IntN(20)) + "\n"
		}
		return s
	}},
	{"log", startsAt(`^\d+-\d+\b`), func(rng *rand.Rand, i int) string {
		s := fmt.Sprintf("%d-%d\t%d\tit happened\n", i, rng.IntN(99), rng.IntN(9))
		for range rng.IntN(3) * rng.IntN(3) {
			s += strings.Repeat("\tat somewhere()", rng.IntN(5)) + "\n"
		}
		if rng.IntN(3000) == 0 {
			s += strings.Repeat("z", rng.IntN(9000)) + "\n"
		}
		return s
	}},
}

// lengthened makes a unit of some megabytes.
func lengthened(rng *rand.Rand, kind textKind, unit string) string {
	n := rng.IntN(3 << 20)
	text := strings.TrimSuffix(unit, "\n")
	switch kind.name {
	case "CSV":
		if rng.IntN(2) == 0 {
			return text + ",\"" + strings.Repeat("\n\"\",", n/4) + "\"\n"
		}
	case "FASTA", "log":
		return unit + strings.Repeat("\tACGT\n", n/6)
	}
	return text + strings.Repeat("z", n) + "\n"
}

// TestNothingInStep: no sources are an error, and no panic.
func TestNothingInStep(t *testing.T) {
	if _, err := Collect(context.Background(), Options{InStep: true}); err == nil {
		t.Error("no error")
	}
}

// TestFirstBadKey: of many records without a key the first is named, whatever worker meets it.
func TestFirstBadKey(t *testing.T) {
	text := "1\ta\n" + strings.Repeat("2\n", 500)
	for range 50 {
		opt := Options{Seed: &testSeed, GroupBy: []Column{{Number: 2}}, Workers: 7, tune: tuning{chunk: 16}}
		err := Shuffle(context.Background(), io.Discard, opt, Reader("in", strings.NewReader(text)))
		if err == nil || !strings.HasPrefix(err.Error(), "record 2: ") {
			t.Fatal(err)
		}
	}
}

// TestKeyError: columns that go on beyond what is held of a record are an error,
// however it is read; columns before that are found.
func TestKeyError(t *testing.T) {
	const long = 1000
	x := strings.Repeat("x", 2*long)
	for _, c := range []struct {
		text    string
		opt     Options
		columns []Column
		fails   bool
	}{
		{"1\ta\n2\tb\t" + x, Options{}, []Column{{Number: 2}}, false},
		{"1\ta\n2\t" + x, Options{}, []Column{{Number: 1}}, false},
		{"1\ta\n2\t" + x + "\n3\tb", Options{}, []Column{{Number: 2}}, true},
		{"1\n" + x, Options{}, []Column{{Number: 1}}, true},
		{"1\ta\n2\t" + x + "\t\n3", Options{}, []Column{{Number: 1}, {Number: 2}}, true},
		{"1,\"a\",\n2,\"" + x + "\",b\n", Options{CSV: true}, []Column{{Number: 3}}, true},
		{"1,\"a\",\n2,\"b\",\"" + x + "\"\n", Options{CSV: true}, []Column{{Number: 2}}, false},
		{"1\ta\nb\n2\tb\n" + x, Options{Lines: 2}, []Column{{Number: 2}}, false},
		{"1\n\n" + x + "\n" + x, Options{Lines: 2}, []Column{{Number: 1}}, true},
	} {
		for _, tune := range []tuning{
			{}, {chunk: 16}, {chunk: 16, stream: true}, {big: 16, bigHere: 16, memory: 1, slab: 16},
		} {
			opt := c.opt
			opt.Seed, opt.GroupBy, opt.tune = &testSeed, c.columns, tune
			opt.tune.long = long
			name := filepath.Join(t.TempDir(), "in")
			writeFile(t, name, c.text)
			var out bytes.Buffer
			err := Shuffle(context.Background(), &out, opt, RawFile(name))
			e, ok := errors.AsType[*failure.KeyError](err)
			if ok != c.fails || ok && *e != (failure.KeyError{Most: long}) || !ok && err != nil {
				t.Errorf("%.20q, %+v: %v", c.text, tune, err)
			}
		}
	}
	const want = "record 7: its columns, or its JSON, do not end within its first 5 MiB"
	if got := (&failure.RecordError{Record: 7, Err: &failure.KeyError{Most: 5<<20 + 1}}).Error(); got != want {
		t.Errorf("%s instead of %s", got, want)
	}
}

// TestFormatsAgainstTwin: whatever the format and the sizes, the engine writes
// what the twin does, and fails where the twin fails.
func TestFormatsAgainstTwin(t *testing.T) {
	rounds := uint64(400)
	if testing.Short() {
		rounds = 60
	}
	for round := range rounds {
		formatTrial(t, round)
	}
}

func formatTrial(t *testing.T, round uint64) {
	t.Helper()
	const block = mib
	rng := rand.New(rand.NewPCG(round, 1))
	kind := textKinds[rng.IntN(len(textKinds))]
	opt := Options{
		Seed: &testSeed, Memory: 1 << 20, Workers: pick1(rng, 1, 2, 3), Header: rng.IntN(3) * rng.IntN(2),
		TempDir: t.TempDir(),
	}
	kind.set(rng, &opt)
	if rng.IntN(3) > 0 {
		opt.tune = tuning{
			chunk: block * pick1(rng, 1, 2), memory: pick1(rng, int64(1), 4096, 100_000, block),
			slab: pick1(rng, 64, 4096, block), unitSize: pick1(rng, 100, 5000, block/4), pageSize: pick1(rng, 1, 17, 1000),
			batchSize: pick1(rng, int64(8), 1000, 50_000, block), big: pick1(rng, int64(1), 100, 2000, block),
		}
		opt.tune.bigHere = opt.tune.big
	}
	opt.InStep = rng.IntN(3) == 0
	opt.Unique = rng.IntN(4) == 0
	opt.Missing = pick1(rng, MissingUnset, MissingOwn, MissingOne, MissingDrop)
	if by := rng.IntN(9); by < 5 {
		for range 1 + rng.IntN(2)*rng.IntN(2) {
			column := Column{Number: 1 + rng.IntN(3)*rng.IntN(2)}
			if by < 3 {
				opt.GroupBy = append(opt.GroupBy, column)
			}
			if by > 1 {
				opt.StratifyBy = append(opt.StratifyBy, Column{Number: 1 + rng.IntN(3)*rng.IntN(2)})
			}
		}
		if !opt.CSV && rng.IntN(2) == 0 {
			opt.Delimiter = pick1(rng, byte('x'), ' ', '-')
		}
	}
	if rng.IntN(3) == 0 && opt.StratifyBy == nil {
		opt.Head = pick1(rng, int64(1), 2, 10, 1000, 100_000)
	}
	var data [][]byte
	units := pick1(rng, 0, 1, 3, 100, 3000, 20_000)
	if opt.Unique {
		opt.Memory = 4 << 20
	}
	for range 1 + rng.IntN(3) {
		n := units
		if !opt.InStep || rng.IntN(20) == 0 {
			n = rng.IntN(units + 1)
		}
		var b []byte
		if opt.Header > 0 && (n > 0 || rng.IntN(2) == 0) && rng.IntN(20) > 0 {
			end := pick1(rng, "\n", "\n", "\r\n")
			b = append(b, pick1(rng, "", "", "\ufeff")...)
			for i := range opt.Header {
				b = fmt.Append(b, "head", i, "\ttail,third column", end)
			}
		}
		for i := range n {
			unit := kind.unit(rng, i)
			if opt.Unique && rng.IntN(2) == 0 {
				unit = kind.unit(rand.New(rand.NewPCG(1, 1)), i%7)
			}
			if rng.IntN(20*n) == 0 {
				unit = lengthened(rng, kind, unit)
			}
			b = append(b, unit...)
		}
		if len(b) > 0 && rng.IntN(3) == 0 {
			b = b[:len(b)-1] // mostly a separator
		}
		if len(b) > 0 && rng.IntN(30) == 0 {
			b = b[:rng.IntN(len(b))]
		}
		data = append(data, b)
	}
	if rng.IntN(3) == 0 { // small chunks, as a record that ends in one is not a long one
		opt.tune.long, opt.tune.chunk = pick1(rng, int64(200), 1000), pick1(rng, 16, 1000)
		if units > 3000 {
			opt.tune.chunk = 64 << 10
		}
	}
	opt.Parts = true
	job := slowJob(opt)
	job.Parts = func(n int) []int { return []int{n} }
	if rng.IntN(2) == 0 {
		a, b, c := rng.IntN(100), rng.IntN(100), rng.IntN(100)
		job.Parts = func(n int) []int { return []int{n * a / 300, 0, n * b / 300, n * c / 300, 0} }
	}
	ways := []way{files, pipe, half, mixed}
	sources := pick1(rng, ways...).hand(t, false, data)
	want, wantErr := job.Outputs(data)
	got, err := writtenParts(t, opt, sources, job.Parts)
	if _, ok := errors.AsType[*failure.LongError](err); ok && (opt.Unique || opt.Missing == MissingDrop) {
		return // the twin compares records of any length
	}
	if err != nil || wantErr != nil {
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("round %d (%s): error %v, but the twin's is %v", round, kind.name, err, wantErr)
		}
		return
	}
	for p := range want {
		for track := range want[p] {
			if !bytes.Equal(got[p][track], want[p][track]) {
				t.Fatalf("round %d (%s), part %d, track %d, %+v, %+v: %s",
					round, kind.name, p, track, opt, opt.GroupBy, differ(got[p][track], want[p][track]))
			}
		}
	}
}

// TestAlone: records without a value stand alone also where several of them share a bucket, in memory or not.
func TestAlone(t *testing.T) {
	var rows []byte
	for i := range 20_000 {
		rows = fmt.Appendf(rows, "%s\t%d\n", []string{fmt.Sprint(i % 1000), ""}[i%2], i)
	}
	for _, tune := range []tuning{{}, {memory: 1, big: 1, bigHere: 1}} {
		opt := Options{Seed: &testSeed, GroupBy: []Column{{Number: 1}}, tune: tune}
		var got bytes.Buffer
		err := Shuffle(t.Context(), &got, opt, Reader("rows", bytes.NewReader(rows)))
		if want := written(slowJob(opt), rows); err != nil || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%+v: %v, %s", tune, err, differ(got.Bytes(), want))
		}
	}
}
