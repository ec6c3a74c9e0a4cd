package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/internal/vfs/faultfs"
	"github.com/yates-shuffle/yates/records/failure"
)

var (
	lines = kinds[0].format
	rows  = kinds[3].format
)

// options are those of a test that does not choose others.
func options(f *record.Format, chunk int) Options {
	return Options{FS: vfs.OS{}, Format: f, Chunk: chunk, Row: 1 << 20, Long: 4 << 20, Read: func(int) {}}
}

func reader(name, text string) Source { return Source{Name: name, Reader: strings.NewReader(text)} }

// all opens sources and reads them to their end.
func all(t *testing.T, opt Options, sources ...Source) (string, []Chunk, error) {
	t.Helper()
	in, err := Open(opt, sources)
	if err != nil {
		return "", nil, err
	}
	defer in.Close()
	chunks, err := readAll(t.Context(), in)
	var b []byte
	for _, c := range chunks {
		b = append(b, c.Data...)
	}
	return string(b), chunks, err
}

// Small sources share a chunk.
func TestSmallSources(t *testing.T) {
	var sources []Source
	want := ""
	for i := range 1000 {
		text := fmt.Sprintln(i)
		sources = append(sources, reader("r", text))
		want += text
	}
	got, chunks, err := all(t, options(lines, 1000), sources...)
	if most := len(want)/(1000-1000/8) + 1; got != want || err != nil || len(chunks) > most {
		t.Errorf("%d bytes of %d in %d chunks, not %d, %v", len(got), len(want), len(chunks), most, err)
	}
}

// An open file that is given twice is read once, and files that do not tell their size
// are read to their ends.
func TestOddFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	source := openFile(t, name, []byte("a\nb"))
	if got, _, err := all(t, options(lines, 100), source, source); got != "a\nb\n" || err != nil {
		t.Errorf("twice: %q, %v", got, err)
	}
	for _, name := range []string{"/proc/self/limits", "/sys/kernel/mm/transparent_hugepage/enabled"} {
		want, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		got, _, err := all(t, options(lines, 100), Source{Name: name}, Source{Name: name})
		if got != string(want)+string(want) || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// No more is read ahead than a long record takes, and less again when it is done with.
// For short records the buffer need not grow.
func TestReadAhead(t *testing.T) {
	t.Parallel()
	const chunk, long = 64 << 10, 1 << 20
	text := strings.Repeat("a line\n", long) + strings.Repeat("x", long) + "\n" + strings.Repeat("a line\n", long)
	r := strings.NewReader(text)
	in, err := Open(options(lines, chunk), []Source{{Reader: r}})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var buf spill.Buffer
	defer buf.Release()
	got := 0
	for {
		c, err := in.Next(t.Context(), &buf, func(int64) error { return nil }, nil)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got += len(c.Data)
		ahead, most := len(text)-r.Len()-got, chunk
		switch {
		case got < len(text)*2/5:
			if buf.Len() > chunk+ends {
				t.Fatalf("the buffer has %d bytes after %d", buf.Len(), got)
			}
		case got < len(text)*4/5:
			most = mostBeyond
		}
		if ahead > most {
			t.Fatalf("%d bytes are read ahead after %d", ahead, got)
		}
	}
	if got != len(text) {
		t.Errorf("%d bytes of %d", got, len(text))
	}
}

// Before a buffer becomes large its worker waits for its turn.
func TestLargeBuffers(t *testing.T) {
	t.Parallel()
	const chunk = 512 << 10
	text := strings.Repeat("a line\n", chunk/4) + strings.Repeat("x", 5*chunk) + "\n" +
		strings.Repeat("a line\n", chunk) + strings.Repeat("y", 3*chunk)
	one := file(t, filepath.Join(t.TempDir(), "a"), []byte(text))
	for name, c := range map[string]struct {
		sources []Source
		large   int // chunks
	}{
		"stream": {[]Source{reader("r", text)}, 2},
		"files":  {[]Source{one}, 1}, // the one that needs a separator
	} {
		opt := options(lines, chunk)
		opt.Long = 16 * chunk
		in, err := Open(opt, c.sources)
		if err != nil {
			t.Fatal(err)
		}
		large := 0
		for err == nil {
			var buf spill.Buffer
			var awaited []int64
			var k Chunk
			k, err = in.Next(t.Context(), &buf, func(number int64) error {
				if Large(buf.Len(), chunk) && awaited == nil {
					t.Errorf("%s: the buffer has %d bytes already", name, buf.Len())
				}
				awaited = append(awaited, number)
				return nil
			}, nil)
			for _, number := range awaited {
				if err == nil && number != k.Number {
					t.Errorf("%s: chunk %d is awaited for chunk %d", name, number, k.Number)
				}
			}
			if Large(buf.Len(), chunk) {
				large++
				if awaited == nil {
					t.Errorf("%s: for chunk %d there are %d bytes, and none was awaited", name, k.Number, buf.Len())
				}
			}
			buf.Release()
		}
		if err != io.EOF || large < c.large || large > 2*c.large {
			t.Errorf("%s: %d large chunks, %v", name, large, err)
		}
		in.Close()
	}
}

// A quotation mark that is not closed is told with the line of the source that it is
// in, and before much is read for it.
func TestQuoteError(t *testing.T) {
	t.Parallel()
	const ok = "\"head\nline 2\",b\n1,\"two\n\nlines\"\n"
	for _, c := range []struct {
		name    string
		header  int
		sources []string
		want    failure.QuoteError
	}{
		{"at the end", 0, []string{"a\n\"b"}, failure.QuoteError{Line: 2}},
		{"that opens again", 0, []string{"\"a\"\"\n\"\n\n\"b\n\n\n"}, failure.QuoteError{Line: 4}},
		{"not of the next source", 0, []string{"\"a", "b\"\n"}, failure.QuoteError{Line: 1}},
		{"in the second source", 1, []string{ok, ok + "x,\"y\nz\n"}, failure.QuoteError{Line: 6}},
		{"in the header", 2, []string{"\"a\nb\",\"\"\n\n", "\"a\nb\",\"\n\n"}, failure.QuoteError{Line: 2}},
		{"of too many bytes", 1, []string{ok, ok + "\n,\"" + strings.Repeat("z\n", 2<<20)},
			failure.QuoteError{Line: 7, Within: 1 << 20}},
	} {
		for _, chunk := range []int{1, 10, 10_000} {
			var sources []Source
			var last *strings.Reader
			for _, s := range c.sources {
				last = strings.NewReader(s)
				sources = append(sources, Source{Name: "r", Reader: last})
			}
			opt := options(rows, chunk)
			opt.Header, opt.Long = c.header, 100_000
			_, _, err := all(t, opt, sources...)
			if e, ok := errors.AsType[*failure.QuoteError](err); !ok || *e != c.want ||
				!strings.HasPrefix(err.Error(), "reading r: the quotation mark in line ") {
				t.Errorf("%s, chunks of %d: %v instead of %v", c.name, chunk, err, &c.want)
			}
			if read := last.Size() - int64(last.Len()); c.want.Within > 0 && read > opt.Row+3*mostBeyond {
				t.Errorf("%s: %d bytes are read", c.name, read)
			}
		}
	}
}

// A row may be of any length, as long as each of its quoted fields is not.
func TestLongRows(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("x", 1<<20) + strings.Repeat(",\"a\nb\"\"\"", 1<<19) + "\n"
	opt := options(rows, 1000)
	opt.Long, opt.Row = 5000, mostPiece
	if got, chunks, err := all(t, opt, reader("r", text+"end\n")); err != nil || got != text+"end\n" ||
		len(chunks) != 2 || chunks[0].Long != int64(len(text)) {
		t.Errorf("%d bytes of %d in %d chunks, %v", len(got), len(text), len(chunks), err)
	}
}

// A record that is not whole is an error, and named by its source; it does not go on in
// the next one.
func TestNotWhole(t *testing.T) {
	for _, c := range []struct {
		kind int
		text string
		want string
	}{
		{2, "1\n2\n3", "reading r: its last record has only 1 of 2 lines"},
		{2, "1\n2\n" + strings.Repeat("x", 2*mostPiece) + "\n", "reading r: its last record has only 1 of 2 lines"},
		{4, "x\n#y\n", "reading r: its first line does not begin a record"},
	} {
		for _, chunk := range []int{1, 4, 100} {
			k := kinds[c.kind]
			opt := options(k.format, chunk)
			opt.Long = 10_000
			if _, _, err := all(t, opt, reader("s", ""), reader("r", c.text),
				reader("s", c.text)); fmt.Sprint(err) != c.want {
				t.Errorf("%s, chunks of %d: %v instead of %s", k.name, chunk, err, c.want)
			}
		}
	}
}

// Sources that can't be read are named.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing")
	torn := io.MultiReader(strings.NewReader("a\n"), failing{errors.New("it is torn")})
	ok := file(t, filepath.Join(dir, "ok"), []byte("a\n"))
	bytesOf := file(t, filepath.Join(dir, "bytes"), []byte("a\x00\n")).Name
	open, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	for _, c := range []struct {
		source Source
		want   string
	}{
		{Source{Name: dir}, "reading " + dir + ": it is a directory"},
		{Source{Name: "d", Reader: open}, "reading d: it is a directory"},
		{Source{Name: missing}, "reading " + missing + ": "},
		{Source{Name: "tape", Reader: torn}, "reading tape: it is torn"},
		{Source{Name: bytesOf, Unpack: true}, "reading " + bytesOf + ": it is no text: byte 2 is NUL"},
	} {
		for _, first := range []Source{ok, reader("r", "b\n")} {
			fsys := &faultfs.FS{FS: vfs.OS{}, At: -1}
			opt := options(lines, 100)
			opt.FS = fsys
			if _, _, err := all(t, opt, first, c.source); err == nil || !strings.HasPrefix(err.Error(), c.want) ||
				len(fsys.Left()) > 0 {
				t.Errorf("%v instead of %s; %q is left open", err, c.want, fsys.Left())
			}
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// The first error, the end and the end of the context stay.
func TestErrorStays(t *testing.T) {
	over := errors.New("it is over")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(over)
	x := strings.Repeat("x", 1_500_000)
	for _, c := range []struct {
		ctx  context.Context
		text string
		want error
	}{
		{ctx, "a\n", over},
		{t.Context(), x, over}, // of await
		{t.Context(), "", io.EOF},
	} {
		in, err := Open(options(lines, 500_000), []Source{reader("r", c.text)})
		if err != nil {
			t.Fatal(err)
		}
		var buf spill.Buffer
		for err == nil {
			_, err = in.Next(c.ctx, &buf, func(int64) error { return over }, nil)
		}
		_, again := in.Next(t.Context(), &buf, func(int64) error { return nil }, nil)
		if err != c.want || again != c.want {
			t.Errorf("%v and %v instead of %v", err, again, c.want)
		}
		buf.Release()
		in.Close()
	}
}
