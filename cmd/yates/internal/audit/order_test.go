package audit

import (
	"context"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/yates-shuffle/yates/internal/deals"
)

// An audit of records from a pipe that stays open ends when it is interrupted. What has come counts, but for the last
// record, which may have been cut.
func TestOrderInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, out := io.Pipe()
	o := &ordering{flags: &flags{}, ctx: ctx, in: in, lo: 1, matcher: deals.NewMatcher(rand.IntN)}
	for _, record := range []string{"a", "bc", "b"} {
		o.matcher.Add([]byte(record))
	}
	go func() {
		io.WriteString(out, "a\n")
		io.WriteString(out, "b") // of bc
		cancel()
	}()
	for x, err := range o.found("-") {
		if x != 1 || err != nil {
			t.Errorf("record %d came, %v", x, err)
		}
	}
}
