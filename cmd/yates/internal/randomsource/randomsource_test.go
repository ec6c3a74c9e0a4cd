package randomsource

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/yates-shuffle/yates/internal/vfs"
)

// source returns a source of random bytes, which may be read in small pieces.
func source(seed uint64) *Source {
	random := make([]byte, 1<<16)
	rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)}).Read(random)
	var r io.Reader = bytes.NewReader(random)
	if seed%2 == 1 {
		r = iotest.OneByteReader(r)
	}
	return New("random", r)
}

// Of all sources of two bytes exactly as many give each pair of draws; the others
// need more bytes.
func TestDrawsAreUniformAndIndependent(t *testing.T) {
	for _, most := range [][2]uint64{{0, 0}, {1, 1}, {2, 2}, {5, 5}, {1, 6}, {9, 2}, {51, 50}, {2, 254}, {255, 255},
		{99, 300}, {15, 4095}} {
		times, all := make([]int, (most[0]+1)*(most[1]+1)), 0
		var s Source // one for all: it has a buffer
		for i := range 1 << 16 {
			s = Source{r: strings.NewReader(""), buf: []byte{byte(i >> 8), byte(i)}}
			a, err := s.Draw(most[0])
			b, err2 := s.Draw(most[1])
			switch {
			case err != nil || err2 != nil:
			case a > most[0] || b > most[1]:
				t.Fatalf("draws up to %d: %d and %d", most, a, b)
			default:
				times[a*(most[1]+1)+b]++
				all++
			}
		}
		for pair, n := range times {
			if n != all/len(times) || n == 0 {
				t.Fatalf("draws up to %d: pair %d comes out %d times of %d", most, pair, n, all)
			}
		}
	}
}

// The order in a map is that in a slice.
func TestSparseOrder(t *testing.T) {
	const n = 200
	for seed := range uint64(300) {
		k := seed % (n + 1)
		dense := make([]uint64, n)
		for i := range dense {
			dense[i] = uint64(i)
		}
		if err := source(seed).shuffle(t.Context(), dense, k); err != nil {
			t.Fatal(err)
		}
		sparse, err := source(seed).sparseOrder(t.Context(), n, k)
		if err != nil || !slices.Equal(sparse, dense[:k]) {
			t.Fatalf("the first %d are %v, %v, not %v", k, sparse, err, dense[:k])
		}
		either, err := source(seed).Order(t.Context(), n, k, 1<<20)
		if err != nil || !slices.Equal(either, sparse) {
			t.Fatalf("the first %d are %v, %v, not %v", k, either, err, sparse)
		}
	}
}

func TestOrderNeedsNoMoreThanItMay(t *testing.T) {
	for _, c := range []struct {
		n, k   uint64
		memory int64
		ok     bool
	}{
		{100, math.MaxUint64, 800, true},
		{101, math.MaxUint64, 800, false},
		{math.MaxUint64, math.MaxUint64, 1 << 30, false},
		{math.MaxUint64, 10, 800, true},
		{math.MaxUint64, 11, 800, false},
		{1 << 62, 1 << 61, math.MaxInt64, false},
	} {
		if c.n == 1<<62 && math.MaxInt == math.MaxInt64 {
			continue // it may
		}
		_, err := source(0).Order(t.Context(), c.n, c.k, c.memory)
		if c.ok && err != nil || !c.ok && err != ErrMemory {
			t.Errorf("%d of %d in %d bytes: %v", c.k, c.n, c.memory, err)
		}
	}
}

// A sample of k of n lines is what it is when the draws are made as they are
// described.
func TestReservoir(t *testing.T) {
	for seed := range uint64(200) {
		n, k := seed%37, 1+seed%11
		s := source(seed)
		var want []uint64
		for i := range n + 1 {
			place := i
			if i >= k {
				place, _ = s.Draw(i)
			}
			switch {
			case i == n || place >= k:
			case place == uint64(len(want)):
				want = append(want, i)
			default:
				want[place] = i
			}
		}
		if err := s.shuffle(t.Context(), want, uint64(len(want))); err != nil {
			t.Fatal(err)
		}
		sample, err := source(seed).Reservoir(t.Context(), n, k, 1<<20)
		if err != nil || !slices.Equal(sample, want) {
			t.Fatalf("%d of %d: %d, %v, not %d", k, n, sample, err, want)
		}
	}
	if _, err := source(0).Reservoir(t.Context(), 100, 11, 80); err != ErrMemory {
		t.Error(err)
	}
}

func TestErrors(t *testing.T) {
	bad := errors.New("bad luck")
	s := New("dice", io.MultiReader(strings.NewReader("a"), iotest.ErrReader(bad)))
	if n, err := s.Draw(255); n != 'a' || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := s.Draw(255); n != 0 || !errors.Is(err, bad) || err.Error() != "reading dice: bad luck" {
		t.Error(err)
	}
	s = New("dice", strings.NewReader(""))
	if n, err := s.Draw(0); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := s.Draw(1); !errors.Is(err, io.EOF) || err.Error() != "reading dice: it has too few random bytes" {
		t.Error(err)
	}

	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(bad)
	for name, draw := range map[string]func(context.Context, uint64, uint64, int64) ([]uint64, error){
		"order": source(0).Order, "sample": source(0).Reservoir,
	} {
		if _, err := draw(ctx, 20_000, 6000, math.MaxInt64); err != bad {
			t.Error(name, err)
		}
	}
}

// An error shows its file in a way that no terminal minds.
func TestError(t *testing.T) {
	for err, want := range map[error]string{io.EOF: "it has too few random bytes",
		io.ErrClosedPipe: "io: read/write on closed pipe"} {
		if got := (&Error{Name: "a\x1b", Err: err}).Error(); got != `reading "a\x1b": `+want {
			t.Errorf("%v is told as %s", err, got)
		}
	}
}

// A file that changes while it is read gives no order, but one that grows does.
func TestChanged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "source")
	for want, change := range map[error]func(f *os.File){
		nil:            func(f *os.File) { f.WriteAt([]byte("more"), 8000) },
		vfs.ErrShorter: func(f *os.File) { f.Truncate(7000) },
		vfs.ErrChanged: func(f *os.File) { f.WriteAt([]byte("other"), 5000) },
	} {
		if err := os.WriteFile(name, make([]byte, 8000), 0o666); err != nil {
			t.Fatal(err)
		}
		was := time.Now().Add(-time.Hour)
		if err := os.Chtimes(name, was, was); err != nil {
			t.Fatal(err)
		}
		s, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		s.Draw(5)
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		change(f)
		f.Close()
		s.Draw(5)
		if err := s.Close(); !errors.Is(err, want) {
			t.Errorf("%v instead of %v", err, want)
		}
	}
}
