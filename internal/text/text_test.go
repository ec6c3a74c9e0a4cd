package text

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// So many words are written as are wanted, each with its end.
func TestWords(t *testing.T) {
	seed := order.SeedFromText("yates")
	for _, head := range []int64{0, 1, 2, 3, math.MaxInt64} {
		words := &Words{Words: []string{"a", "", "c"}, Seed: seed, Head: head, End: End(true)}
		var all strings.Builder
		if err := words.Shuffle(&all); err != nil {
			t.Fatal(err)
		}
		var want string
		for place, i := range order.Shuffle(seed, 3) {
			if int64(place) < head {
				want += words.Words[i] + "\x00"
			}
		}
		if all.String() != want {
			t.Errorf("the first %d are %q, not %q", head, all.String(), want)
		}
	}
	drawn := &Words{Words: []string{"a", "b"}, Seed: seed, Head: 1000, End: End(false)}
	var all strings.Builder
	if err := drawn.Repeat(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	lines := slices.Sorted(strings.Lines(all.String()))
	if len(lines) != 1000 || !slices.Equal(slices.Compact(lines), []string{"a\n", "b\n"}) {
		t.Errorf("1000 of two words are %q", all.String())
	}
}

// Of no words none are drawn, which is an error unless none are wanted.
func TestNoWords(t *testing.T) {
	for head, want := range map[int64]error{0: nil, 1: ErrNoLines, math.MaxInt64: ErrNoLines} {
		if err := (&Words{Head: head}).Repeat(t.Context(), nil); err != want {
			t.Errorf("%d of none: %v", head, err)
		}
	}
}

// A long drawing stops when it is told to.
func TestRepeatIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (&Words{Words: []string{"a"}, Head: 1 << 20}).Repeat(ctx, new(strings.Builder)); !errors.Is(err,
		context.Canceled) {
		t.Error(err)
	}
}
