// Yates-beam shuffles what is too large for one machine with Apache Beam. Run
// "yates-beam --help" for what it does.
package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	pipeline "github.com/yates-shuffle/yates/cluster/beam"
	"github.com/yates-shuffle/yates/cluster/internal/cli"
	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/internal/frame"
)

func main() {
	if pipeline.Worker(os.Args[1:]) {
		return
	}
	os.Exit(cli.Main(newCommand()))
}

func newCommand() *cobra.Command {
	var run cli.Runner
	var runner, endpoint string
	var trusted bool
	cmd := &cobra.Command{
		Use:   "yates-beam [FLAG]... INPUT... -o NAME [-- BEAM-FLAG...]",
		Short: "shuffle on Apache Beam",
		Long: `Yates-beam does what "yates-cluster run" does, on a runner of Apache Beam. Beam only
schedules the steps; the records go through files or buckets.

If it fails or is killed, the same command line continues from what is there, also
without a seed. To give the job up, "yates-cluster clean" removes its folder, which holds
the seed.

Arguments after -- are flags of Beam, such as --environment_type=EXTERNAL. Those with
which nobody waits for the job are refused. Who reaches the job service of a runner can
run programs there, so let nobody else reach it. With --environment_type=LOOPBACK, who
reaches the loopback address can run programs as you: it is refused unless yates-beam is
alone in a network namespace, or --trust-local-users is given.`,
		Example: `  yates-beam 's3://b/in/*' -o 's3://b/out/{}.gz' --runner flink --endpoint flink:8099 -- \
    --environment_type=EXTERNAL --environment_config=pool:50000`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			inputs, beamFlags := args, []string{"--endpoint=" + endpoint}
			if n := cmd.ArgsLenAtDash(); n >= 0 {
				inputs, beamFlags = args[:n], append(beamFlags, args[n:]...)
			}
			if err := pipeline.Init(runner, trusted, beamFlags); err != nil {
				return frame.BadUsage("yates-beam --help", "%w", err)
			}
			return run.Run(cmd.Context(), frame.UIOf(cmd), inputs, func(ctx context.Context, j *job.Job) error {
				return pipeline.Run(ctx, runner, j)
			})
		},
	}
	run.Register(cmd)
	cmd.Flags().StringVar(&runner, "runner", "universal", "run on `RUNNER`: universal, dataflow, flink or spark")
	cmd.Flags().StringVar(&endpoint, "endpoint", "", "reach the job service of the runner at `HOST:PORT`")
	cmd.Flags().BoolVar(&trusted, "trust-local-users", false, "let all users of this machine run programs as you")
	return cmd
}
