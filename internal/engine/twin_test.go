package engine

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/yates-shuffle/yates/internal/packing"
	slow "github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/order"
)

// slowJob is what options ask for, as the slow twin has it.
func slowJob(opt Options) *slow.Job {
	numbers := func(columns []Column) (all []int) {
		for _, c := range columns {
			all = append(all, c.Number)
		}
		return all
	}
	j := &slow.Job{
		Seed: *opt.Seed, NUL: opt.NUL, CSV: opt.CSV, Delimiter: opt.Delimiter, Lines: opt.Lines, Start: opt.Start,
		Header: opt.Header, Unique: opt.Unique, InStep: opt.InStep, Head: int(min(opt.Head, math.MaxInt)),
		GroupBy: numbers(opt.GroupBy), StratifyBy: numbers(opt.StratifyBy),
		Ragged: opt.Missing != MissingUnset, Common: opt.Missing == MissingOne, Drop: opt.Missing == MissingDrop,
	}
	if opt.Head == 0 {
		j.Head = -1
	}
	if opt.Weight != nil {
		j.Weight = opt.Weight.Number
	}
	return j
}

func separator(nul bool) byte {
	if nul {
		return 0
	}
	return '\n'
}

// Repeat writes opt.Head draws, or endlessly many if that is 0.
func Repeat(ctx context.Context, w io.Writer, opt Options, sources ...Source) error {
	u, err := NewUrn(ctx, opt, sources...)
	if err != nil {
		return err
	}
	return cmp.Or(u.Draw(ctx, w, cmp.Or(opt.Head, -1)), u.Close())
}

// drawOnce writes opt.Head draws without replacement, or all if that is 0.
func drawOnce(ctx context.Context, w io.Writer, opt Options, sources ...Source) error {
	u, err := NewUrn(ctx, opt, sources...)
	if err != nil {
		return err
	}
	return cmp.Or(u.DrawOnce(ctx, w, cmp.Or(opt.Head, -1)), u.Close())
}

// written is what the slow twin writes to one output.
func written(j *slow.Job, sources ...[]byte) []byte {
	parts, err := j.Outputs(sources)
	if err != nil {
		panic(err)
	}
	return parts[0][0]
}

// twin is what the slow twin makes of lines.
func twin(seed order.Seed, nul bool, head int64, sources ...[]byte) []byte {
	return written(slowJob(Options{Seed: &seed, NUL: nul, Head: head}), sources...)
}

const mib = 1 << 20

var testSeed = order.SeedFromText("yates")

// differ says where two outputs differ, in few words.
func differ(got, want []byte) string {
	n := 0
	for n < len(got) && n < len(want) && got[n] == want[n] {
		n++
	}
	near := func(b []byte) []byte { return b[n:min(len(b), n+40)] }
	const says = "%d bytes instead of %d; from byte %d on %q instead of %q"
	return fmt.Sprintf(says, len(got), len(want), n, near(got), near(want))
}

// A way is how the sources are handed over.
type way string

const (
	files    way = "files"
	oneFile  way = "one file" // all sources in one
	offset   way = "open file at an offset"
	pipe     way = "pipe"
	oneByte  way = "one byte at a time"
	dataErr  way = "data with EOF"
	half     way = "half of what is asked for"
	mixed    way = "files and readers"
	manyWays way = "more than 16 files, most of them empty"
	packed   way = "files, most of them compressed"
)

var ways = []way{files, oneFile, offset, pipe, oneByte, dataErr, half, mixed, manyWays, packed}

// hand returns the sources in the way that is asked for, and what the twin is to
// be given.
func (w way) hand(t testing.TB, nul bool, data [][]byte) []Source {
	t.Helper()
	dir := t.TempDir()
	file := func(i int, b []byte) string {
		name := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	var sources []Source
	if w == oneFile {
		sep := separator(nul)
		var all []byte
		for i, b := range data {
			all = append(all, b...)
			if i < len(data)-1 && len(b) > 0 && b[len(b)-1] != sep {
				all = append(all, sep)
			}
		}
		return append(sources, RawFile(file(0, all)))
	}
	for i, b := range data {
		name := fmt.Sprint("source ", i)
		switch w {
		case files:
			sources = append(sources, RawFile(file(i, b)))
		case packed:
			f := packing.Kind(i % 3)
			name := file(i, pack(f, b, 100_000)) + []string{"", ".gz", ".ZST"}[f]
			if err := os.Rename(strings.TrimSuffix(name, filepath.Ext(name)), name); f != packing.None && err != nil {
				t.Fatal(err)
			}
			sources = append(sources, Decompressed(RawFile(name)))
		case manyWays:
			for range 9 {
				sources = append(sources, RawFile(file(len(sources), nil)))
			}
			sources = append(sources, RawFile(file(len(sources), b)))
			for range 9 {
				sources = append(sources, RawFile(file(len(sources), nil)))
			}
		case offset:
			f, err := os.Open(file(i, append([]byte("not\x00these\n"), b...)))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { f.Close() })
			if _, err := f.Seek(10, io.SeekStart); err != nil {
				t.Fatal(err)
			}
			sources = append(sources, Reader(name, f))
		case pipe:
			sources = append(sources, Reader(name, osPipe(t, b)))
		case oneByte:
			sources = append(sources, Reader(name, iotest.OneByteReader(bytes.NewReader(b))))
		case dataErr:
			sources = append(sources, Reader(name, iotest.DataErrReader(bytes.NewReader(b))))
		case half:
			sources = append(sources, Reader(name, iotest.HalfReader(bytes.NewReader(b))))
		case mixed:
			if i%2 == 0 {
				sources = append(sources, RawFile(file(i, b)))
			} else {
				sources = append(sources, Reader(name, bytes.NewReader(b)))
			}
		}
	}
	return sources
}

// pack compresses b, size bytes a member.
func pack(k packing.Kind, b []byte, size int) (out []byte) {
	if k == packing.None {
		return b
	}
	for first := true; first || len(b) > 0; first = false {
		w := packing.NewWriter(k, func(p []byte) (int, error) {
			out = append(out, p...)
			return len(p), nil
		}, 3)
		n := min(size, len(b))
		w.Write(b[:n])
		w.Finish()
		b = b[n:]
	}
	return out
}

func writeFile(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// osPipe returns a pipe of the operating system through which b comes.
func osPipe(t testing.TB, b []byte) io.Reader {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	go func() {
		w.Write(b)
		w.Close()
	}()
	return r
}

// shuffled returns the output and how many bytes were spilled, and checks that
// all memory came back.
func shuffled(t testing.TB, opt Options, sources ...Source) ([]byte, int64) {
	t.Helper()
	if opt.TempDir == "" {
		opt.TempDir = t.TempDir()
	}
	c, err := Collect(context.Background(), opt, sources...)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := c.Write(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	spilled := c.Spilled()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if c.store.Arena.Held() != 0 {
		t.Fatalf("%d bytes of slabs were not given back", c.store.Arena.Held())
	}
	return out.Bytes(), spilled
}

// content is records of some kind, about size bytes.
type content struct {
	name string
	make func(rng *rand.Rand, size int, sep byte) []byte
}

func lines(lengths func(rng *rand.Rand) int) func(*rand.Rand, int, byte) []byte {
	return func(rng *rand.Rand, size int, sep byte) []byte {
		b := make([]byte, 0, size+size/8)
		for n := 0; len(b) < size; n++ {
			length := lengths(rng)
			from := len(b)
			b = fmt.Append(b, n)
			b = b[:min(len(b), from+length)]
			for len(b) < from+length {
				b = append(b, byte('a'+n%26))
			}
			b = append(b, sep)
		}
		return b
	}
}

var contents = []content{
	{"short lines", lines(func(rng *rand.Rand) int { return rng.IntN(12) })},
	{"lines of 100 bytes", lines(func(rng *rand.Rand) int { return 90 + rng.IntN(20) })},
	{"separators only", lines(func(*rand.Rand) int { return 0 })},
	{"lines of 20 kB", lines(func(rng *rand.Rand) int { return rng.IntN(40_000) })},
	{"long records among short ones", lines(func(rng *rand.Rand) int {
		if rng.IntN(40_000) == 0 {
			return rng.IntN(3_000_000)
		}
		return rng.IntN(60)
	})},
	{"records of several chunks", lines(func(rng *rand.Rand) int { return rng.IntN(5 << 20) })},
	{"long lines, then short ones", func(rng *rand.Rand, size int, sep byte) []byte {
		b := lines(func(*rand.Rand) int { return 100 })(rng, min(size, 70_000), sep)
		return append(b, lines(func(*rand.Rand) int { return rng.IntN(3) })(rng, max(0, size-len(b)), sep)...)
	}},
	{"CRLF", func(rng *rand.Rand, size int, sep byte) []byte {
		b := make([]byte, 0, size)
		for i := 0; len(b) < size; i++ {
			b = append(fmt.Append(b, i, "\r"), sep)
		}
		return b
	}},
	{"any bytes", func(rng *rand.Rand, size int, sep byte) []byte {
		b := make([]byte, size)
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return b
	}},
	{"one record", func(rng *rand.Rand, size int, sep byte) []byte {
		return append(bytes.Repeat([]byte{'x'}, max(size-1, 0)), sep)
	}},
}

// A trial is one shuffle that is compared with the twin's.
type trial struct {
	Number  uint64
	Content string
	Sizes   []int
	Final   bool // the sources end with the separator
	Way     way
	NUL     bool
	Head    int64
	Memory  int64
	Workers int
	Tune    tuning
}

func pick1[E any](rng *rand.Rand, s ...E) E { return s[rng.IntN(len(s))] }

// newTrial makes the trial of that number.
func newTrial(number uint64) (trial, [][]byte) {
	const block = mib
	rng := rand.New(rand.NewPCG(number, 0))
	kind := contents[rng.IntN(len(contents))]
	tr := trial{
		Number: number, Content: kind.name, Final: rng.IntN(4) > 0, Way: pick1(rng, ways...),
		NUL: rng.IntN(4) == 0, Memory: 1 << 20, Workers: pick1(rng, 1, 2, 3, 7),
	}
	if rng.IntN(3) > 0 {
		tr.Tune.chunk = block * pick1(rng, 1, 1, 2, 3)
	}
	if rng.IntN(3) > 0 {
		tr.Tune.memory = pick1(rng, int64(1), 4096, 100_000, block, 3*block)
		tr.Tune.slab = pick1(rng, 0, 64, 4096, block/2, block+4096)
	}
	if rng.IntN(2) > 0 {
		tr.Tune.unitSize = pick1(rng, 1, 100, 5000, block/4)
		tr.Tune.pageSize = pick1(rng, 0, 1, 15, 16, 17, 1000)
	}
	if rng.IntN(2) > 0 {
		tr.Tune.batchSize = pick1(rng, int64(8), 1000, 50_000, block)
		tr.Tune.big = pick1(rng, int64(0), 1, 100, 2000, block)
		tr.Tune.bigHere = tr.Tune.big
	}
	if rng.IntN(3) == 0 {
		tr.Memory = 64 << 20 // what is read fits
	}
	tr.Tune.copy = rng.IntN(3) == 0
	tr.Tune.stream = rng.IntN(6) == 0

	n := 1 + rng.IntN(4)*rng.IntN(2)
	around := []int{block, 2 * block, 3 * block, 4096, 8192, 64 << 10, 1, 16}
	var data [][]byte
	for range n {
		size := 0
		switch rng.IntN(8) {
		case 0, 1, 2:
			size = rng.IntN(300)
		case 3, 4:
			size = pick1(rng, around...) + rng.IntN(3) - 1
		case 5, 6:
			size = rng.IntN(200_000)
		default:
			size = rng.IntN(6 * block)
			if tr.Way == oneByte || kind.name == "separators only" {
				size /= 4
			}
		}
		b := kind.make(rng, size, separator(tr.NUL))
		if !tr.Final && len(b) > 0 {
			b = b[:len(b)-1]
		}
		if rng.IntN(8) == 0 {
			b = nil
		}
		data, tr.Sizes = append(data, b), append(tr.Sizes, len(b))
	}
	if rng.IntN(3) == 0 { // small chunks, as a record that ends in one is not a long one
		total := 0
		for _, n := range tr.Sizes {
			total += n
		}
		tr.Tune.long = pick1(rng, int64(1), 10, 1000, 100_000)
		tr.Tune.chunk = max(total/pick1(rng, 1, 10, 100), 16)
	}
	if rng.IntN(3) == 0 {
		tr.Head = pick1(rng, int64(1), 2, 10, 1000, 100_000, 1<<62)
	}
	return tr, data
}
