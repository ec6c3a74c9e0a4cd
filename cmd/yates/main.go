// Yates shuffles anything fairly. Run "yates --help" for what it does.
package main

import (
	"context"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cmd/yates/internal/audit"
	"github.com/yates-shuffle/yates/cmd/yates/internal/draw"
	"github.com/yates-shuffle/yates/cmd/yates/internal/gnushuf"
	"github.com/yates-shuffle/yates/cmd/yates/internal/people"
	"github.com/yates-shuffle/yates/cmd/yates/internal/shuffle"
	"github.com/yates-shuffle/yates/cmd/yates/internal/web"
	"github.com/yates-shuffle/yates/internal/advice"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/process"
)

func main() {
	name, args := os.Args[0], os.Args[1:]
	stdin, stdout, stderr := process.Streams()
	ctx := process.WithSignals(context.Background())
	if gnushuf.Named(name) {
		os.Exit(gnushuf.Run(ctx, name, args, stdin, stdout, stderr))
	}
	os.Exit(run(ctx, args, stdin, stdout, stderr))
}

// run runs a command line and returns the exit status. It closes stdout if it is an io.Closer.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRootCommand()
	return frame.Run(ctx, root, stdin, stdout, stderr,
		func() (*cobra.Command, error) { return execute(ctx, root, args) })
}

// newRootCommand returns the yates command with all its subcommands.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "yates COMMAND",
		Short: "shuffle anything fairly",
		Long: `Yates shuffles anything fairly: every order is equally likely. Without a seed,
nobody can predict the order; the same seed always gives the same order.

To find biased shuffles in Go code, run
  go run github.com/yates-shuffle/yates/cmd/biasedshuffle@latest ./...`,
		Example: `  yates shuffle entries.txt         the lines of a file in random order
  yates sample 3 entries.txt        three of them
  yates split 80/20 data.csv        in two parts, for training and test
  yates deal                        four hands of thirteen cards
  yates audit -- shuf               is this shuffle fair?
  yates help shuffle                everything about shuffling`,
		RunE: frame.NoCommand,
	}
	root.Flags().Bool("version", false, "print the version")
	frame.SetVersion(root)
	root.SetFlagErrorFunc(frame.FlagError(nil))
	root.AddCommand(shuffle.Commands()...)
	root.AddCommand(draw.Command(), people.TeamsCommand(), people.SantaCommand(), people.DealCommand(),
		audit.Command(), audit.CheckCommand(), audit.ExactCommand(), people.AllocateCommand(), web.Command())
	frame.SetHelp(root)
	root.SetGlobalNormalizationFunc(frame.FullName)
	return root
}

// execute runs the command that args ask for, and returns it.
func execute(ctx context.Context, root *cobra.Command, args []string) (*cobra.Command, error) {
	addCompletion(root)
	if len(args) > 0 && args[0] == cobra.ShellCompRequestCmd {
		complete(root)
		args = slices.Clone(args)
		for i, arg := range args {
			args[i] = label.Escape(arg, "") // cobra prints what it does not know
		}
	}
	cmd, err := frame.Execute(ctx, root, args)
	return cmd, advice.Hinted(err, func(flag string) bool { return cmd.Flags().Lookup(flag) != nil })
}

// addCompletion adds cobra's command that prints completion scripts, whose output must be known by now.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, _ := root.Find([]string{"completion"})
	cmd.Short, cmd.RunE, cmd.Args = "print a completion script for your shell", frame.NoCommand, nil
	for _, shell := range cmd.Commands() {
		shell.Args = frame.NoArguments
	}
}

// complete makes shells show the usage of flags as plain text, and complete the values of those without a completion of
// their own by their names in the usage: FILE is any file, DIR a directory, and for others nothing is proposed.
func complete(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		propose := cobra.NoFileCompletions
		name, usage := pflag.UnquoteUsage(f)
		switch f.Usage = usage; name {
		case "", "FILE": // no value, or what shells do by default
			return
		case "DIR":
			propose = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
				return nil, cobra.ShellCompDirectiveFilterDirs
			}
		}
		cmd.RegisterFlagCompletionFunc(f.Name, propose) // fails if there is one
	})
	for _, sub := range cmd.Commands() {
		complete(sub)
	}
}
