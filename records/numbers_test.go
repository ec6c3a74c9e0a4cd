package records

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"testing"
)

// seq is the text of the integers from lo to hi.
func seq(lo, hi uint64, nul bool) []byte {
	var b []byte
	for x := lo; x != hi+1; x++ {
		b = append(strconv.AppendUint(b, x, 10), separator(nul))
	}
	return b
}

func numbered(t testing.TB, opt Options, lo, hi uint64) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Numbers(context.Background(), &out, opt, lo, hi); err != nil {
		t.Fatalf("%d-%d: %v", lo, hi, err)
	}
	return out.Bytes()
}

// TestNumbers compares with the slow twin, which reads the numbers.
func TestNumbers(t *testing.T) {
	const most = 1<<64 - 1
	ranges := [][2]uint64{
		{0, 0}, {1, 1}, {1, 0}, {6, 5}, {0, 9}, {1, 10}, {9, 10}, {5, 100}, {0, 1000}, {99, 101}, {1, 52},
		{1, 200_000}, {0, 149_796}, {1, 300_000}, {90_000, 250_000}, {999_000, 1_140_000},
		{most, most}, {most - 1, most}, {most - 200_000, most}, {1e19 - 60_000, 1e19 + 60_000}, {1<<63 - 1000, 1<<63 + 1000},
		{1e8 - 5, 1e8 + 5}, {1e16 - 70_000, 1e16 + 70_000}, {0, 52_427}, {0, 1},
	}
	// Around the border of the first block.
	for x := uint64(168_000); x < 168_020; x++ {
		ranges = append(ranges, [2]uint64{1000, x})
	}
	for _, r := range ranges {
		for _, nul := range []bool{false, true} {
			opt := Options{Seed: testSeed, NUL: nul, Workers: 1 + int(r[1]%4)}
			want := twin(testSeed, nul, 0, seq(r[0], r[1], nul))
			if got := numbered(t, opt, r[0], r[1]); !bytes.Equal(got, want) {
				t.Errorf("%d-%d: %s", r[0], r[1], differ(got, want))
			}
		}
	}
}

// TestNumbersMemory: neither the memory nor the workers change anything, and a
// head is the head.
func TestNumbersMemory(t *testing.T) {
	const lo, hi = 99_000, 1_250_000
	text := seq(lo, hi, false)
	for _, head := range []int64{0, 1, 2, 10, 280, 281, 282, 5000, 400_000, 700_000, hi - lo, hi - lo + 1, 1 << 62} {
		want := twin(testSeed, false, head, text)
		for _, memory := range []int64{1, 1 << 20, 2 << 20, 3 << 20, 1 << 26} {
			for _, workers := range []int{1, 2, 7} {
				opt := Options{Seed: testSeed, Head: head, Memory: memory, Workers: workers}
				if memory == 1 && (head != 10 && head != 5000 || workers != 2) {
					continue // bucket by bucket is slow
				}
				if got := numbered(t, opt, lo, hi); !bytes.Equal(got, want) {
					t.Errorf("head %d, memory %d, workers %d: %s", head, memory, workers, differ(got, want))
				}
			}
		}
	}
}

func TestPutDecimal(t *testing.T) {
	b := make([]byte, decimalSlack)
	check := func(x uint64) {
		want := fmt.Sprintln(x)
		if got := b[:putDecimal(b, x, '\n')]; string(got) != want {
			t.Fatalf("%q, want %q", got, want)
		}
		if got := b[:putIntegers(b, x-3, []uint32{3}, '\n')]; string(got) != want {
			t.Fatalf("%q, want %q", got, want)
		}
	}
	for x := range uint64(200_000) {
		check(x)
	}
	for p := uint64(1); ; p *= 10 {
		for d := range uint64(1000) {
			check(p - d)
			check(p + d)
			check(p * (d % 10))
		}
		if p > 1e18 {
			break
		}
	}
	for x := uint64(0); x < 1e8; x += 997 {
		check(x)
		check(x * x)
		check(-x)
	}
}

func BenchmarkNumbers(b *testing.B) {
	for _, memory := range []int64{1 << 30, 64 << 20, 16 << 20} {
		b.Run(fmt.Sprint(memory>>20), func(b *testing.B) {
			const n = 100_000_000
			for b.Loop() {
				if err := Numbers(context.Background(), discard{}, Options{Memory: memory}, 1, n); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/number")
		})
	}
}

// discard is io.Discard without its other methods.
type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }
