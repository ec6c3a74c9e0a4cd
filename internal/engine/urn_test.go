package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	slow "github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// repeatTwin is what the slow twin draws with replacement.
func repeatTwin(seed order.Seed, nul bool, head int64, sources ...[]byte) []byte {
	return written(&slow.Job{Seed: seed, NUL: nul, Repeat: true, Head: int(head)}, sources...)
}

func repeated(t testing.TB, opt Options, sources ...Source) ([]byte, *Urn) {
	t.Helper()
	if opt.TempDir == "" {
		opt.TempDir = t.TempDir()
	}
	u, err := NewUrn(context.Background(), opt, sources...)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := u.Draw(context.Background(), &out, opt.Head); err != nil {
		t.Fatal(err)
	}
	kept := *u
	if err := u.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), &kept
}

// TestRepeatNumbers compares with Repeat of the same numbers.
func TestRepeatNumbers(t *testing.T) {
	for _, r := range [][2]uint64{{0, 0}, {1, 6}, {0, 99_999}, {1<<64 - 1000, 1<<64 - 1}, {1e8 - 7, 1e8 + 7}} {
		for _, head := range []int64{1, 10, 1 << 14, 3<<14 + 1} {
			for _, nul := range []bool{false, true} {
				opt := Options{Seed: &testSeed, Workers: 3, Format: Format{NUL: nul}, Sink: Sink{Head: head}}
				var got bytes.Buffer
				if err := Repeat(context.Background(), &got, opt, Integers(r[0], r[1])); err != nil {
					t.Fatal(err)
				}
				if want := repeatTwin(testSeed, nul, head, seq(r[0], r[1], nul)); !bytes.Equal(got.Bytes(), want) {
					t.Errorf("%d-%d: %s", r[0], r[1], differ(got.Bytes(), want))
				}
			}
		}
	}
	// Ranges that no text can hold.
	for _, n := range []uint64{1 << 32, 1<<63 + 1, 1<<64 - 1} {
		var got bytes.Buffer
		if err := Repeat(context.Background(), &got, Options{Seed: &testSeed, Sink: Sink{Head: 1000}}, Integers(1,
			n)); err != nil {
			t.Fatal(err)
		}
		var want []byte
		for r := order.NewChoices(testSeed, n); bytes.Count(want, []byte("\n")) < 1000; {
			want = fmt.Appendln(want, 1+r.Next())
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("1-%d: %s", n, differ(got.Bytes(), want))
		}
	}
}

func TestNothingToRepeat(t *testing.T) {
	var out bytes.Buffer
	if err := Repeat(context.Background(), &out, Options{}, Reader("",
		bytes.NewReader(nil))); err != failure.ErrNoRecords ||
		out.Len() > 0 {
		t.Errorf("%v", err)
	}
	if err := Repeat(context.Background(), &out, Options{}, Integers(5,
		4)); err != failure.ErrNoRecords || out.Len() > 0 {
		t.Errorf("%v", err)
	}
}

// failAfter is a writer that fails when it has been given some bytes, or calls
// then.
type failAfter struct {
	left int
	then func() error
}

func (w *failAfter) Write(b []byte) (int, error) {
	if w.left -= len(b); w.left < 0 {
		if err := w.then(); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// What never ends by itself ends when the writer fails or the context is done,
// as does all else; no goroutine is left behind.
func TestDrawnToTheEnd(t *testing.T) {
	full := errors.New("full")
	sources := func() Source { return Reader("", bytes.NewReader([]byte("a\nb\n"))) }
	for name, f := range map[string]func(ctx context.Context, w *failAfter) error{
		"Repeat": func(ctx context.Context, w *failAfter) error { return Repeat(ctx, w, Options{}, sources()) },
		"RepeatNumbers": func(ctx context.Context, w *failAfter) error {
			return Repeat(ctx, w, Options{}, Integers(1, 6))
		},
		"Numbers": func(ctx context.Context, w *failAfter) error {
			return Shuffle(ctx, w, Options{}, Integers(1,
				3e6))
		},
		"Numbers, in parts": func(ctx context.Context, w *failAfter) error {
			return Shuffle(ctx, w, Options{Memory: 3 << 20}, Integers(1, 3e6))
		},
		"lines, spilled": func(ctx context.Context, w *failAfter) error {
			opt := Options{TempDir: t.TempDir(), tune: tuning{chunk: mib, memory: 1 << 19, slab: 1 << 19, big: 500}}
			return Shuffle(ctx, w, opt, Reader("", bytes.NewReader(seq(1, 500_000, false))))
		},
		"many, a sample": func(ctx context.Context, w *failAfter) error {
			return Shuffle(ctx, w, Options{Sink: Sink{Head: 1e6}}, Integers(0, 1<<64-2))
		},
	} {
		for _, after := range []int{0, 1, 100_000, 1_000_000} {
			within(t, func() {
				before := runtime.NumGoroutine()
				if err := f(context.Background(), &failAfter{after, func() error { return full }}); !errors.Is(err,
					full) {
					t.Errorf("%s: %v", name, err)
				}
				stop := errors.New("stop")
				ctx, cancel := context.WithCancelCause(context.Background())
				if err := f(ctx, &failAfter{after, func() error { cancel(stop); return nil }}); err != stop {
					t.Errorf("%s: %v", name, err)
				}
				if err := f(ctx, &failAfter{0, func() error { return full }}); err != stop {
					t.Errorf("%s, cancelled before: %v", name, err)
				}
				waitGoroutines(t, before)
			})
		}
	}
}

// A file that is read again and has changed is an error.
func TestRepeatChanged(t *testing.T) {
	text := longLines(50_000)
	for what, change := range map[string]func(name string) error{
		"cut off":      func(name string) error { return os.Truncate(name, int64(len(text)/2)) },
		"written over": func(name string) error { return os.WriteFile(name, bytes.ToUpper(text), 0o600) },
	} {
		name := filepath.Join(t.TempDir(), "in")
		writeFile(t, name, string(text))
		past := time.Unix(1e9, 0)
		if err := os.Chtimes(name, past, past); err != nil {
			t.Fatal(err)
		}
		u, err := NewUrn(context.Background(), Options{Memory: 1 << 20, TempDir: t.TempDir(), Sink: Sink{Head: 1000}},
			RawFile(name))
		if err != nil {
			t.Fatal(err)
		}
		if err := change(name); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := u.Draw(context.Background(), &out, 1000); err == nil ||
			!bytes.HasPrefix([]byte(err.Error()), []byte("reading "+name+": it ")) {
			t.Errorf("%s: %v", what, err)
		}
		if err := u.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The input may be what is written over, if it is in memory; otherwise it is left as it is.
func TestRepeatOverInput(t *testing.T) {
	text := longLines(50_000)
	name := filepath.Join(t.TempDir(), "in")
	for _, memory := range []int64{1 << 20, 64 << 20} {
		writeFile(t, name, string(text))
		file, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		opt := Options{Seed: &testSeed, Memory: memory, TempDir: t.TempDir(), Sink: Sink{Head: 100_000}}
		err = Repeat(context.Background(), file, opt, RawFile(name))
		got, e := os.ReadFile(name)
		want := text
		if memory > int64(len(text)) {
			want = repeatTwin(testSeed, false, 100_000, text)
		}
		if (err == nil) != (memory > int64(len(text))) || e != nil || !bytes.Equal(got[:len(want)], want) {
			t.Errorf("%v, %v: %s", err, e, differ(got, want))
		}
	}
}

// Where a window of an urn cuts a line off, what is left of it may match although
// the line does not.
func TestRepeatCutLines(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine looks at every line again and again")
	}
	job := &slow.Job{Seed: testSeed, Head: 300, Start: regexp.MustCompile(`[05]$`), Repeat: true}
	opt := optionsOf(job)
	opt.Workers, opt.tune.starts = 1, 2
	var text []byte
	for range 200 {
		text = append(text, "5\n"...)
		text = append(text, bytes.Repeat([]byte("00000001\n"), 100)...)
	}
	want := written(job, text)
	if got, _ := repeated(t, opt, Reader("", bytes.NewReader(text))); !bytes.Equal(got, want) {
		t.Error(differ(got, want))
	}
}

// TestBalanceNeedsMemory: many classes, records or draws are an error before they take the memory.
func TestBalanceNeedsMemory(t *testing.T) {
	opt := Options{Memory: 1 << 20, TempDir: t.TempDir(), Rule: Rule{Kind: ask.Classes, By: []Column{{Number: 1}}}}
	few, many := []byte("a\t1\nb\t2\n"), []byte(nil)
	for i := range 60_000 {
		many = fmt.Appendf(many, "%d\t\n", i)
	}
	for n, text := range map[int64][]byte{1e6: few, math.MaxInt64: few, 1: many} {
		u, err := NewUrn(t.Context(), opt, Reader("in", bytes.NewReader(text)))
		if err == nil {
			err = u.DrawEach(t.Context(), io.Discard, n)
			u.Close()
		}
		if !errors.As(err, new(*failure.MemoryError)) {
			t.Errorf("%d of each: %v", n, err)
		}
	}
}
