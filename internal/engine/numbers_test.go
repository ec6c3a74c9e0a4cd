package engine

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"testing"

	"github.com/yates-shuffle/yates/internal/ranges"
	"github.com/yates-shuffle/yates/records/failure"
)

// seq is the text of the integers from lo to hi.
func seq(lo, hi uint64, nul bool) []byte {
	var b []byte
	for x := lo; x != hi+1; x++ {
		b = append(strconv.AppendUint(b, x, 10), separator(nul))
	}
	return b
}

// decimalsOf is the text of integers in binary.
func decimalsOf(binaries []byte, sep byte) (b []byte) {
	for ; len(binaries) > 0; binaries = binaries[8:] {
		b = append(strconv.AppendUint(b, binary.LittleEndian.Uint64(binaries), 10), sep)
	}
	return b
}

func numbered(t testing.TB, opt Options, lo, hi uint64) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Shuffle(context.Background(), &out, opt, Integers(lo, hi)); err != nil {
		t.Fatalf("%d-%d: %v", lo, hi, err)
	}
	return out.Bytes()
}

// TestNumbers compares with the slow twin, which reads the numbers.
func TestNumbers(t *testing.T) {
	t.Parallel()
	const most = 1<<64 - 1
	ranges := [][2]uint64{
		{0, 0}, {1, 1}, {1, 0}, {6, 5}, {0, 9}, {1, 10}, {9, 10}, {5, 100}, {0, 1000}, {99, 101}, {1, 52},
		{1, 200_000}, {0, 149_796}, {1, 300_000}, {90_000, 250_000}, {999_000, 1_140_000},
		{most, most}, {most - 1, most}, {most - 200_000, most}, {1e19 - 60_000, 1e19 + 60_000},
		{1<<63 - 1000, 1<<63 + 1000},
		{1e8 - 5, 1e8 + 5}, {1e16 - 70_000, 1e16 + 70_000}, {0, 52_427}, {0, 1},
	}
	// Around the border of the first block.
	for x := uint64(168_000); x < 168_014; x += 3 {
		ranges = append(ranges, [2]uint64{1000, x})
	}
	for _, r := range ranges {
		for _, nul := range []bool{false, true} {
			if nul && (r[1]-r[0] > 1000 || testing.Short()) {
				continue
			}
			opt := Options{Seed: &testSeed, Workers: 1 + int(r[1]%4), Format: Format{NUL: nul}}
			want := twin(testSeed, nul, 0, seq(r[0], r[1], nul))
			if got := numbered(t, opt, r[0], r[1]); !bytes.Equal(got, want) {
				t.Errorf("%d-%d: %s", r[0], r[1], differ(got, want))
			}
			opt.Binary, opt.Memory = true, 1<<20
			if got := decimalsOf(numbered(t, opt, r[0], r[1]), separator(nul)); !bytes.Equal(got, want) {
				t.Errorf("%d-%d in binary: %s", r[0], r[1], differ(got, want))
			}
		}
	}
}

// TestNumbersMemory: neither the memory nor the workers change anything, and a
// head is the head.
func TestNumbersMemory(t *testing.T) {
	t.Parallel()
	const lo, hi = 99_000, 1_250_000
	text := seq(lo, hi, false)
	for _, head := range []int64{0, 1, 10, 281, 5000, 700_000, hi - lo, 1 << 62} {
		want := twin(testSeed, false, head, text)
		for _, memory := range []int64{1, 1 << 20, 3 << 20, 1 << 26} {
			for _, workers := range []int{2, 7} {
				opt := Options{Seed: &testSeed, Memory: memory, Workers: workers, Sink: Sink{Head: head}}
				if memory == 1 && (head != 10 && head != 5000 || workers != 2) {
					continue // bucket by bucket is slow
				}
				if testing.Short() && (memory == 1 || workers != 7 && head != 0) {
					continue
				}
				if got := numbered(t, opt, lo, hi); !bytes.Equal(got, want) {
					t.Errorf("head %d, memory %d, workers %d: %s", head, memory, workers, differ(got, want))
				}
			}
		}
	}
}

// TestLargeRange compares ranges that nobody can shuffle with their definition.
func TestLargeRange(t *testing.T) {
	t.Parallel()
	const most = 1<<64 - 1
	for _, r := range [][2]uint64{{0, 1 << 32}, {1, 1<<32 + 1}, {1 << 40, 1 << 63}, {0, most - 1}, {1, most}} {
		n := r[1] - r[0] + 1
		for _, head := range []int64{1, 10, 3<<14 + 5} {
			s := ranges.NewSample(testSeed, n, int(head))
			var want []byte
			for range head {
				want = fmt.Appendln(want, r[0]+s.Next())
			}
			if got := numbered(t, Options{Seed: &testSeed, Workers: 3, Sink: Sink{Head: head}}, r[0],
				r[1]); !bytes.Equal(got,
				want) {
				t.Errorf("%d of %d-%d: %s", head, r[0], r[1], differ(got, want))
			}
		}
		err := Shuffle(context.Background(), io.Discard, Options{Seed: &testSeed}, Integers(r[0], r[1]))
		if err != failure.ErrLargeRange {
			t.Error(err)
		}
	}
}

func TestNumbersErrors(t *testing.T) {
	const most = 1<<64 - 1
	for _, c := range []struct {
		opt    Options
		lo, hi uint64
		want   string
	}{
		{Options{}, 2, 0, "the first integer is greater than the last"},
		{Options{}, most, 0, "the first integer is greater than the last"},
		{Options{}, 0, most, "more integers than 64 bits can count"},
		{Options{Sink: Sink{Head: -1}}, 0, 1, "Head is -1, and must not be negative"},
		{Options{Sink: Sink{Head: 1 << 60}}, 0, 1 << 62,
			"a sample of 1152921504606846976 integers of more than 2³² needs 17592186044416 MiB of memory"},
		{Options{Sink: Sink{Head: 1 << 62}}, 0, 1 << 63,
			"a sample of 4611686018427387904 integers of more than 2³² needs 17592186044416 MiB of memory"},
		{Options{Memory: 1000, Sink: Sink{Head: 1000}}, 0, 1 << 63,
			"a sample of 1000 integers of more than 2³² needs 1 MiB of memory"},
	} {
		var out bytes.Buffer
		if err := Shuffle(context.Background(), &out, c.opt, Integers(c.lo,
			c.hi)); err == nil || err.Error() != c.want ||
			out.Len() > 0 {
			t.Errorf("%d-%d: %v, want %s", c.lo, c.hi, err, c.want)
		}
	}
}
