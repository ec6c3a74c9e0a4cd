// Yates shuffles anything fairly. Run "yates --help" for what it does; the
// library and the order that a seed gives are in the packages beside this one.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/records"
)

func main() {
	name, args := "yates", []string(nil)
	if len(os.Args) > 0 {
		name, args = os.Args[0], os.Args[1:]
	}
	if what := cramped(); what != "" { // nothing may be opened or waited for before
		os.Exit(refuse(name, args, os.Stderr, what))
	}
	stdin, stdout, stderr := streams()
	ctx := withSignals(context.Background(), giveUp)
	if isShuf(name) {
		os.Exit(runShuf(ctx, name, args, stdin, stdout, stderr))
	}
	os.Exit(run(ctx, args, stdin, stdout, stderr))
}

// refuse says why the command cannot begin, and returns the exit status.
func refuse(name string, args []string, stderr io.Writer, what string) int {
	if isShuf(name) {
		sayAs(stderr, name, what)
		return statusFailure
	}
	say(stderr, what, "")
	if cmd, _, err := newRootCommand().Find(args); err == nil && cmd.Annotations[exitStatuses] != "" {
		return statusUsage // where 1 is an answer
	}
	return statusFailure
}

// grace is how long a command may clean up after its context is done. A good
// one needs far less; but one that is blocked in a read or a write, because
// nobody serves the other end, does not hear of the signal at all, and must not
// keep the process.
var grace = 5 * time.Second

// run does what the command line says and returns the exit status. It closes
// stdout, where that can be closed.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &output{w: stdout}
	root := newRootCommand()
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	return supervise(ctx,
		func() error { return out.finish(execute(ctx, root, args)) },
		func(ctx context.Context, err error) int { return report(ctx, stderr, err) })
}

// supervise calls the command and then report with its error; it returns the exit
// status. When ctx is done, the command is given the grace to return. If it does not
// it is left behind, and the outputs that it has not finished are removed.
func supervise(ctx context.Context, command func() error, report func(context.Context, error) int) int {
	done := make(chan error, 1)
	go func() { done <- command() }()
	select {
	case err := <-done:
		return report(ctx, err)
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return report(ctx, err)
	case <-time.After(grace):
		records.RemoveUnfinished()
		return report(ctx, context.Cause(ctx))
	}
}

// newRootCommand returns the yates command with all its subcommands.
func newRootCommand() *cobra.Command {
	var showVersion bool
	root := &cobra.Command{
		Use:   "yates COMMAND",
		Short: "shuffle anything fairly",
		Long: `Yates shuffles anything fairly: every order is equally likely. It cannot be
predicted unless a seed is given; the same seed gives the same order always.`,
		Example: `  yates shuffle entries.txt         the lines of a file in random order
  yates shuffle -n 3 entries.txt    three of them
  yates deal                        four hands of thirteen cards
  yates vet ./...                   biased shuffles in Go code
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
	root.AddCommand(newShuffleCommand(), newDealCommand(), newTeamsCommand(), newSantaCommand(), newAuditCommand(), newExactCommand(), newVetCommand(), newCompletionCommand(), newVersionCommand())
	completeValues(root)
	root.SetGlobalNormalizationFunc(fullName)
	return root
}

// execute runs the command that args ask for.
func execute(ctx context.Context, root *cobra.Command, args []string) error {
	if len(args) > 0 && args[0] == cobra.ShellCompRequestCmd {
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

// An output is standard output or a file. It keeps the first error of writing,
// so that none is lost, wherever the write was; after it nothing more is written.
type output struct {
	w           io.Writer
	namesItself bool // in the errors of w; else it is standard output
	failure     int  // the exit status of an error; 0 stands for the usual one
	err         error
}

// Write writes p.
func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	if err != nil {
		o.fail(err)
	}
	return n, o.err
}

func (o *output) fail(err error) {
	if !o.namesItself {
		if e := (*fs.PathError)(nil); errors.As(err, &e) {
			err = e.Err // "write /dev/stdout" says nothing new
		}
		err = fmt.Errorf("writing to standard output: %w", err)
	}
	o.err = &outputError{err}
	if o.failure != 0 {
		o.err = &problem{err: o.err, status: o.failure}
	}
}

// Stat tells which file it is, so that it can be told from the inputs.
func (o *output) Stat() (fs.FileInfo, error) {
	if f, ok := o.w.(interface{ Stat() (fs.FileInfo, error) }); ok { // a file, or one of -o
		return f.Stat()
	}
	return nil, errors.ErrUnsupported
}

// finish closes the output, as some file systems tell only then that they are
// full, and returns what the command's end, err, and all the writing come to.
func (o *output) finish(err error) error {
	if closer, ok := o.w.(io.Closer); ok {
		if e := closer.Close(); e != nil && o.err == nil {
			o.fail(e)
		}
	}
	if v := verdict(0); err == nil || o.err != nil && errors.As(err, &v) {
		return o.err
	}
	return err
}
