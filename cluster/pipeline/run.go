package pipeline

import (
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
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

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

// runners are those that Beam has for Go, and whether they need the endpoint of a job service.
var runners = map[string]bool{"prism": false, "dataflow": false, "universal": true, "flink": true, "spark": true}

// Init sets Beam's flags, and refuses a runner that cannot work.
func Init(flags []string) error {
	flag.CommandLine.Init("", flag.ContinueOnError)
	flag.CommandLine.SetOutput(io.Discard)
	if err := flag.CommandLine.Parse(flags); err != nil {
		return err
	}
	value := func(name string) string { return flag.Lookup(name).Value.String() }
	needs, known := runners[value("runner")]
	switch {
	case !known:
		return fmt.Errorf("there is no runner %q; the runners are prism, universal, dataflow, flink and spark", value("runner"))
	case needs && value("endpoint") == "":
		return fmt.Errorf("the runner %s needs --endpoint HOST:PORT", value("runner"))
	}
	if value("worker_binary") == "" { // or Beam would compile the wrong folder
		self, err := os.Executable()
		if err != nil {
			return err
		}
		flag.Set("worker_binary", self)
	}
	beam.Init()
	return nil
}

// failure is the first error of a step in this process.
var failure atomic.Pointer[error]

// Run runs a job on the runner that Beam's flags name. What Beam logs is left out: it
// returns the error of the step that failed, if that was in this process.
func Run(ctx context.Context, j *job.Job) error {
	log.LogLevel = "error"
	slog.SetDefault(slog.New(slog.DiscardHandler))
	failure.Store(nil)
	s := Settings{Work: j.Work(), Segments: j.Segments(), Shards: j.Shards(), Memory: j.Memory, Workers: j.Workers, TempDir: j.TempDir}
	if name := flag.Lookup("runner").Value.String(); name == "prism" || flag.Lookup("environment_type").Value.String() == "LOOPBACK" {
		if s.TempDir == "" {
			s.TempDir = os.TempDir()
		}
		tidy, err := ownTemp()
		if err != nil {
			return err
		}
		defer tidy()
	}
	return outcome(ctx, beamx.Run(ctx, New(s)), failure.Load())
}

// outcome returns the error of a run that Beam ended with err, and in which a step of this
// process failed first, if not nil. If the context has ended, that is why.
func outcome(ctx context.Context, err error, first *error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case first != nil:
		return *first
	}
	return fmt.Errorf("the runner failed: %s", strings.Join(strings.Fields(err.Error()), " ")) // it has lines
}

// ownTemp lets Beam put its temporary files into a folder of this run, because it leaves
// some. What it returns removes that.
func ownTemp() (tidy func(), err error) {
	dir, err := os.MkdirTemp("", "yates-cluster-")
	if err != nil {
		return nil, err
	}
	was, set := os.LookupEnv("TMPDIR")
	os.Setenv("TMPDIR", dir)
	return func() {
		os.RemoveAll(dir)
		if !set {
			os.Unsetenv("TMPDIR")
			return
		}
		os.Setenv("TMPDIR", was)
	}, nil
}

// note keeps the error of a step.
func note(err error) error {
	if err != nil {
		failure.CompareAndSwap(nil, &err)
	}
	return err
}
