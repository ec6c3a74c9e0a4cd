package frame

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
)

// Main calls run with the arguments of the process, its streams and a context that signals end, and returns the exit
// status.
func Main(run func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int) int {
	stdin, stdout, stderr := process.Streams()
	return run(process.WithSignals(context.Background()), os.Args[1:], stdin, stdout, stderr)
}

// SetVersion makes a root command say its version.
func SetVersion(root *cobra.Command) {
	root.Version = process.Version()
	root.SetVersionTemplate(process.VersionLine(root.Name()))
}

// Run prepares a root command, calls execute, which executes it and returns the command that was
// meant, and returns the exit status. It closes stdout if it is an io.Closer.
func Run(ctx context.Context, root *cobra.Command, stdin io.Reader, stdout, stderr io.Writer,
	execute func() (*cobra.Command, error)) int {
	out := &output.Writer{W: stdout}
	root.SilenceErrors, root.SilenceUsage = true, true // Report prints them
	root.PersistentPreRunE = func(*cobra.Command, []string) error { return process.Cramped() }
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	return process.Supervise(ctx,
		func() error {
			cmd, err := execute()
			return finish(cmd, out, err)
		},
		func(ctx context.Context, err error) int { return Report(ctx, stderr, root.Name(), err) })
}

// finish closes the output and returns the error of the command, err, or of writing.
// A verdict that could not be written does not count.
func finish(cmd *cobra.Command, out *output.Writer, err error) error {
	failed := out.Close()
	v, p := Verdict(0), (*Problem)(nil)
	if err == nil || failed != nil && errors.As(err, &v) {
		err = failed
	}
	if err == nil || errors.As(err, &v) {
		return err
	}
	if !errors.As(err, &p) {
		p = &Problem{Err: err}
		err = p
	}
	if p.Status == 0 && cmd.Annotations[ExitStatuses] != "" { // where 1 is an answer
		p.Status = StatusUsage
	}
	return err
}

// A UI is what a command talks through, and its name.
type UI struct {
	In       io.Reader
	Out, Err io.Writer
	Name     string // as it is typed: yates draw run
}

// RunE returns what cobra runs for a command.
func RunE(run func(ctx context.Context, ui *UI, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return run(cmd.Context(), &UI{cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), cmd.CommandPath()}, args)
	}
}

// Say prints a message.
func (ui *UI) Say(message string) { ui.say(message, "") } // there is nowhere else to report an error

// say prints a message and, unless paste is empty, a line to paste.
func (ui *UI) say(message, paste string) error {
	program, _, _ := strings.Cut(ui.Name, " ")
	message = label.Escape(message, "")
	if paste != "" {
		message += ":\n  " + label.Escape(paste, "")
	}
	_, err := fmt.Fprintf(ui.Err, "%s: %s\n", program, message)
	return err
}

// Tell prints lines that were asked for, when standard output has something else: what to publish, who won.
func (ui *UI) Tell(text string) error {
	if _, err := io.WriteString(ui.Err, label.Escape(text, "\n")); err != nil {
		return fmt.Errorf("writing to standard error: %w", err)
	}
	return nil
}

// StartProgress starts showing progress. It must be stopped.
func (ui *UI) StartProgress(ctx context.Context, when progress.When, g progress.Gauge) *progress.Progress {
	return progress.Start(ctx, when, ui.Err, ui.Say, g)
}
