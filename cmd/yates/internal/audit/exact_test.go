package audit

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/internal/frame"
)

// The table of three items is there for all known mistakes, but for 2³² seeds.
func TestExactMuseum(t *testing.T) {
	for _, s := range suspects.All() {
		b, err := exactly(t.Context(), s.Name)
		if v := frame.Verdict(0); !errors.As(err, &v) && s.Name != "seed-32" {
			t.Errorf("%s: %v\n%s", s.Name, err, b)
		}
	}
}

// exactly runs "yates exact".
func exactly(ctx context.Context, args ...string) (*bytes.Buffer, error) {
	b := new(bytes.Buffer)
	return b, runExact(ctx, &frame.UI{Out: b}, args)
}

// A signal ends the search for a law.
func TestExactEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if b, err := exactly(ctx, "naive", "8"); !errors.Is(err, context.Canceled) || b.Len() > 0 {
		t.Errorf("%v, %q", err, b)
	}
}
