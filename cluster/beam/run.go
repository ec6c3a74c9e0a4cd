package pipeline

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	"github.com/yates-shuffle/yates/cluster/job"
)

// Worker reports whether a runner started this process as a worker, after it has been one.
func Worker(args []string) bool {
	if !slices.Contains(args, "--worker") && !slices.Contains(args, "--worker=true") {
		return false
	}
	flag.CommandLine.Parse(args) // it exits after an error
	beam.Init()                  // works, and exits
	return true
}

// runners are those that jobs can run on, and whether they need the endpoint of a job service. Prism is not
// among them, though Beam can start it in this process: it would listen on all addresses of
// the machine, and whoever reached it could run programs. A Prism that stands alone is
// reached as "universal".
var runners = map[string]bool{"dataflow": false, "universal": true, "flink": true, "spark": true}

// early are flags with which a runner returns before the job is done, and "worker", with
// which there would be none.
var early = []string{"async", "dry_run", "template_location", "worker"}

// Init sets Beam's flags, and refuses what cannot work. With LOOPBACK, this process takes work from whoever
// connects, so that must be nobody else, or trusted.
func Init(runner string, trusted bool, flags []string) error {
	needs, known := runners[runner]
	if !known {
		return fmt.Errorf("there is no runner %q; the runners are universal, dataflow, flink and spark", runner)
	}
	flag.CommandLine.Init("", flag.ContinueOnError)
	flag.CommandLine.SetOutput(io.Discard)
	if err := flag.CommandLine.Parse(flags); err != nil {
		return err
	}
	if flag.NArg() > 0 {
		return fmt.Errorf("%q is no flag of Beam; flags with values are written as --flag=value", flag.Arg(0))
	}
	value := func(name string) string { return flag.Lookup(name).Value.String() }
	for _, name := range early {
		if value(name) != flag.Lookup(name).DefValue {
			return fmt.Errorf("with Beam's flag --%s nobody waits for the job", name)
		}
	}
	if needs && value("endpoint") == "" {
		return fmt.Errorf("the runner %s needs --endpoint HOST:PORT", runner)
	}
	if strings.EqualFold(value("environment_type"), "loopback") && !trusted {
		if err := alone(); err != nil {
			return fmt.Errorf("with LOOPBACK, other users of this machine could run programs as you: %w; "+
				"--trust-local-users lets them", err)
		}
	}
	self, err := os.Executable()
	if err == nil { // or Beam would compile the wrong folder
		err = flag.Set("worker_binary", cmp.Or(value("worker_binary"), self))
	}
	beam.Init()
	return err
}

// failure is the first error of a step in this process.
var failure atomic.Pointer[error]

// Run runs a job on a runner, after [Init]. What Beam logs is left out: it returns the error
// of the step that failed, if that was in this process.
func Run(ctx context.Context, runner string, j *job.Job) error {
	log.LogLevel = "error"
	slog.SetDefault(slog.New(slog.DiscardHandler))
	w := worker{Work: j.Work(), Limits: j.Limits}
	if strings.EqualFold(flag.Lookup("environment_type").Value.String(), "loopback") { // workers in this process
		w.Limits.TempDir = cmp.Or(w.Limits.TempDir, os.TempDir())
	}
	dir, err := os.MkdirTemp("", "yates-beam-") // where they leave a file
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	os.Setenv("TMPDIR", dir)
	_, err = beam.Run(ctx, runner, newPipeline(w, j))
	return outcome(err, failure.Load())
}

// outcome returns the error of a run that Beam ended with err, and in which a step of this
// process failed first, if not nil.
func outcome(err error, first *error) error {
	switch {
	case err == nil:
		return nil
	case first != nil:
		return *first
	}
	return fmt.Errorf("the runner failed: %s", strings.Join(strings.Fields(err.Error()), " ")) // it has lines
}
