// Yates-parquet shuffles the rows of Parquet files. Run "yates-parquet --help" for what it does.
package main

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/advice"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/process"
)

func main() {
	stdin, stdout, stderr := process.Streams()
	os.Exit(run(process.WithSignals(context.Background()), os.Args[1:], stdin, stdout, stderr))
}

// run runs a command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:   "yates-parquet COMMAND",
		Short: "shuffle Parquet files",
		Long: `Yates-parquet shuffles the rows of Parquet files, of any size, in bounded memory. The
same seed puts rows where "yates shuffle" puts the lines of a text file.`,
		Example: "  yates-parquet shuffle --seed 2026 -o shuffled.parquet data.parquet",
		Version: process.Version(),
		RunE:    frame.NoCommand,
	}
	root.SetVersionTemplate(process.VersionLine("yates-parquet"))
	root.AddCommand(newShuffleCommand())
	frame.SetHelp(root)
	root.SetGlobalNormalizationFunc(frame.FullName)
	root.SetFlagErrorFunc(frame.FlagError(nil))
	return frame.Run(ctx, root, stdin, stdout, stderr, func() (*cobra.Command, error) {
		cmd, err := frame.Execute(ctx, root, args)
		return cmd, advice.Hinted(err, func(flag string) bool { return cmd.Flags().Lookup(flag) != nil })
	})
}
