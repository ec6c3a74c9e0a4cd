package order

import (
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

// TestBlocks: the records of a block get the same digits whatever stands before
// it, and a record's length says nothing, only the place where it starts.
func TestBlocks(t *testing.T) {
	seed := SeedFromText("blocks")
	var d Digits
	for _, offsets := range [][]uint64{
		{},
		{5 << BlockShift},
		{0, BlockSize - 1, BlockSize, BlockSize + 1, 9*BlockSize - 1, 9 * BlockSize, 1 << 62},
	} {
		want := make([][]int, Buckets)
		last := uint64(1 << 63)
		for i, offset := range offsets {
			if offset/BlockSize != last {
				last = offset / BlockSize
				d.Reset(seed, last)
			}
			b := d.Next()
			want[b] = append(want[b], i)
		}
		for b := range want {
			ShuffleBucket(new(Shuffler), seed, b, want[b])
		}
		if got, want := Shuffle(seed, offsets), slices.Concat(want...); !slices.Equal(got, want) {
			t.Errorf("offsets %v: got %v, want %v", offsets, got, want)
		}
	}
}

func TestAllocations(t *testing.T) {
	var d Digits
	var sh Shuffler
	buckets, records := make([]uint16, 1000), make([]string, 1000)
	d.Reset(Seed{}, 0)
	ShuffleBucket(&sh, Seed{}, 0, records)
	r := NewRepeat(Seed{}, 10)
	for what, f := range map[string]func(){
		"Digits":        func() { d.Reset(Seed{}, 1); d.Next(); d.Fill(buckets) },
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
	for _, digits := range []string{"", "0", hex[1:], hex + "0", hex + "00", " " + hex[1:], "g" + hex[1:], hex[:62] + "é"} {
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

func BenchmarkFill(b *testing.B) {
	var d Digits
	d.Reset(Seed{}, 0)
	buckets := make([]uint16, 4096)
	b.SetBytes(int64(len(buckets))) // so MB/s is millions of digits a second
	for b.Loop() {
		d.Fill(buckets)
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
	offsets := make([]uint64, 1_000_000)
	for i := range offsets {
		offsets[i] = uint64(i) * 100
	}
	b.SetBytes(int64(len(offsets)))
	for b.Loop() {
		Shuffle(Seed{}, offsets)
	}
}

func BenchmarkRepeat(b *testing.B) {
	r := NewRepeat(Seed{}, 6)
	for b.Loop() {
		r.Next()
	}
}
