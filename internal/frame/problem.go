// Package frame is what our commands have in common: help, messages, and how they end.
//
// What users see follows these rules:
//
//   - Standard output has what was asked for and nothing else.
//   - Standard error is empty on success, except for what was requested there and warnings
//     about what the user may not have meant.
//   - A message is one line: the name of the program, a colon, no capital at the start, no
//     full stop. It names the file or flag and says what is wrong with it.
//   - Text from elsewhere never reaches a terminal unchanged: names go through
//     label.Name, and any other unprintable characters are escaped.
//   - If a command line can fix the problem, the message ends in a colon, and the
//     next line has that command line alone, indented, ready to paste. Other advice
//     follows a semicolon.
//   - The exit status is 0 if and only if everything was done.
package frame

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
)

// The exit statuses of a command that failed, and of a wrong command line.
const (
	StatusFailure = 1
	StatusUsage   = 2
)

// A Problem is an error that knows more than its message: a remedy that can be
// pasted, or its exit status.
type Problem struct {
	Err    error
	Remedy string // a command line, or empty
	Status int    // or 0 for StatusFailure
}

func (p *Problem) Error() string { return p.Err.Error() }
func (p *Problem) Unwrap() error { return p.Err }

// A Verdict is an exit status that is an answer, not a failure, or that has been explained.
type Verdict int

func (v Verdict) Error() string { return fmt.Sprint("verdict ", int(v)) }

// WithHint appends advice to an error, unless it is empty.
func WithHint(err error, hint string) error {
	if hint == "" {
		return err
	}
	return fmt.Errorf("%w; %s", err, hint)
}

// NoArguments rejects arguments that are not flags.
func NoArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return BadUsage(cmd.CommandPath()+" --help", "%s takes no arguments, but was given %q", cmd.Name(), args[0])
	}
	return nil
}

// BadUsage returns the error of a wrong command line. The remedy is a command line
// to paste instead, or empty.
func BadUsage(remedy, format string, args ...any) error {
	return &Problem{fmt.Errorf(format, args...), remedy, StatusUsage}
}

// ProgressVar adds the flag --progress.
func ProgressVar(cmd *cobra.Command, when *progress.When) {
	*when = progress.Auto
	cmd.Flags().Func("progress", "show progress `WHEN`: auto (default), always or never", when.Set)
	cmd.RegisterFlagCompletionFunc("progress", OneOf("auto", "always", "never"))
}

// Report prints the error with which a command of the program ended, and returns the exit
// status.
func Report(ctx context.Context, stderr io.Writer, program string, err error) int {
	if v := Verdict(0); errors.As(err, &v) {
		return int(v)
	}
	if status, ok := process.Quiet(ctx, err); ok {
		return status
	}
	message, remedy, status := err.Error(), "", 0
	if p, ok := errors.AsType[*Problem](err); ok {
		remedy, status = p.Remedy, p.Status
		if remedy != "" {
			message += "; try"
		}
	}
	(&UI{Err: stderr, Name: program}).say(message, remedy)
	return cmp.Or(status, StatusFailure)
}
