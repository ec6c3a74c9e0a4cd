package cli

import (
	"context"
	"io"
	"log"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/advice"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/process"
)

// Main runs the command line of a program and returns its exit status.
func Main(root *cobra.Command) int {
	ctx := process.WithSignals(context.Background())
	log.SetOutput(io.Discard) // the client of S3 says what an error says too
	frame.SetHelp(root)
	root.SetFlagErrorFunc(frame.FlagError(otherFlags()))
	stdin, stdout, stderr := process.Streams()
	return frame.Run(ctx, root, stdin, stdout, stderr, func() (*cobra.Command, error) {
		cmd, err := root.ExecuteContextC(ctx)
		if err != nil && ctx.Err() != nil {
			frame.UIOf(cmd).Say("interrupted; the same command line goes on from what is done")
			return cmd, context.Cause(ctx)
		}
		work := "" // a step is of the job in the folder that is named last
		if args := cmd.Flags().Args(); len(args) > 0 && cmd.Name() != "run" {
			work = args[len(args)-1]
		}
		return cmd, explain(err, work)
	})
}

// A Runner makes a command run a whole job.
type Runner struct {
	Worker
	what JobFlags
	keep bool
}

// Register adds the flags of a command that runs a whole job.
func (r *Runner) Register(cmd *cobra.Command) {
	r.what.Register(cmd.Flags())
	r.Worker.Register(cmd)
	cmd.Flags().BoolVar(&r.keep, "keep", false, "keep the folder of the job")
}

// Run runs a whole job, whose steps schedule does. At the end it says what has been written, if
// progress is shown, and also, as yates does, that -n asks for more records than there are.
func (r *Runner) Run(ctx context.Context, ui *frame.UI, inputs []string,
	schedule func(context.Context, *job.Job) error) error {
	spec, err := r.what.Spec(ui, inputs)
	if err != nil {
		return err
	}
	var m *job.Manifest
	work := ""
	shown, err := r.Work(ctx, ui, func(st *store.Store, employ func(*job.Job)) (err error) {
		m, err = job.Run(ctx, st, spec, r.keep, func(ctx context.Context, j *job.Job) error {
			work = j.Work()
			employ(j)
			if err := r.what.Tell(ui, j); err != nil {
				return err
			}
			return schedule(ctx, j)
		})
		return err
	})
	if err != nil && work != "" {
		return leave(explain(err, ""), work)
	}
	if err != nil {
		return err
	}
	if m.Records < spec.Head {
		ui.Say(advice.Fewer(m.Records, "record", spec.Head))
	}
	if shown {
		written := int64(0)
		for _, shard := range m.Shards {
			written += shard.Records
		}
		has := label.Plural(written, "record") + " in " + label.Plural(len(m.Shards), "shard")
		ui.Say("the output is complete: " + has)
	}
	return nil
}
