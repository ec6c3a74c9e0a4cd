package input

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/records/failure"
)

// A record of sources in step is the records that stand at its place in each of them.
func TestStep(t *testing.T) {
	longs := 0
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 0))
		k := kinds[rng.IntN(len(kinds))]
		size, header := []int{1, 10, 1000, 100_000}[rng.IntN(4)], rng.IntN(3)
		records, long := rng.IntN(100), []int64{1 << 30, 1000, 50}[rng.IntN(3)]
		if rng.IntN(10) == 0 {
			records = 3000
		}
		dir := t.TempDir()
		var sources []Source
		var heads, tracks [][]byte
		for i := range 1 + rng.IntN(4) {
			var b []byte
			for j := range header {
				b = append(fmt.Append(b, "head ", j, " of ", i), k.format.Sep)
			}
			heads = append(heads, bytes.Clone(b))
			for range records {
				b = append(b, k.make(func() string {
					if rng.IntN(100) == 0 {
						return strings.Repeat("y", rng.IntN(400_000))
					}
					return "xxxxxxxxxxxxxxxxxxxx"[:1+rng.IntN(20)]
				})...)
			}
			tracks = append(tracks, b[len(heads[i]):])
			if k.name != "started" && rng.IntN(2) == 0 { // whose last line may be empty
				b = bytes.TrimSuffix(b, []byte{k.format.Sep})
			}
			sources = append(sources, hand(t, ways[rng.IntN(len(ways))], filepath.Join(dir, fmt.Sprint(i)), b))
		}
		var want []byte
		ends := map[int]bool{0: true}
		for range records {
			for i, rest := range tracks {
				n := k.format.Length(rest)
				want, tracks[i] = append(want, rest[:n]...), rest[n:]
			}
			ends[len(want)] = true
		}

		name := fmt.Sprintf("seed %d: %d sources of %d %s, chunks of %d", seed, len(sources), records, k.name, size)
		opt := options(k.format, size)
		opt.Header, opt.Window, opt.Long = header, packing.LeastWindow, long
		in, err := Open(opt, sources, true)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		chunks, err := readAll(t.Context(), in, 1+rng.IntN(3), size)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got []byte
		for i, c := range chunks {
			got = append(got, c.Data...)
			longs += int(min(c.Long, 1))
			if c.Number != int64(i) || !ends[len(got)] || k.name != "started" && i < len(chunks)-1 && c.Long == 0 &&
				chunks[i+1].Long == 0 && len(c.Data) < size-size/8 {
				t.Errorf("%s: chunk %d has number %d and %d bytes", name, i, c.Number, len(c.Data))
			}
		}
		if !bytes.Equal(got, want) || header > 0 &&
			!bytes.Equal(bytes.Join(in.Headers(), nil), bytes.Join(heads, nil)) || len(in.Headers()) != len(sources) {
			t.Errorf("%s: %d bytes instead of %d; headers %q", name, len(got), len(want), in.Headers())
		}
		in.Close()
	}
	if longs < 20 {
		t.Errorf("only %d long records", longs)
	}
}

// Sources in step have the same number of records.
func TestStepUneven(t *testing.T) {
	for _, c := range []struct{ a, b, c, want string }{
		{"1\n2\n", "1\n2", "1\n2\n3\n", "c has more records than a, which has 2"},
		{"1\n2\n", "1\n", "1\n2\n", "b has only 1 record, fewer than a"},
		{"", "", "1\n", "c has more records than a, which has 0"},
		{"1\n", "1\n", "", "c has only 0 records, fewer than a"},
		{"1\n", "1\n", "\n", "<nil>"},
	} {
		if _, _, err := all(t, options(lines, 2), true, reader("a", c.a), reader("b", c.b),
			reader("c", c.c)); fmt.Sprint(err) != c.want {
			t.Errorf("%v instead of %s", err, c.want)
		}
	}
}

// What is wrong with a source in step is told of that source, and of its own lines.
func TestStepTorn(t *testing.T) {
	open := "\"a\nb\"\nx,\"y\n"
	for _, c := range []struct {
		kind       int
		text, want string
	}{
		{3, open, "reading b: the quotation mark in line 3 is never closed"},
		{3, open + strings.Repeat("z\n", 2<<20), "reading b: the quotation mark in line 3 is not closed, and its row has " +
			"more than 1 MiB"},
		{2, "1\n2\n3", "reading b: its last record has only 1 of 2 lines"},
		{4, "x\n#y\n", "reading b: its first line does not begin a record"},
	} {
		k := kinds[c.kind]
		first := strings.Repeat(string(k.make(func() string { return "x" })), 10)
		if _, _, err := all(t, options(k.format, 100), true, reader("a", first), reader("b", c.text)); fmt.Sprint(err) !=
			c.want {
			t.Errorf("%s: %v, not %s", k.name, err, c.want)
		}
	}
}

// The header of the first source that is not empty is the one that the others must have,
// whether they are mapped or not.
func TestHeaderError(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for _, c := range []struct {
		lines     int
		first     string
		second    string
		line      int // that differs, or 0
		got, want string
	}{
		{1, "id,name\n", "id,name\n", 0, "", ""},
		{1, "id,name\n", "id,name\r\n", 0, "", ""},
		{1, "\ufeffid,name\n", "id,name\n", 0, "", ""},
		{1, "id,name\n", "\ufeffid,name", 0, "", ""},
		{2, "id\nname\n", "id\nname", 0, "", ""},
		{1, "id,name\n", "", 0, "", ""},
		{1, "id,name\n", "id,mail\n", 1, "id,mail", "id,name"},
		{1, "id,name\n", "id,name,\n", 1, "id,name,", "id,name"},
		{1, "id,name\n", "\n", 1, "", "id,name"},
		{2, "id\nname\n", "id\n", 2, "", "name"},
		{2, "id\n", "id\nname\n", 2, "name", ""},
		{2, "id\nname\n", "id\nmail\n", 2, "mail", "name"},
		{2, "id\n\n", "id\n", 2, "", ""}, // which has one line
		{1, "a\n", long, 1, long, "a"},
	} {
		for _, w := range []string{"file", "pipe"} {
			dir := t.TempDir()
			var sources []Source
			for i, text := range []string{"", c.first, c.second, c.first + "row\n"} {
				sources = append(sources, hand(t, w, filepath.Join(dir, fmt.Sprint(i)), []byte(text)))
			}
			opt := options(lines, 100)
			opt.Header = c.lines
			got, chunks, err := all(t, opt, false, sources...)
			if c.line == 0 {
				if err != nil || got != "row\n" || chunks[len(chunks)-1].At != 0 {
					t.Errorf("%s, %q and %q: %q, %v", w, c.first, c.second, got, err)
				}
				continue
			}
			want := failure.HeaderError{Name: sources[2].Name, First: sources[1].Name, Line: c.line, Got: c.got, Want: c.want}
			if e, ok := errors.AsType[*failure.HeaderError](err); !ok || *e != want ||
				!strings.HasPrefix(err.Error(), "reading "+want.Name+": line ") || len(err.Error()) > 600 {
				t.Errorf("%s, %q and %q: %v", w, c.first, c.second, err)
			}
		}
	}
}

// A header has an end, and it is not looked for in memory without one.
func TestLongHeader(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	file := hand(t, "file", name, append(bytes.Repeat([]byte("x"), mostHeader), "\nrow\n"...))
	endless := Source{Name: name, Reader: endless{}}
	opt := options(lines, 100)
	opt.Header = 1
	for _, s := range []Source{file, endless} {
		if _, _, err := all(t, opt, false,
			s); fmt.Sprint(err) != "reading "+name+": the header takes more than 8 MiB" {
			t.Error(err)
		}
	}
}

type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }
