// Yates shuffles anything fairly. Run "yates --help" for what it does; the
// library and the order that a seed gives are in the packages beside this one.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/gnushuf"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
)

func main() {
	name, args := "yates", []string(nil)
	if len(os.Args) > 0 {
		name, args = os.Args[0], os.Args[1:]
	}
	if what := process.Cramped(); what != "" { // nothing may be opened or waited for before
		os.Exit(refuse(name, args, os.Stderr, what))
	}
	stdin, stdout, stderr := process.Streams()
	ctx := process.WithSignals(context.Background())
	if gnushuf.Named(name) {
		os.Exit(gnushuf.Run(ctx, name, args, stdin, stdout, stderr))
	}
	os.Exit(run(ctx, args, stdin, stdout, stderr))
}

// refuse says why the command cannot begin, and returns the exit status.
func refuse(name string, args []string, stderr io.Writer, what string) int {
	if gnushuf.Named(name) {
		return gnushuf.Refuse(name, stderr, what)
	}
	say(stderr, what, "")
	if cmd, _, err := newRootCommand().Find(args); err == nil && cmd.Annotations[exitStatuses] != "" {
		return statusUsage // where 1 is an answer
	}
	return statusFailure
}

// run does what the command line says and returns the exit status. It closes
// stdout, where that can be closed.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &output.Writer{W: stdout}
	root := newRootCommand()
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	return process.Supervise(ctx,
		func() error { return finish(out, execute(ctx, root, args)) },
		func(ctx context.Context, err error) int { return report(ctx, stderr, err) })
}

// finish closes the output and returns what the command's end, err, and all the writing
// come to: a verdict that could not be written is none.
func finish(out *output.Writer, err error) error {
	failed := out.Close()
	if v := verdict(0); err == nil || failed != nil && errors.As(err, &v) {
		return failed
	}
	return err
}

// newRootCommand returns the yates command with all its subcommands.
func newRootCommand() *cobra.Command {
	var showVersion bool
	root := &cobra.Command{
		Use:   "yates COMMAND",
		Short: "shuffle anything fairly",
		Long: `Yates shuffles anything fairly: every order is equally likely. It cannot be
predicted unless a seed is given; the same seed gives the same order always.

Biased shuffles in Go code are found by
  go run github.com/yates-shuffle/yates/cmd/biasedshuffle@latest ./...`,
		Example: `  yates shuffle entries.txt         the lines of a file in random order
  yates shuffle -n 3 entries.txt    three of them
  yates deal                        four hands of thirteen cards
  yates audit -- shuf               is this shuffle fair?
  yates help shuffle                all about shuffling`,
		DisableFlagsInUseLine: true,
		SilenceErrors:         true, // report prints them
		SilenceUsage:          true,
		CompletionOptions:     cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if showVersion {
				_, err := io.WriteString(cmd.OutOrStdout(), versionLine())
				return err
			}
			return &problem{help: cmd.UsageString(), status: statusUsage}
		},
	}
	root.Flags().BoolVar(&showVersion, "version", false, "print the version")
	root.SetUsageTemplate(helpTemplate)
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		help := cmd.UsageString()
		if !slices.Contains(args, "--help") {
			help = briefHelp(cmd)
		}
		io.WriteString(cmd.OutOrStdout(), help) // an output keeps its error
	})
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelpCommand())
	root.AddCommand(newShuffleCommand(), newDealCommand(), newTeamsCommand(), newSantaCommand(), newDrawCommand(), newAuditCommand(), newExactCommand(), newCompletionCommand(), newVersionCommand())
	root.SetGlobalNormalizationFunc(fullName)
	return root
}

// execute runs the command that args ask for.
func execute(ctx context.Context, root *cobra.Command, args []string) error {
	if len(args) > 0 && args[0] == cobra.ShellCompRequestCmd {
		completeValues(root)
		explainFlags(root)
		args = slices.Clone(args)
		for i, arg := range args {
			args[i] = label.Escape(arg, "") // cobra tells of what it does not know
		}
	}
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	cmd, err := root.ExecuteContextC(ctx)
	if _, _, missing := root.Find(args); missing != nil {
		name := args[slices.IndexFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })]
		return unknownCommand(root, name)
	}
	return hinted(cmd, args, err)
}
