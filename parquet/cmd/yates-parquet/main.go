// Yates-parquet shuffles the rows of Parquet files. Run "yates-parquet --help" for what it does.
package main

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/frame"
)

func main() { os.Exit(frame.Main(run)) }

// run runs a command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:   "yates-parquet COMMAND",
		Short: "shuffle Parquet files",
		Long: `Yates-parquet shuffles the rows of Parquet files, of any size, in bounded memory. The
same seed puts rows where "yates shuffle" puts the lines of a text file.`,
		Example: "  yates-parquet shuffle --seed 2026 -o shuffled.parquet data.parquet",
		RunE:    frame.NoCommand,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	frame.SetVersion(root)
	root.AddCommand(shuffleCommand())
	frame.SetHelp(root)
	root.SetGlobalNormalizationFunc(frame.FullName)
	const order = "--order takes an order that yates or Python has made of the columns; see docs/parquet.md"
	root.SetFlagErrorFunc(frame.FlagError(map[string]string{"group-by": order, "stratify": order, "unique-by": order,
		"split": order}))
	return frame.Run(ctx, root, stdin, stdout, stderr, func() (*cobra.Command, error) {
		return frame.Execute(ctx, root, args)
	})
}
