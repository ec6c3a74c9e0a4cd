package engine

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/order"
)

// TestAll: All gives each record of the order by itself, without the header.
func TestAll(t *testing.T) {
	long := strings.Repeat("x", 3*mib)
	for _, c := range []struct {
		opt     Options
		text    string
		records []string // sorted
	}{
		{Options{}, "", nil},
		{Options{}, long + "\nb\n\n" + long, []string{"\n", "b\n", long + "\n", long + "\n"}},
		{Options{Format: Format{NUL: true}}, "a\nb\x00c\x00", []string{"a\nb\x00", "c\x00"}},
		{Options{Format: Format{Header: 1}}, "head\na\nb\n", []string{"a\n", "b\n"}},
		{Options{Format: Format{Kind: ask.CSV}}, "a,\"b\nc\"\nd\n", []string{"a,\"b\nc\"\n", "d\n"}},
		{Options{Format: Format{Lines: 2}}, "a\nb\nc\nd\n", []string{"a\nb\n", "c\nd\n"}},
	} {
		c.opt.Seed, c.opt.TempDir = &testSeed, t.TempDir()
		var got []string
		for record, err := range All(t.Context(), c.opt, Reader("in", strings.NewReader(c.text))) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(record))
		}
		out, _ := shuffled(t, c.opt, Reader("in", strings.NewReader(c.text)))
		if want := strings.TrimPrefix(string(out), "head\n"); strings.Join(got, "") != want {
			t.Errorf("%.40q: %s", c.text, differ([]byte(strings.Join(got, "")), []byte(want)))
		}
		if slices.Sort(got); !slices.Equal(got, c.records) {
			t.Errorf("%.40q: the records are %.99q", c.text, got)
		}
	}
}

// TestAllEnds: a loop that ends early, by whatever means, and an error leave nothing
// behind.
func TestAllEnds(t *testing.T) {
	before := runtime.NumGoroutine()
	many := strings.Repeat("a line\n", 200_000)
	bad := errors.New("torn")
	for range All(t.Context(), Options{}, Reader("many", strings.NewReader(many))) {
		break
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic of the loop is lost")
			}
		}()
		for range All(t.Context(), Options{}, Reader("many", strings.NewReader(many))) {
			panic("in the loop")
		}
	}()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n, last := 0, error(nil)
	for _, err := range All(ctx, Options{}, Reader("many", strings.NewReader(many))) {
		n, last = n+1, err
		cancel()
	}
	if !errors.Is(last, context.Canceled) || n >= 200_000 {
		t.Errorf("cancelled: %d records, then %v", n, last)
	}
	n, last = 0, nil
	r := io.MultiReader(strings.NewReader("line\n"), readerFunc(func([]byte) (int, error) { return 0, bad }))
	for _, err := range All(t.Context(), Options{}, Reader("a", r), Reader("b", strings.NewReader("x"))) {
		n, last = n+1, err
	}
	if n != 1 || !errors.Is(last, bad) {
		t.Errorf("%d records and %v", n, last)
	}
	waitGoroutines(t, before)
}

// TestUnpredictable: without a seed no two runs are the same.
func TestUnpredictable(t *testing.T) {
	const n = 1000
	seen := map[string]bool{}
	note := func(out []byte) {
		if seen[string(out)] { // by chance, once in 1000! runs
			t.Error("two runs gave the same order")
		}
		seen[string(out)] = true
	}
	for range 3 {
		out, _ := shuffled(t, Options{}, Reader("", bytes.NewReader(seq(1, n, false))))
		note(out)
		note(numbered(t, Options{}, 1, n))
		var repeated bytes.Buffer
		if err := Repeat(t.Context(), &repeated, Options{Sink: Sink{Head: n}}, Integers(1, n)); err != nil {
			t.Fatal(err)
		}
		note(repeated.Bytes())
	}
	zero, _ := shuffled(t, Options{Seed: new(order.Seed)}, Reader("", bytes.NewReader(seq(1, n, false))))
	again, _ := shuffled(t, Options{Seed: new(order.Seed)}, Reader("", bytes.NewReader(seq(1, n, false))))
	if !bytes.Equal(zero, again) {
		t.Error("the seed of zeros is a seed like others, and gave two orders")
	}
}
