package order

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestFill: from every phase and for every length around a word or two, Fill
// gives what Next gives, and leaves off where Next would.
func TestFill(t *testing.T) {
	var fast, slow Digits
	for start := range 2*digitsPerWord + 1 {
		for length := range 4*digitsPerWord + 1 {
			fast.Reset(Seed{}, 7)
			slow.Reset(Seed{}, 7)
			for range start {
				fast.Next()
				slow.Next()
			}
			got, want := make([]uint16, length+1), make([]uint16, length+1)
			fast.Fill(got[:length])
			got[length] = uint16(fast.Next())
			for i := range want {
				want[i] = uint16(slow.Next())
			}
			if !slices.Equal(got, want) {
				t.Fatalf("Fill of %d after %d: got %v, want %v", length, start, got, want)
			}
		}
	}
}

// TestReset: what a value was used for before leaves no trace.
func TestReset(t *testing.T) {
	var used Digits
	for phase := range 2 * digitsPerWord {
		used.Reset(Seed{1}, 0)
		used.Fill(make([]uint16, phase))
		used.Reset(Seed{}, 3)
		var fresh Digits
		fresh.Reset(Seed{}, 3)
		for range 20 {
			if got, want := used.Next(), fresh.Next(); got != want {
				t.Fatalf("after %d digits and Reset: got %d, want %d", phase, got, want)
			}
		}
	}
	var sh Shuffler
	shuffled(&sh, 1, 100)
	if got, want := shuffled(&sh, 2, 100), shuffled(new(Shuffler), 2, 100); !slices.Equal(got, want) {
		t.Errorf("a Shuffler remembers: got %v, want %v", got, want)
	}
}

// TestSeek: it is to skip the records of the block one by one, whatever d was used
// for before.
func TestSeek(t *testing.T) {
	var fast, slow Digits
	for _, block := range []uint64{0, 1, 1 << 20, 1<<52 - 1} {
		var digits []int
		slow.Reset(Seed{}, block)
		for range BlockRecords {
			digits = append(digits, slow.Next())
		}
		for i := range digits {
			fast.Seek(Seed{}, block*BlockRecords+uint64(i))
			for j, want := range digits[i:min(i+2*digitsPerWord, BlockRecords)] {
				if got := fast.Next(); got != want {
					t.Fatalf("Seek to record %d of block %d, then digit %d: got %d, want %d", i, block, j, got, want)
				}
			}
		}
	}
}

// TestFillFrom: from and to each place near a border of blocks, with up to two
// whole blocks between them, each record gets the digit of its block.
func TestFillFrom(t *testing.T) {
	const block, blocks = 1<<20 + 3, 4 // of records beyond 2³², which 32 bits don't hold
	var d Digits
	var digits []uint16
	for b := range uint64(blocks) {
		d.Reset(Seed{}, block+b)
		for range BlockRecords {
			digits = append(digits, uint16(d.Next()))
		}
	}
	const near = 2*digitsPerWord + 1
	var places []int
	for i := range len(digits) + 1 {
		if phase := i % BlockRecords; phase <= near || phase >= BlockRecords-near {
			places = append(places, i)
		}
	}
	got := make([]uint16, len(digits)+1)
	for i, from := range places {
		for _, to := range places[i:] {
			const beyond = 0xffff
			got[to-from] = beyond
			d.FillFrom(Seed{}, block*BlockRecords+uint64(from), got[:to-from])
			if !slices.Equal(got[:to-from], digits[from:to]) || got[to-from] != beyond {
				t.Fatalf("FillFrom(%d blocks and %d records) of %d differs from Next", block, from, to-from)
			}
		}
	}
}

// TestShuffle compares Shuffle with the definition: the order of n records is the
// records of each bucket, shuffled, by the digit of each record's number.
func TestShuffle(t *testing.T) {
	seed := SeedFromText("blocks")
	for _, n := range []int{0, 1, 2, 100, BlockRecords - 1, BlockRecords, BlockRecords + 1, 3*BlockRecords + 7} {
		digits, want := make([]uint16, n), make([][]int, Buckets)
		new(Digits).FillFrom(seed, 0, digits)
		for i, b := range digits {
			want[b] = append(want[b], i)
		}
		for b := range want {
			ShuffleBucket(new(Shuffler), seed, b, want[b])
		}
		if got, want := Perm(seed, n), slices.Concat(want...); !slices.Equal(got, want) {
			t.Errorf("%d records: got %v, want %v", n, got, want)
		}
	}
}

func TestShufflePanics(t *testing.T) {
	defer func() {
		if msg := recover(); msg != "order: Perm of -1 records" {
			t.Errorf("Perm of -1 records panics with %v", msg)
		}
	}()
	Perm(Seed{}, -1)
}

func TestAllocations(t *testing.T) {
	var d Digits
	var sh Shuffler
	buckets, records := make([]uint16, 1000), make([]string, 1000)
	d.Reset(Seed{}, 0)
	ShuffleBucket(&sh, Seed{}, 0, records)
	r := NewRepeat(Seed{}, 10)
	for what, f := range map[string]func(){
		"Digits":        func() { d.Seek(Seed{}, 7); d.Next(); d.Fill(buckets); d.FillFrom(Seed{}, 4000, buckets) },
		"ShuffleBucket": func() { ShuffleBucket(&sh, Seed{}, 1, records) },
		"Repeat.Next":   func() { r.Next() },
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

func TestRepeatOfNothing(t *testing.T) {
	defer func() {
		if msg, _ := recover().(string); !strings.HasPrefix(msg, "order: ") {
			t.Errorf("NewRepeat of 0 panics with %q, want the prefix %q", msg, "order: ")
		}
	}()
	NewRepeat(Seed{}, 0)
}

func BenchmarkReset(b *testing.B) {
	var d Digits
	for b.Loop() {
		d.Reset(Seed{}, 1)
	}
}

func BenchmarkNext(b *testing.B) {
	var d Digits
	d.Reset(Seed{}, 0)
	for b.Loop() {
		d.Next()
	}
}

// BenchmarkFill is of one endless stream: what FillFrom would do if blocks cost
// nothing.
func BenchmarkFill(b *testing.B) {
	var d Digits
	d.Reset(Seed{}, 0)
	buckets := make([]uint16, 16*BlockRecords)
	b.SetBytes(int64(len(buckets))) // so MB/s is millions of digits a second
	for b.Loop() {
		d.Fill(buckets)
	}
}

func BenchmarkFillFrom(b *testing.B) {
	var d Digits
	buckets := make([]uint16, 16*BlockRecords)
	for _, from := range []uint64{0, BlockRecords / 2} {
		b.Run(fmt.Sprint(from), func(b *testing.B) {
			b.SetBytes(int64(len(buckets)))
			for b.Loop() {
				d.FillFrom(Seed{}, from, buckets)
			}
		})
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

func BenchmarkShuffle(b *testing.B) {
	const n = 1_000_000
	b.SetBytes(n)
	for b.Loop() {
		Perm(Seed{}, n)
	}
}

func BenchmarkRepeat(b *testing.B) {
	r := NewRepeat(Seed{}, 6)
	for b.Loop() {
		r.Next()
	}
}

// TestWindow: a window is a slice of the whole order.
func TestWindow(t *testing.T) {
	seed := SeedFromText("window")
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 2, 100, 4095, 4096, 4097, 9000, 100_000} {
		whole := Perm(seed, n)
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
	for _, w := range [][3]int{{5, -1, 2}, {5, 3, 2}, {5, 0, 6}, {-1, 0, 0}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Window(%v) did not panic", w)
				}
			}()
			Window(seed, w[0], w[1], w[2])
		}()
	}
	items := []string{"a", "b", "c"}
	if got := Apply([]int{2, 0}, items); !slices.Equal(got, []string{"c", "a"}) {
		t.Errorf("Apply returned %q", got)
	}
}
