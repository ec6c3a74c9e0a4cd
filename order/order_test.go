package order

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"regexp"
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
	mixture := func(records, counts []int) func() { return func() { Mixture(Seed{}, records, counts) } }
	allot := func(classes, parts []int64) func() { return func() { Allot(classes, parts) } }
	shares := func(all ...*big.Rat) func() { return func() { NewParts(all...) } }
	bucket := func(b int) func() { return func() { ShuffleBucket(new(Shuffler), Seed{}, b, []int{1}) } }
	for want, f := range map[string]func(){
		"order: Of -1 records":                                               func() { Of(Seed{}, -1) },
		"order: BucketStarts of -1 records":                                  func() { BucketStarts(Seed{}, -1) },
		"order: Shards of -1 records in 1 parts":                             func() { Shards(-1, 1) },
		"order: Shards of 1 records in 0 parts":                              func() { Shards(1, 0) },
		"order: NewChoices from no records":                                  func() { NewChoices(Seed{}, 0) },
		"order: ShuffleBucket of bucket -1":                                  bucket(-1),
		"order: ShuffleBucket of bucket 4096":                                bucket(Buckets),
		"order: Digits without Seek":                                         func() { new(Digits).Next() },
		"order: Digits without Seek (filled)":                                func() { new(Digits).Fill(make([]uint16, 1)) },
		"order: Window of the places -1 to 2 of 5 records":                   func() { Window(Seed{}, 5, -1, 2) },
		"order: Window of the places 3 to 2 of 5 records":                    func() { Window(Seed{}, 5, 3, 2) },
		"order: Window of the places 0 to 6 of 5 records":                    func() { Window(Seed{}, 5, 0, 6) },
		"order: Window of the places 0 to 0 of -1 records":                   func() { Window(Seed{}, -1, 0, 0) },
		"order: Apart of 1 records with runs of 0":                           func() { Apart(Seed{}, []int{1}, 0) },
		"order: Apart of 1001 records with runs of 2":                        func() { Apart(Seed{}, make([]int, 1001), 2) },
		"order: weights that come to 2⁶³ or more":                            func() { equal(2, 1<<62) },
		"order: weights that come to 2⁶³ or more (one of them)":              func() { equal(1, 1<<63) },
		"order: weights that come to 2⁶³ or more (beyond a word)":            func() { equal(2, 1<<63) },
		"order: Mixture of 1 sources with 2 counts":                          mixture([]int{1}, []int{1, 1}),
		"order: Mixture with 1 of -1 records of source 0":                    mixture([]int{-1}, []int{1}),
		"order: Mixture with -1 of 1 records of source 0":                    mixture([]int{1}, []int{-1}),
		"order: Mixture with 1 of 0 records of source 0":                     mixture([]int{0}, []int{1}),
		"order: Allot of a class of -1 records":                              allot([]int64{-1}, nil),
		"order: Allot of a class of 4611686018427387904 records":             allot([]int64{1 << 62, 1 << 62}, nil),
		"order: Allot to a part of 2 records, of which 1 are left":           allot([]int64{1}, []int64{2}),
		"order: Allot to a part of -1 records, of which 1 are left":          allot([]int64{1}, []int64{-1}),
		"order: NewParts of shares that are negative or come to more than 1": shares(big.NewRat(-1, 2)),
		"order: NewParts of shares that are negative or come to more than 1 (more)": shares(big.NewRat(1, 2),
			big.NewRat(2, 3)),
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

// A source of a user's own has no label that SPEC.md has, or may have later; the list there is the one here.
func TestReservedLabels(t *testing.T) {
	spec, err := os.ReadFile("../docs/SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	labels := []string{"", "a\x00b", "yates ", "yates new", "allocate production"}
	used := regexp.MustCompile(`stream\("([^"]+)"|0x00 ‖ "([^"]+)"`)
	for _, m := range used.FindAllStringSubmatch(string(spec), -1) {
		if labels = append(labels, m[1]+m[2]); !slices.Contains(reserved, m[1]+m[2]) {
			t.Errorf("SPEC.md has the label %q", m[1]+m[2])
		}
	}
	_, listed, _ := strings.Cut(string(spec), "labels here are ")
	listed, _, _ = strings.Cut(listed, ";")
	listed = strings.ReplaceAll(strings.Join(strings.Fields(listed), " "), " and ", ", ")
	if all := `"` + strings.Join(reserved, `", "`) + `"`; listed != all || len(labels) < 20 {
		t.Errorf("SPEC.md lists %s, not %s", listed, all)
	}
	for _, label := range labels {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is a label", label)
				}
			}()
			NewSource(Seed{}, label)
		}()
	}
	NewSource(Seed{}, "weights of mine")
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

// Benchmark is of the parts of an order; MB/s is millions of digits, or of records, a second.
func Benchmark(b *testing.B) {
	var d Digits
	var sh Shuffler
	d.Seek(Seed{}, 0)
	c, buckets, records := NewChoices(Seed{}, 6), make([]uint16, 16*BlockRecords), make([]uint64, 4096)
	for _, bm := range []struct {
		name string
		size int64
		f    func()
	}{
		{"Next", 1, func() { d.Next() }},
		{"Fill", int64(len(buckets)), func() { d.Fill(buckets) }},
		{"Seek, last of a block", 1, func() { d.Seek(Seed{}, BlockRecords-1) }},
		{"ShuffleBucket", int64(len(records)), func() { ShuffleBucket(&sh, Seed{}, 0, records) }},
		{"Of", 1_000_000, func() { Of(Seed{}, 1_000_000) }},
		{"Choices", 1, func() { c.Next() }},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(bm.size)
			for b.Loop() {
				bm.f()
			}
		})
	}
}

// TestWindow: a window is a slice of the whole order.
func TestWindow(t *testing.T) {
	seed := SeedFromText("window")
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 2, 100, 4095, 4096, 4097, 9000, 100_000} {
		whole := Of(seed, n)
		if starts := BucketStarts(seed, n); starts[0] != 0 || starts[Buckets] != n {
			t.Errorf("the buckets of %d records are from %d to %d", n, starts[0], starts[Buckets])
		}
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
