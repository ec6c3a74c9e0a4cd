package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strings"
	"testing"

	slow "github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/order"
)

// TestAll: All gives what Shuffle writes, record by record and without the header.
func TestAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		job  slow.Job
		text string
	}{
		{slow.Job{}, ""},
		{slow.Job{}, "a\nb\n\nc"},
		{slow.Job{}, string(lines(func(*rand.Rand) int { return rng.IntN(40) })(rng, mib, '\n'))},
		{slow.Job{}, string(lines(func(*rand.Rand) int { return rng.IntN(400_000) })(rng, 3*mib, '\n'))},
		{slow.Job{NUL: true}, "a\nb\x00c\x00"},
		{slow.Job{Header: 1}, "head\na\nb\nc\n"},
		{slow.Job{CSV: true}, "a,\"b\nc\"\nd\n\"\n\n\"\n"},
		{slow.Job{Lines: 2}, "a\nb\nc\nd\n"},
		{slow.Job{Start: regexp.MustCompile("^>"), Head: 2}, ">a\nb\n>c\n>d\ne\nf\n"},
	} {
		job := &c.job
		job.Seed, job.Head = testSeed, cmp.Or(job.Head, -1)
		opt := optionsOf(job)
		opt.TempDir = t.TempDir()
		var got []string
		for record, err := range All(t.Context(), opt, Reader("in", strings.NewReader(c.text))) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(record))
		}
		head := strings.Repeat("head\n", job.Header)
		all := []byte(head + strings.Join(got, ""))
		if want := written(job, []byte(c.text)); !bytes.Equal(all, want) {
			t.Errorf("%+v: %s", opt, differ(all, want))
		}
		job.Parts = slow.Equal(max(len(got), 1))
		parts, err := job.Outputs([][]byte{[]byte(c.text)})
		for i, record := range got {
			if err != nil || string(parts[i]) != head+record {
				t.Fatalf("%+v: %d records are more or fewer than there are (%v)", opt, len(got), err)
			}
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
