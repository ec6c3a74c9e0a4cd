package records

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// TestManyHeaders: the records of many small files go to as few pieces as the
// blocks allow, as each takes memory of its own; the headers between them count in
// their offsets.
func TestManyHeaders(t *testing.T) {
	for _, long := range []int{10, 60_000} {
		opt := Options{Seed: testSeed, Header: 1}
		header := strings.Repeat("h", long) + "\n"
		var sources []Source
		var rows []string
		var offsets []uint64
		size := 0
		for i := range 100 {
			a, b := fmt.Sprintf("%0*d\n", long/2, i), fmt.Sprintf("%d\n", -i)
			rows = append(rows, a, b)
			offsets = append(offsets, uint64(size+len(header)), uint64(size+len(header)+len(a)))
			size += len(header + a + b)
			sources = append(sources, Reader("a table", strings.NewReader(header+a+b)))
		}
		var want strings.Builder
		want.WriteString(header)
		for _, i := range order.Shuffle(opt.Seed, offsets) {
			want.WriteString(rows[i])
		}
		c, err := Collect(context.Background(), opt, sources...)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if n := len(c.store.run.pieces); n > 1+size/c.opt.tune.chunk {
			t.Errorf("headers of %d bytes: %d pieces", long, n)
		}
		var got strings.Builder
		if err := c.Write(context.Background(), &got); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Errorf("headers of %d bytes: %s", long, differ([]byte(got.String()), []byte(want.String())))
		}
	}
}

// TestLongHeader: a header has an end, and its error names the source; a row at the
// front of a later source may be as long as any.
func TestLongHeader(t *testing.T) {
	long := append(bytes.Repeat([]byte{'x'}, mostHeader+10_000), "\nrow\n"...)
	name := filepath.Join(t.TempDir(), "long")
	if err := os.WriteFile(name, long, 0o600); err != nil {
		t.Fatal(err)
	}
	opt := Options{Seed: testSeed, Header: 1}
	for _, s := range []Source{File(name), Reader(name, bytes.NewReader(long))} {
		_, err := Collect(context.Background(), opt, s)
		if want := "reading " + name + ": its header takes more than 16 MiB"; fmt.Sprint(err) != want {
			t.Errorf("%v instead of %s", err, want)
		}
	}
	got, _ := shuffled(t, opt, Reader("short", strings.NewReader("head\n")), File(name))
	if len(got) != len("head\n")+len(long) {
		t.Errorf("%d bytes", len(got))
	}
}
