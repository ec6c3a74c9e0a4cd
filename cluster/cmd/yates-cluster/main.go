// Yates-cluster shuffles what is too large for one machine, in files or buckets. Run
// "yates-cluster --help" for what it does.
package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cluster/internal/cli"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/process"
)

func main() { os.Exit(cli.Main(newRootCommand())) }

func newRootCommand() *cobra.Command {
	root := newCommand("yates-cluster COMMAND", "shuffle what is too large for one machine",
		`Yates-cluster shuffles files and buckets of any size with many machines. The outputs,
laid end to end, are byte for byte what "yates shuffle" writes with the same seed.

Each shard begins with the lines that --header keeps.

Inputs and outputs are files, s3://bucket/key or gs://bucket/key. In the name of an
input, *, ?, [...] and {a,b} match as in shells, and ** any number of folders. A name
that is there stands for itself. An input that is named twice is shuffled twice. In the
name of the output, {} is the number of the shard. An output must not be there yet.
What follows the last question mark says how to reach the bucket:
  s3://b/k?region=eu-central-1
  s3://b/k?endpoint=http://localhost:7070&use_path_style=true
  gs://b/k?anonymous=true

Credentials come from where the programs of the stores look for them, and are never
printed.`,
		`run 'data/*.jsonl' -o 'out/part-{}.jsonl' --seed 2026
  yates-cluster help plan     how to run the steps with Slurm, Kubernetes or parallel`,
		nil)
	root.RunE = frame.NoCommand
	root.Version = process.Version()
	root.FParseErrWhitelist.UnknownFlags = true // an unknown command has them
	root.AddCommand(newRunCommand(), newPlanCommand(),
		newStepCommand("count", "count the records",
			"Count counts the records of the Kth of N shares of the segments of a job."),
		newStepCommand("scatter", "scatter the records to buckets",
			`Scatter sorts the records of the Kth of N shares of the segments into buckets, and
writes each segment to the folder of the job. All segments must have been counted.`),
		newStepCommand("gather", "shuffle the buckets and write the shards",
			"Gather writes the Kth of N shares of the shards. All segments must have been scattered."),
		newFinishCommand(), newResumeCommand(), newStatusCommand(), newCleanCommand())
	return root
}

// newCommand returns a command with an example of its use.
func newCommand(use, short, long, example string,
	run func(ctx context.Context, ui *frame.UI, args []string) error) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: long, Example: "  yates-cluster " + example,
		Args: cobra.ArbitraryArgs, RunE: frame.RunE(run),
	}
}
