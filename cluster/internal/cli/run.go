package cli

import (
	"context"
	"fmt"
	"io"
	"log"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/records"
)

// Main runs the command line of a program and returns the exit status.
func Main(ctx context.Context, root *cobra.Command, args []string, stdout, stderr io.Writer) int {
	log.SetOutput(io.Discard) // the client of S3 says what an error says too
	out := &output.Writer{W: stdout}
	root.SilenceErrors, root.SilenceUsage = true, true // Report prints them
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetOut(out)
	root.SetErr(stderr)
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	root.SetFlagErrorFunc(BadFlag)
	return process.Supervise(ctx, func() error {
		cmd, err := root.ExecuteContextC(ctx)
		if e := out.Close(); err == nil {
			err = e
		}
		return Explain(cmd, err)
	}, func(ctx context.Context, err error) int { return frame.Report(ctx, stderr, root.Name(), err) })
}

// A Watch is told how many steps of a kind are done.
type Watch func(kind string, done, of int)

// A Runner makes a command run a whole job.
type Runner struct {
	what JobFlags
	with WorkerFlags
	keep bool
	show progress.When
}

// Register adds the flags of a command that runs a whole job.
func (r *Runner) Register(cmd *cobra.Command) {
	r.what.Register(cmd.Flags(), true)
	r.with.Register(cmd.Flags())
	RegisterProgress(cmd, &r.show)
	cmd.Flags().BoolVar(&r.keep, "keep", false, "keep the folder of the job")
}

// Run runs a whole job, whose steps schedule does.
func (r *Runner) Run(cmd *cobra.Command, inputs []string, schedule func(context.Context, *job.Job, Watch) error) error {
	spec, err := r.what.Spec(cmd, inputs)
	if err == nil {
		err = r.with.Check()
	}
	if err != nil {
		return err
	}
	st := store.New()
	defer st.Close()
	var now atomic.Value
	now.Store("planning")
	watch := func(kind string, done, of int) { now.Store(fmt.Sprintf("%s: %d of %d", kind, done, of)) }
	return Show(cmd, st, spec, r.show, func() string { return now.Load().(string) }, func() error {
		return job.Run(cmd.Context(), st, spec, r.keep, func(ctx context.Context, j *job.Job) error {
			j.Limits = r.with.Limits()
			return schedule(ctx, j, watch)
		})
	})
}

// RegisterProgress adds the flag that says when to show progress.
func RegisterProgress(cmd *cobra.Command, show *progress.When) {
	*show = progress.Auto
	cmd.Flags().Var(show, "progress", "show how far the work is, `WHEN`: auto (default), always or never")
}

// Show shows how far some work is, which line says while it is done, and at its end what has been
// written. It says also, as yates does, that -n asks for more records than there are.
func Show(
	cmd *cobra.Command, st *store.Store, spec job.Spec, when progress.When, line func() string, do func() error,
) error {
	shown := frame.StartProgress(cmd.Context(), when, cmd, gauge(line))
	err := do()
	shown.Stop()
	if err != nil || shown == nil && spec.Head <= 0 {
		return err
	}
	m, err := job.ReadManifest(cmd.Context(), st, spec.Output)
	if err != nil || m == nil || !m.Complete { // all was written, whatever happened to the manifest since
		return nil
	}
	if m.Records < spec.Head {
		frame.Say(cmd, frame.Fewer(m.Records, "record", spec.Head), "")
	}
	if shown != nil {
		written := int64(0)
		for _, shard := range m.Shards {
			written += shard.Records
		}
		has := label.Plural(written, "record") + " in " + label.Plural(len(m.Shards), "shard")
		frame.Say(cmd, "the output is complete: "+has, "")
	}
	return nil
}

// Share is the line of a shuffle of this process.
func Share(p *records.Progress) func() string {
	return func() string {
		share, ok := p.Share()
		if !ok {
			return "reading"
		}
		return fmt.Sprintf("%.0f%%", 100*share)
	}
}

// A gauge shows a line.
type gauge func() string

func (g gauge) Look(time.Time) {}
func (g gauge) Begun() bool    { return g() != "" }

func (g gauge) Line(width int) string {
	line := strings.TrimSpace(g())
	if len(line) > width {
		return ""
	}
	return line
}
