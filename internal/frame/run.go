package frame

import (
	"cmp"
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
	p.Status = cmp.Or(p.Status, Failure(cmd))
	return err
}

// Failure returns the exit status of a command that failed: where 1 is an answer, 2 means no answer.
func Failure(cmd *cobra.Command) int {
	if cmd.Annotations[ExitStatuses] != "" {
		return StatusUsage
	}
	return StatusFailure
}
