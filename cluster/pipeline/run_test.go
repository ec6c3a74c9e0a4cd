package pipeline

import (
	"context"
	"errors"
	"testing"
)

// TestOutcome: a run that was stopped says so, one that failed why, and what Beam says is a
// line.
func TestOutcome(t *testing.T) {
	running := context.Background()
	stopped, stop := context.WithCancel(running)
	stop()
	step := errors.New("a step")
	beam := errors.New("failed to get metrics\n\tcaused by:\nrpc error: code = Canceled")
	for _, test := range []struct {
		ctx   context.Context
		err   error
		first *error
		want  string
	}{
		{running, nil, nil, ""},
		{running, nil, &step, ""},
		{running, beam, &step, "a step"},
		{running, beam, nil, "the runner failed: failed to get metrics caused by: rpc error: code = Canceled"},
		{stopped, beam, &step, context.Canceled.Error()},
		{stopped, nil, nil, ""},
	} {
		got := ""
		if err := outcome(test.ctx, test.err, test.first); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q instead of %q", got, test.want)
		}
	}
}
