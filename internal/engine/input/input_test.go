package input

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/engine/turns"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/internal/vfs/faultfs"
)

// A kind of records: its format, and what makes one that ends with the separator.
type kind struct {
	name   string
	format *record.Format
	make   func(text func() string) string
}

var kinds = []kind{
	{"lines", &record.Format{Sep: '\n', Count: 1}, func(text func() string) string { return text() + "\n" }},
	{"NUL", &record.Format{Count: 1}, func(text func() string) string { return text() + "\n\x00" }},
	{"two lines", &record.Format{Sep: '\n', Count: 2},
		func(text func() string) string { return text() + "\n" + text() + ".\n" }},
	{"rows", &record.Format{Sep: '\n', Unit: record.Row, Count: 1, Delimiter: ','}, func(text func() string) string {
		return text() + ",\"" + text() + "\n,\"\"\n" + text() + "\"" + text() + "\n"
	}},
	{"started", &record.Format{Sep: '\n', Unit: record.Started, Count: 1,
		Start: record.NewMatcher(regexp.MustCompile("^#"))}, func(text func() string) string {
		return "#" + text() + "\n" + []string{"", "\n", text() + "\n"}[len(text())%3]
	}},
}

// source makes a source of about size bytes, with a header of so many lines. Its last
// separator may be missing.
func (k kind) source(rng *rand.Rand, size, header int) []byte {
	var b []byte
	for i := range header {
		b = append(fmt.Append(b, "head ", i), k.format.Sep)
	}
	text := func() string {
		n := rng.IntN(20)
		if rng.IntN(100) == 0 {
			n = rng.IntN(size + 1)
		}
		return string(bytes.Repeat([]byte{byte('a' + n%26)}, n))
	}
	for end := len(b) + size; len(b) < end; {
		b = append(b, k.make(text)...)
	}
	if rng.IntN(3) == 0 {
		b = bytes.TrimSuffix(b, []byte{k.format.Sep})
	}
	return b
}

// A twin is what the chunks of sources are made of, laid end to end.
type twin struct {
	all     []byte
	ends    map[int]bool // of records in all
	longest int          // record
	head    []byte
}

// newTwin cuts the sources the slow, obvious way.
func newTwin(f *record.Format, header int, sources [][]byte) *twin {
	w := &twin{ends: map[int]bool{0: true}}
	for _, s := range sources {
		if n := len(s); n > 0 && s[n-1] != f.Sep {
			s = append(slices.Clip(s), f.Sep)
		}
		if header > 0 {
			n := f.Header(header).Length(s)
			if w.head == nil {
				w.head = s[:n]
			}
			s = s[n:]
		}
		for len(s) > 0 {
			n := f.Length(s)
			w.all = append(w.all, s[:n]...)
			w.ends[len(w.all)] = true
			w.longest = max(w.longest, n)
			s = s[n:]
		}
	}
	return w
}

// ways are how a source is handed over.
var ways = []string{"file", "open file", "pipe", "one byte", "data with EOF", "half", "gzip", "zstd"}

// hand hands a source over.
func hand(t *testing.T, way, name string, b []byte) Source {
	t.Helper()
	write := func(b []byte) {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	switch way {
	case "file":
		write(b)
		return Source{Name: name}
	case "open file":
		write(append([]byte("not this\n"), b...))
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		if _, err := f.Seek(9, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		return Source{Name: name, Reader: f}
	case "pipe":
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close() })
		go func() {
			w.Write(b)
			w.Close()
		}()
		return Source{Name: name, Reader: r}
	case "one byte":
		return Source{Name: name, Reader: iotest.OneByteReader(bytes.NewReader(b))}
	case "data with EOF":
		return Source{Name: name, Reader: &eofReader{b}}
	case "half":
		return Source{Name: name, Reader: iotest.HalfReader(bytes.NewReader(b))}
	}
	var packed []byte
	w := packing.NewWriter(map[string]packing.Kind{"gzip": packing.Gzip, "zstd": packing.Zstd}[way],
		func(p []byte) (int, error) {
			packed = append(packed, p...)
			return len(p), nil
		}, 3)
	w.Write(b)
	w.Finish()
	w.Wait()
	write(packed)
	return Source{Name: name, Unpack: true}
}

// An eofReader returns io.EOF together with its last bytes.
type eofReader struct{ rest []byte }

func (r *eofReader) Read(b []byte) (int, error) {
	n := copy(b, r.rest)
	if r.rest = r.rest[n:]; len(r.rest) == 0 {
		return n, io.EOF
	}
	return n, nil
}

// readAll reads all chunks by several workers and returns them in the order of their
// numbers.
func readAll(ctx context.Context, in *Input, workers, size int) (chunks []Chunk, err error) {
	var working sync.WaitGroup
	var mu sync.Mutex
	var gate turns.Gate
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	work := func() error {
		var buf spill.Buffer
		defer buf.Release()
		for {
			var long bytes.Buffer
			c, err := in.Next(ctx, &buf, func(number int64) error { return gate.Await(ctx, number) },
				func(number int64) (io.Writer, error) {
					return &long, gate.Await(ctx, number)
				})
			if err != nil {
				return err
			}
			if c, err = joined(ctx, in, c, &long); err != nil {
				return err
			}
			mu.Lock()
			chunks = append(chunks, c)
			mu.Unlock()
			if err := gate.Await(ctx, c.Number); err != nil {
				return err
			}
			if Large(buf.Len(), size) {
				buf.Release()
			}
			gate.Pass()
		}
	}
	for range workers {
		working.Go(func() {
			if err := work(); err != io.EOF {
				cancel(err)
			}
		})
	}
	working.Wait()
	slices.SortFunc(chunks, func(a, b Chunk) int { return int(a.Number - b.Number) })
	return chunks, context.Cause(ctx)
}

// joined returns a chunk whose data are a copy and hold all of its long record, which
// that of a stream is in long.
func joined(ctx context.Context, in *Input, c Chunk, long *bytes.Buffer) (Chunk, error) {
	whole, front := bytes.Clone(c.Whole()), bytes.Clone(c.Data[len(c.Whole()):])
	if in.Files != nil && c.Long > 0 {
		var buf spill.Buffer
		defer buf.Release()
		if err := in.Files.WriteLong(ctx, &buf, c, long); err != nil {
			return c, err
		}
	}
	if c.Front > 0 != (c.Long > 0) || int64(long.Len()) != c.Long || !bytes.HasPrefix(long.Bytes(), front) {
		return c, fmt.Errorf("a long record of %d bytes instead of %d, and a front of %d", long.Len(), c.Long, c.Front)
	}
	c.Data = append(whole, long.Bytes()...)
	return c, nil
}

// The chunks are the records of the sources, whatever these are and however they are
// read.
func TestChunks(t *testing.T) {
	t.Parallel()
	seeds := uint64(150)
	if testing.Short() {
		seeds = 60
	}
	longs := 0
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 0))
		k := kinds[rng.IntN(len(kinds))]
		size := []int{1, 2, 10, 100, 1000, 50_000}[rng.IntN(6)]
		long := []int64{1 << 30, 1, 100, 10_000}[rng.IntN(4)]
		header, streams := rng.IntN(4)*rng.IntN(2), rng.IntN(4) == 0
		way := ways[rng.IntN(len(ways))]
		if rng.IntN(2) == 0 {
			way = ways[rng.IntN(2)]
		}
		mapped := k.format.Plain() && !streams && runtime.GOOS != "windows"
		var data [][]byte
		var sources []Source
		dir := t.TempDir()
		for i := range rng.IntN(6) {
			var b []byte
			if rng.IntN(5) > 0 {
				b = k.source(rng, min(1, rng.IntN(5))*rng.IntN(10*min(size, 10_000)+100), header)
			}
			w := way
			if rng.IntN(10) == 0 {
				w = ways[rng.IntN(len(ways))]
			}
			mapped = mapped && (w == "file" || w == "open file")
			data, sources = append(data, b), append(sources, hand(t, w, filepath.Join(dir, fmt.Sprint(i)), b))
		}
		name := fmt.Sprintf("seed %d: %d %s by %s, chunks of %d, long from %d on, header of %d", seed, len(sources),
			k.name, way, size, long, header)
		want := newTwin(k.format, header, data)
		read := 0
		var mu sync.Mutex
		fsys := &faultfs.FS{FS: vfs.OS{}, At: -1}
		in, err := Open(Options{FS: fsys, Format: k.format, Header: header, Chunk: size, Window: packing.LeastWindow,
			Row: 1 << 20, Long: long, Streams: streams, Read: func(n int) {
				mu.Lock()
				read += n
				mu.Unlock()
			}}, sources)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		chunks, err := readAll(t.Context(), in, 1+rng.IntN(3), size)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got []byte
		for i, c := range chunks {
			if c.Number != int64(i) {
				t.Fatalf("%s: chunk %d has number %d", name, i, c.Number)
			}
			if in.Files != nil && len(c.Data) > 0 && c.At != int64(len(got)) {
				t.Errorf("%s: chunk %d is at %d, not %d", name, i, c.At, len(got))
			}
			got = append(got, c.Data...)
			if !want.ends[len(got)] {
				t.Errorf("%s: chunk %d does not end with a record", name, i)
			}
			longs += int(min(c.Long, 1))
			if c.Long > 0 && (c.Long < long || c.Front > want.longest ||
				in.Files == nil && int64(len(c.Data)) != c.Long) {
				t.Errorf("%s: chunk %d has a long record of %d bytes, %d in front", name, i, c.Long, c.Front)
			}
			if in.Files != nil && c.Long == 0 && int64(len(c.Data)) > int64(size)+long {
				t.Errorf("%s: chunk %d has %d bytes", name, i, len(c.Data))
			}
			if in.Files == nil && i < len(chunks)-1 && c.Long == 0 && int64(len(chunks[i+1].Data)) < long &&
				len(c.Data) < size-size/8 {
				t.Errorf("%s: chunk %d has %d bytes only", name, i, len(c.Data))
			}
		}
		if !bytes.Equal(got, want.all) || read != len(got) || !bytes.Equal(in.Header(), want.head) ||
			(in.Files != nil) != mapped {
			t.Fatalf("%s: %d bytes instead of %d, %d are told, the header is %q, mapped is %v", name, len(got),
				len(want.all), read, in.Header(), in.Files != nil)
		}
		if in.Files != nil {
			if in.Files.Total != int64(len(got)) || in.Files.Check() != nil {
				t.Errorf("%s: %d bytes of records, %v", name, in.Files.Total, in.Files.Check())
			}
			for range 20 {
				at := rng.IntN(len(got) + 1)
				b := make([]byte, rng.IntN(len(got)-at+1))
				if err := in.Files.ReadAt(b, int64(at)); err != nil || !bytes.Equal(b, got[at:at+len(b)]) {
					t.Errorf("%s: %d other bytes at %d of %d, %v", name, len(b), at, len(got), err)
				}
			}
		}
		in.Close()
		if left := fsys.Left(); len(left) > 0 {
			t.Errorf("%s: %q is left open", name, left)
		}
	}
	if longs < 20 {
		t.Errorf("only %d long records", longs)
	}
}
