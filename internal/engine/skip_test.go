package engine

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/order"
)

// TestSkip: what is left after some records, or groups, is the end of the order, and a head of it a
// window, in memory, from the temporary file and of integers.
func TestSkip(t *testing.T) {
	const n = 9000
	seed := order.SeedFromText("skip")
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "%d\t%d\n", i, i%700)
	}
	header := "a header\n"
	for _, opt := range []Options{
		{}, {Format: Format{Header: 1}}, {tune: tuning{memory: 1, slab: 4096}}, {tune: tuning{big: 1, bigHere: 1,
			memory: 1}},
		{Rule: Rule{Kind: ask.Groups, By: []Column{{Number: 2}}}}, {Rule: Rule{Kind: ask.Unique}},
	} {
		opt.Seed, opt.Memory = &seed, 4<<20
		shuffle := func(skip, head int64) []string {
			opt.Skip, opt.Head = skip, head
			var out bytes.Buffer
			if err := Shuffle(context.Background(), &out, opt, Reader("",
				strings.NewReader(header[:9*opt.Header]+text.String()))); err != nil {
				t.Fatal(err)
			}
			lines := strings.SplitAfter(out.String(), "\n")
			if opt.Header > 0 && lines[0] != header {
				t.Errorf("%+v: no header", opt)
			}
			return lines[opt.Header : len(lines)-1]
		}
		whole := shuffle(0, 0)
		groups := []int{0} // where they begin
		for i, line := range whole {
			if i > 0 && (opt.By == nil || line[strings.IndexByte(line,
				'\t'):] != whole[i-1][strings.IndexByte(whole[i-1], '\t'):]) {
				groups = append(groups, i)
			}
		}
		groups = append(groups, len(whole))
		all := len(groups) - 1
		for _, skip := range []int{1, 2, 300, all / 2, all - 1, all, all + 5} {
			for _, head := range []int{0, 1, 3, 400, math.MaxInt} {
				lo, hi := min(skip, all), all
				if head > 0 {
					hi = min(lo+min(head, all), all)
				}
				got := strings.Join(shuffle(int64(skip), int64(head)), "")
				if want := strings.Join(whole[groups[lo]:groups[hi]], ""); got != want {
					t.Fatalf("%+v: %d bytes instead of %d", opt, len(got), len(want))
				}
			}
		}
	}
}

// TestSkipIntegers is TestSkip for integers, of which there may be more than 2³².
func TestSkipIntegers(t *testing.T) {
	seed := order.SeedFromText("skip")
	for _, hi := range []uint64{9999, 1 << 33} {
		numbers := func(skip, head int64) []byte {
			var out bytes.Buffer
			if err := Shuffle(context.Background(), &out, Options{Seed: &seed, Sink: Sink{Skip: skip, Head: head}},
				Integers(1, hi)); err != nil {
				t.Fatal(err)
			}
			return out.Bytes()
		}
		head := bytes.SplitAfter(numbers(0, 5000), []byte{'\n'})
		for _, skip := range []int{1, 100, 4999} {
			if got, want := numbers(int64(skip), int64(5000-skip)), bytes.Join(head[skip:5000],
				nil); !bytes.Equal(got, want) {
				t.Errorf("%d integers after %d differ", hi, skip)
			}
		}
	}
	rest := bytes.Count(func() []byte {
		var out bytes.Buffer
		if err := Shuffle(context.Background(), &out, Options{Seed: &seed, Sink: Sink{Skip: 9990}}, Integers(1,
			9999)); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}(), []byte{'\n'})
	if rest != 9 {
		t.Errorf("%d integers are left of 9", rest)
	}
}
