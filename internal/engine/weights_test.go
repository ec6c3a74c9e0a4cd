package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/records/failure"
)

// TestLargeWeights: only what weights do not have in common counts.
func TestLargeWeights(t *testing.T) {
	var drawn []string
	for _, weights := range []string{"3 0 1 1", "3e38 0 1e38 10e37", "3e-90 0e5 1e-90 .1e-89"} {
		var out bytes.Buffer
		text := ""
		for i, weight := range strings.Fields(weights) {
			text += fmt.Sprint(i, "\t", weight, "\n")
		}
		opt := Options{Seed: &testSeed, Rule: Rule{Kind: ask.Weights, By: []Column{{Number: 2}}}}
		if err := drawOnce(context.Background(), &out, opt, Reader("in", strings.NewReader(text))); err != nil {
			t.Fatal(err)
		}
		order := ""
		for line := range strings.Lines(out.String()) {
			order += line[:1]
		}
		drawn = append(drawn, order)
	}
	if len(drawn[0]) != 3 || drawn[1] != drawn[0] || drawn[2] != drawn[0] {
		t.Errorf("drawn are %q", drawn)
	}
}

// TestWeightErrors: what cannot be a weight is an error that says where.
func TestWeightErrors(t *testing.T) {
	for text, want := range map[string]string{
		"1\n2\nx\n": `record 3: the weight is "x": it is not a number of 0 or more`,
		"1\n-2\n":   `record 2: the weight is "-2"`,
		"1\n\n":     `record 2: the weight is ""`,
	} {
		err := Repeat(context.Background(), new(bytes.Buffer),
			Options{Seed: &testSeed, Rule: Rule{Kind: ask.Weights, By: []Column{{Number: 1}}},
				Sink: Sink{Head: 1}}, Reader("in", strings.NewReader(text)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	many := strings.Repeat("1\n", 20_000)
	err := Repeat(context.Background(), new(bytes.Buffer), Options{Seed: &testSeed, Memory: 1 << 20,
		Rule: Rule{Kind: ask.Weights,
			By: []Column{{Number: 1}}}, Sink: Sink{Head: 1}}, Reader("in", strings.NewReader(many)))
	if e, ok := errors.AsType[*failure.TooManyError](err); !ok || e.Most != 1<<20/3/24 {
		t.Errorf("too many weights: %v", err)
	}
}

// TestDrawable: what can be drawn is known of the urn, before and after drawing.
func TestDrawable(t *testing.T) {
	for _, rule := range []Rule{{}, {Kind: ask.Weights, By: []Column{{Number: 1}}}} {
		u, err := NewUrn(context.Background(), Options{Rule: rule}, Reader("in", strings.NewReader("3\n0\n1\n0\n")))
		if err != nil {
			t.Fatal(err)
		}
		want := uint64(4)
		if rule.Kind != 0 {
			want = 2
		}
		before := u.Drawable()
		if err := u.Draw(context.Background(), new(bytes.Buffer), 1); err != nil {
			t.Fatal(err)
		}
		if after := u.Drawable(); before != want || after != want {
			t.Errorf("%d records can be drawn, and %d when one was, not %d", before, after, want)
		}
		u.Close()
	}
}
