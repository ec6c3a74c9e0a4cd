package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/records/failure"
)

// TestHeaders: the headers of later sources are dropped, and those that say
// something else are refused, whether the sources are mapped or read as streams.
func TestHeaders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, second string
		line          int // that differs, or 0
		got, want     string
	}{
		{"id,name\n1\n", "id,name\n2\n", 0, "", ""},
		{"id,name\n1\n", "id,name\r\n2\n", 0, "", ""},
		{"\ufeffid,name\n1\n", "id,name\n2\n", 0, "", ""},
		{"id,name\n1\n", "\ufeffid,name", 0, "", ""},
		{"id,name\n1\n", "", 0, "", ""},
		{"id,name\n1\n", "id,mail\n2\n", 1, "id,mail", "id,name"},
		{"id,name\n1\n", "2,ann\n", 1, "2,ann", "id,name"},
		{"id,name\n1\n", "\n2\n", 1, "", "id,name"},
	} {
		for _, w := range []way{files, pipe} {
			opt := Options{Seed: &testSeed, TempDir: t.TempDir(), Format: Format{Header: 1}}
			sources := w.hand(t, false, [][]byte{nil, []byte(c.first), []byte(c.second)})
			var out bytes.Buffer
			err := Shuffle(context.Background(), &out, opt, sources...)
			if c.line > 0 {
				if e, ok := errors.AsType[*failure.HeaderError](err); !ok || e.Line != c.line || e.Got != c.got ||
					e.Want != c.want {
					t.Errorf("%s, %q and %q: %v", w, c.first, c.second, err)
				}
				continue
			}
			_, rest, _ := strings.Cut(c.second, "\n")
			head, row, _ := strings.Cut(c.first, "\n")
			if want := head + "\n" + string(twin(testSeed, false, 0, []byte(row+rest))); err != nil ||
				out.String() != want {
				t.Errorf("%s, %q and %q: %q instead of %q, %v", w, c.first, c.second, &out, want, err)
			}
		}
	}
}

// TestLongHeader: a header has an end, and its error names the source.
func TestLongHeader(t *testing.T) {
	t.Parallel()
	long := append(bytes.Repeat([]byte{'x'}, 16<<20+10_000), "\nrow\n"...)
	name := filepath.Join(t.TempDir(), "long")
	if err := os.WriteFile(name, long, 0o600); err != nil {
		t.Fatal(err)
	}
	opt := Options{Seed: &testSeed, Format: Format{Header: 1}}
	for _, s := range []Source{RawFile(name), Reader(name, bytes.NewReader(long))} {
		_, err := Collect(context.Background(), opt, s)
		if want := "reading " + name + ": the header takes more than 8 MiB"; fmt.Sprint(err) != want {
			t.Errorf("%v instead of %s", err, want)
		}
	}
}

// TestMarks: a byte-order mark at the front of any source that has no header comes first, and is no part of a record,
// unless the bytes are taken as they are.
func TestMarks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ first, second, front string }{
		{"\ufeffone\ntwo\n", "three\n", "\ufeff"}, {"one\ntwo", "\ufeffthree", "\ufeff"},
		{"\ufeff", "\ufeffone\n", "\ufeff"}, {"", "\ufeff", "\ufeff"}, {"\xef\xbb", "one\n", ""}, {"\xef", "", ""},
		{"one\n\ufefftwo\n", "thr\ufeffee\n", ""}, {"\ufeff\ufeffone\n", "two", "\ufeff"},
	} {
		rows := strings.TrimPrefix(c.first, "\ufeff")
		if rows != "" && !strings.HasSuffix(rows, "\n") {
			rows += "\n"
		}
		rows += strings.TrimPrefix(c.second, "\ufeff")
		want := c.front + string(twin(testSeed, false, 0, []byte(rows)))
		for _, w := range []way{files, offset, pipe, oneByte, dataErr, mixed} {
			sources := w.hand(t, false, [][]byte{[]byte(c.first), []byte(c.second)})
			for i := range sources {
				sources[i].Unpack = true
			}
			var out bytes.Buffer
			err := Shuffle(t.Context(), &out, Options{Seed: &testSeed, TempDir: t.TempDir()}, sources...)
			if err != nil || out.String() != want {
				t.Errorf("%s, %q and %q: %q instead of %q, %v", w, c.first, c.second, &out, want, err)
			}
		}
	}
	raw := "\ufeffone\ntwo\nthree\n"
	var out bytes.Buffer
	err := Shuffle(t.Context(), &out, Options{Seed: &testSeed}, Reader("raw", strings.NewReader(raw)))
	if want := string(twin(testSeed, false, 0, []byte(raw))); err != nil || out.String() != want {
		t.Errorf("raw: %q instead of %q, %v", &out, want, err)
	}
}
