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

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/packing"
	slow "github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/order"
)

// optionsOf returns options that ask for a job.
func optionsOf(j *slow.Job) Options {
	columns := func(numbers []int) (all []Column) {
		for _, n := range numbers {
			all = append(all, Column{Number: n})
		}
		return all
	}
	opt := Options{Seed: (*order.Seed)(&j.Seed), Sink: Sink{Skip: int64(j.Skip)},
		Format: Format{NUL: j.NUL, Lines: j.Lines, Start: j.Start, Size: int64(j.Size), Delimiter: j.Delimiter,
			Header: j.Header, HeaderLike: j.HeaderLike}}
	for kind, is := range map[ask.Things]bool{ask.CSV: j.CSV, ask.Tar: j.Tar, ask.TFRecord: j.TFRecord,
		ask.Paragraphs: j.Paragraphs, ask.Sections: j.Start != nil, ask.Fixed: j.Size > 0} {
		if is {
			opt.Format.Kind |= kind
		}
	}
	for _, rule := range []Rule{{Kind: ask.Groups, By: columns(j.GroupBy)},
		{Kind: ask.Classes, By: columns(j.StratifyBy), Groups: columns(j.GroupBy)},
		{Kind: ask.Parted, By: columns(j.ByKey)}, {Kind: ask.ByKey, By: columns(j.OrderBy)},
		{Kind: ask.Apart, By: columns(j.ApartBy), Run: j.Run},
		{Kind: ask.UniqueBy, By: columns(j.UniqueBy)}} {
		if rule.By != nil {
			opt.Rule = rule
		}
	}
	if j.Unique {
		opt.Rule = Rule{Kind: ask.Unique}
	}
	if j.Share != nil {
		opt.Shares = order.NewParts(j.Share)
	}
	if j.HeaderLike != nil {
		opt.Header = 0 // that of the trial, which makes as many
	}
	switch {
	case j.Common:
		opt.Missing = MissingOne
	case j.Drop:
		opt.Missing = MissingDrop
	case j.Ragged:
		opt.Missing = MissingOwn
	}
	if j.Head > 0 && j.StratifyBy == nil {
		opt.Head = int64(j.Head)
	}
	if j.Weight > 0 {
		opt.Rule = Rule{Kind: ask.Weights, By: columns([]int{j.Weight})}
	}
	return opt
}

func separator(nul bool) byte {
	if nul {
		return 0
	}
	return '\n'
}

func RawFile(name string) Source             { return Source{Name: name} }
func Reader(name string, r io.Reader) Source { return Source{Name: name, Reader: r} }
func Decompressed(s Source) Source           { s.Unpack = true; return s }
func Integers(lo, hi uint64) Source          { return Source{Integers: true, Lo: lo, Hi: hi} }

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
	return parts[0]
}

// twin is what the slow twin makes of lines.
func twin(seed order.Seed, nul bool, head int64, sources ...[]byte) []byte {
	return written(&slow.Job{Seed: seed, NUL: nul, Head: int(min(cmp.Or(head, -1), math.MaxInt))}, sources...)
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
	spilled := c.store.Spilled()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if c.store.Arena.Held() != 0 {
		t.Fatalf("%d bytes of slabs were not given back", c.store.Arena.Held())
	}
	return out.Bytes(), spilled
}

// lines returns what makes lines of such lengths, about size bytes.
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
