package audit

import (
	"context"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/frame"
)

// An audit of records from a pipe ends when it is interrupted. What has come counts, but for the last record, which may
// have been cut. Who writes to the pipe may end before the signal comes, or after it, or not.
func TestOrderInterrupted(t *testing.T) {
	for _, end := range []func(cancel func(), out io.Closer){
		func(cancel func(), out io.Closer) { cancel() },
		func(cancel func(), out io.Closer) { cancel(); out.Close() },
		func(cancel func(), out io.Closer) { out.Close(); cancel() },
	} {
		synctest.Test(t, func(t *testing.T) { interrupted(t, end) }) // where time waits for the signal
	}
}

func interrupted(t *testing.T, end func(cancel func(), out io.Closer)) {
	ctx, cancel := context.WithCancel(t.Context())
	in, out := io.Pipe()
	defer out.Close()
	o := &ordering{job: &job{opt: &flags{}, ui: &frame.UI{In: in}}, lo: 1, matcher: deals.NewMatcher(rand.IntN)}
	for _, record := range []string{"a", "bc", "b"} {
		o.matcher.Add([]byte(record))
	}
	go func() {
		io.WriteString(out, "a\n")
		io.WriteString(out, "bc\n")
		io.WriteString(out, "b") // of bc
		end(cancel, out)
	}()
	var came []int64
	for x, err := range live(ctx, o.numbers(ctx, "-")) {
		if err != nil {
			t.Error(err)
		}
		came = append(came, x)
	}
	if !slices.Equal(came, []int64{1, 2}[:max(1, min(2, len(came)))]) { // bc may have been under way
		t.Errorf("%d came", came)
	}
}
