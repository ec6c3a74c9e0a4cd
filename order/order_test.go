package order

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/stream"
	"github.com/yates-shuffle/yates/internal/twin"
)

// slowDigits returns the digits of a block's first records, by the definition.
func slowDigits(seed Seed, block uint64, n int) (digits []uint16) {
	var s stream.Stream
	for s.Reset(seed, "scatter", block); len(digits) < n; {
		for word, i := s.Uint64(), 0; i < digitsPerWord && len(digits) < n; i++ {
			digits = append(digits, uint16(word>>(digitBits*i)%Buckets))
		}
	}
	return digits
}

// TestDigits: from and to each place near a border of blocks, with up to two whole
// blocks between them, each record gets the digit of its block, by Next and by Fill,
// whatever the value was used for before.
func TestDigits(t *testing.T) {
	const block, blocks = 1<<20 + 3, 4 // of records beyond 2³², which 32 bits don't hold
	var digits []uint16
	for b := range uint64(blocks) {
		digits = append(digits, slowDigits(Seed{}, block+b, BlockRecords)...)
	}
	const near = 2*digitsPerWord + 1
	var places []int
	for i := range len(digits) + 1 {
		if phase := i % BlockRecords; phase <= near || phase >= BlockRecords-near {
			places = append(places, i)
		}
	}
	var d Digits
	got := make([]uint16, len(digits)+1)
	for i, from := range places {
		for k, to := range places[i:] {
			const beyond = 0xffff
			got[to-from] = beyond
			d.Seek(Seed{}, block*BlockRecords+uint64(from))
			single := min(k%3, to-from)
			for n := range single {
				got[n] = uint16(d.Next())
			}
			d.Fill(got[single : to-from])
			if !slices.Equal(got[:to-from], digits[from:to]) || got[to-from] != beyond {
				t.Fatalf("the digits of %d records from %d blocks and %d records on differ", to-from, block, from)
			}
			if to < len(digits) && d.Next() != int(digits[to]) {
				t.Fatalf("after Fill to %d blocks and %d records, Next differs", block, to)
			}
		}
	}
	d.Seek(Seed{}, 1<<64-1) // the last block there can be
	if want := slowDigits(Seed{}, 1<<52-1, BlockRecords)[BlockRecords-1]; d.Next() != int(want) {
		t.Error("the last record's digit differs")
	}
}

// TestShuffler: what a value was used for before leaves no trace.
func TestShuffler(t *testing.T) {
	var sh Shuffler
	shuffled(&sh, 1, 100)
	if got, want := shuffled(&sh, 2, 100), shuffled(new(Shuffler), 2, 100); !slices.Equal(got, want) {
		t.Errorf("a Shuffler remembers: got %v, want %v", got, want)
	}
}

// TestOf compares Of with the slow twin.
func TestOf(t *testing.T) {
	seed := SeedFromText("blocks")
	for _, n := range []int{0, 1, 2, 100, BlockRecords - 1, BlockRecords, BlockRecords + 1, 3*BlockRecords + 7} {
		if got, want := Of(seed, n), twin.Order(seed, n); !slices.Equal(got, want) {
			t.Errorf("%d records: got %v, want %v", n, got, want)
		}
	}
}

func TestPanics(t *testing.T) {
	for want, f := range map[string]func(){
		"order: Of -1 records":                                    func() { Of(Seed{}, -1) },
		"order: NewChoices from no records":                       func() { NewChoices(Seed{}, 0) },
		"order: Window of the places -1 to 2 of 5 records":        func() { Window(Seed{}, 5, -1, 2) },
		"order: Window of the places 3 to 2 of 5 records":         func() { Window(Seed{}, 5, 3, 2) },
		"order: Window of the places 0 to 6 of 5 records":         func() { Window(Seed{}, 5, 0, 6) },
		"order: Window of the places 0 to 0 of -1 records":        func() { Window(Seed{}, -1, 0, 0) },
		"order: weights that come to 2⁶³ or more":                 func() { equal(2, 1<<62) },
		"order: weights that come to 2⁶³ or more (one of them)":   func() { equal(1, 1<<63) },
		"order: weights that come to 2⁶³ or more (beyond a word)": func() { equal(2, 1<<63) },
	} {
		func() {
			defer func() {
				want, _, _ := strings.Cut(want, " (")
				if msg := fmt.Sprint(recover()); msg != want {
					t.Errorf("%q instead of %q", msg, want)
				}
			}()
			f()
		}()
	}
}

func equal(n int, weight uint64) *Weighted {
	return NewWeighted(Seed{}, n, func(int) uint64 { return weight })
}

func TestAllocations(t *testing.T) {
	var d Digits
	var sh Shuffler
	buckets, records := make([]uint16, 1000), make([]string, 1000)
	d.Seek(Seed{}, 0)
	ShuffleBucket(&sh, Seed{}, 0, records)
	c := NewChoices(Seed{}, 10)
	for what, f := range map[string]func(){
		"Digits":        func() { d.Seek(Seed{}, 4000); d.Next(); d.Fill(buckets) },
		"ShuffleBucket": func() { ShuffleBucket(&sh, Seed{}, 1, records) },
		"Choices.Next":  func() { c.Next() },
	} {
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s allocates %v times after its first use, want 0", what, n)
		}
	}
}

func TestSeed(t *testing.T) {
	if a, b := NewSeed(), NewSeed(); a == b {
		t.Error("two unseeded seeds are the same")
	}
	seed := SeedFromText("yates")
	for _, digits := range []string{seed.String(), strings.ToUpper(seed.String())} {
		if got, err := ParseSeed(digits); got != seed || err != nil {
			t.Errorf("ParseSeed(%q) = %v, %v; want %v", digits, got, err, seed)
		}
	}
	hex := seed.String()
	for _, digits := range []string{"", "0", hex[1:], hex + "0", hex + "00", " " + hex[1:], "g" + hex[1:],
		hex[:62] + "é"} {
		got, err := ParseSeed(digits)
		if err == nil || got != (Seed{}) {
			t.Errorf("ParseSeed(%q) = %v, %v; want no seed and an error", digits, got, err)
		} else if !strings.Contains(err.Error(), "64 hexadecimal digits") {
			t.Errorf("ParseSeed(%q): %q does not say what a seed is", digits, err)
		}
	}
}

// TestChoices compares Fill with its slow twin, Next.
func TestChoices(t *testing.T) {
	for _, n := range []uint64{1, 6, 1 << 63, 1<<63 + 1, 3 << 62, math.MaxUint64} {
		slow, fast := NewChoices(Seed{}, n), NewChoices(Seed{}, n)
		for size := range 200 {
			got := make([]uint64, size)
			fast.Fill(got)
			for i, x := range got {
				if want := slow.Next(); x != want {
					t.Fatalf("n = %d, %d of %d: %d, want %d", n, i, size, x, want)
				}
			}
		}
	}
}

func BenchmarkNext(b *testing.B) {
	var d Digits
	d.Seek(Seed{}, 0)
	for b.Loop() {
		d.Next()
	}
}

func BenchmarkFill(b *testing.B) {
	var d Digits
	d.Seek(Seed{}, 0)
	buckets := make([]uint16, 16*BlockRecords)
	b.SetBytes(int64(len(buckets))) // so MB/s is millions of digits a second
	for b.Loop() {
		d.Fill(buckets)
	}
}

// BenchmarkSeek is of the last record of a block.
func BenchmarkSeek(b *testing.B) {
	var d Digits
	for b.Loop() {
		d.Seek(Seed{}, BlockRecords-1)
	}
}

func BenchmarkShuffleBucket(b *testing.B) {
	var sh Shuffler
	records := make([]uint64, 4096)
	b.SetBytes(int64(len(records))) // so MB/s is millions of records a second
	for b.Loop() {
		ShuffleBucket(&sh, Seed{}, 0, records)
	}
}

func BenchmarkOf(b *testing.B) {
	const n = 1_000_000
	b.SetBytes(n)
	for b.Loop() {
		Of(Seed{}, n)
	}
}

func BenchmarkChoices(b *testing.B) {
	c := NewChoices(Seed{}, 6)
	for b.Loop() {
		c.Next()
	}
}

// TestWindow: a window is a slice of the whole order.
func TestWindow(t *testing.T) {
	seed := SeedFromText("window")
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 2, 100, 4095, 4096, 4097, 9000, 100_000} {
		whole := Of(seed, n)
		windows := [][2]int{{0, n}, {0, 0}, {n, n}, {n / 2, n / 2}, {0, min(n, 1)}, {max(n-1, 0), n}}
		for range 40 {
			lo := rng.IntN(n + 1)
			windows = append(windows, [2]int{lo, lo + rng.IntN(n-lo+1)})
		}
		for _, w := range windows {
			if got := Window(seed, n, w[0], w[1]); !slices.Equal(got, whole[w[0]:w[1]]) {
				t.Fatalf("Window(%d, %d, %d) differs from the slice of the whole order", n, w[0], w[1])
			}
		}
	}
}
