package frame

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
)

// Run prepares a root command, calls execute, which executes it and returns the command that was
// meant, and returns the exit status. It closes stdout if it is an io.Closer.
func Run(ctx context.Context, root *cobra.Command, stdin io.Reader, stdout, stderr io.Writer,
	execute func() (*cobra.Command, error)) int {
	out := &output.Writer{W: stdout}
	root.SilenceErrors, root.SilenceUsage = true, true // Report prints them
	root.CompletionOptions.DisableDefaultCmd = true
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
