package pipeline

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/store"
)

// TestOutcome: a run that failed says why, and what Beam says is a line.
func TestOutcome(t *testing.T) {
	step := errors.New("a step")
	beam := errors.New("failed to get metrics\n\tcaused by:\nrpc error: code = Canceled")
	for _, test := range []struct {
		err   error
		first *error
		want  string
	}{
		{nil, nil, ""},
		{nil, &step, ""},
		{beam, &step, "a step"},
		{beam, nil, "the runner failed: failed to get metrics caused by: rpc error: code = Canceled"},
	} {
		got := ""
		if err := outcome(test.err, test.first); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q instead of %q", got, test.want)
		}
	}
}

// TestRefused: Beam's flags with which nobody waits for the job are refused, in each way to
// write them, and so are those that Beam would not see, runners that there are not, and Prism
// in this process, which listens on all addresses.
func TestRefused(t *testing.T) {
	for _, test := range []struct{ runner, flags, want string }{
		{"universal", "--endpoint=h:1 --async", "--async"},
		{"universal", "--endpoint=h:1 -async=1", "--async"},
		{"universal", "--endpoint=h:1 --execute_async", "--async"},
		{"dataflow", "--dry_run=true", "--dry_run"},
		{"dataflow", "--dry_run", "--dry_run"},
		{"dataflow", "--template_location=gs://b/t", "--template_location"},
		{"universal", "--endpoint=h:1 --worker", "--worker"},
		{"universal", "--endpoint=h:1 word --async", `"word" is no flag`},
		{"universal", "--endpoint=h:1 --nonsense", "nonsense"},
		{"universal", "", "needs --endpoint"},
		{"flink", "--endpoint=", "needs --endpoint"},
		{"prism", "", "no runner"},
		{"prism", "--endpoint=h:1", "no runner"},
		{"direct", "", "no runner"},
		{"", "", "no runner"},
		{"universal", "--endpoint=h:1 --environment_type=LOOPBACK", "--trust-local-users"},
		{"universal", "--endpoint=h:1 --environment_type=loopback", "--trust-local-users"},
	} {
		flag.VisitAll(func(f *flag.Flag) {
			if !strings.HasPrefix(f.Name, "test.") {
				f.Value.Set(f.DefValue)
			}
		})
		if err := Init(test.runner, false, strings.Fields(test.flags)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: %v instead of %s", test.runner, test.flags, err, test.want)
		}
	}
}

// TestPipeline: the pipeline does the steps of a job, of one without segments as well. The
// runner is Beam's direct one, which needs no sockets.
func TestPipeline(t *testing.T) {
	beam.Init()
	for _, records := range []int{0, 1000} {
		dir, ctx, st := t.TempDir(), context.Background(), store.New()
		in := filepath.Join(dir, "in")
		if err := os.WriteFile(in, bytes.Repeat([]byte("line\n"), records), 0o600); err != nil {
			t.Fatal(err)
		}
		spec := job.Spec{Inputs: []string{in}, Output: filepath.Join(dir, "out-{}"), Head: -1, Shards: 3, Segment: 700}
		m, err := job.Run(ctx, st, spec, false, func(ctx context.Context, j *job.Job) error {
			j.Limits = job.Limits{Memory: 1 << 20}
			_, err := beam.Run(ctx, "direct", newPipeline(worker{Work: j.Work(), Limits: j.Limits}, j))
			return err
		})
		if err != nil || !m.Complete || m.Records != int64(records) {
			t.Errorf("%+v, %v", m, err)
		}
	}
}

// TestLazyRunner: a runner that says it succeeded without having done the job has failed.
func TestLazyRunner(t *testing.T) {
	dir, st := t.TempDir(), store.New()
	in := filepath.Join(dir, "in")
	if err := os.WriteFile(in, []byte("line\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	spec := job.Spec{Inputs: []string{in}, Output: filepath.Join(dir, "out-{}"), Head: -1}
	_, err := job.Run(context.Background(), st, spec, false, func(context.Context, *job.Job) error { return nil })
	if !errors.Is(err, job.Unfinished) {
		t.Error(err)
	}
	if found, _ := filepath.Glob(filepath.Join(dir, "_*.work", "plan.json")); len(found) != 1 {
		t.Error("the job is gone")
	}
}
