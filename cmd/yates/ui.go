package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/quote"
)

// What users see of the command follows these rules. Everything on standard error
// goes through this file, except the progress line of a terminal, which disappears
// before anything else is printed and at the end.
//
//   - Standard output has what was asked for and nothing else.
//   - Standard error is empty on success, except for what was requested there
//     (--print-seed, --progress=always, the winners of a draw) and warnings about what the user may not have
//     meant (fewer lines than -n, another owner, waiting for a terminal).
//   - A message is one line: "yates: ", no capital at the start, no full stop. It
//     names the file or flag and says what is wrong with it.
//   - Text from elsewhere never reaches a terminal unchanged: names go through
//     label.Name, and any other unprintable characters are escaped.
//   - If a command line can fix the problem, the message ends in a colon, and the
//     next line has that command line alone, indented, ready to paste. Other advice
//     follows a semicolon.
//   - The exit status is 0 if and only if everything was done. See exitStatus. If it
//     answers a question, 1 is an answer too, and 2 means no answer. See verdict.

const (
	statusFailure = 1
	statusUsage   = 2
	statusTooFew  = 3 // of "yates audit"
)

// exitStatus is what --help says of the exit status.
const exitStatus = `Exit status:
  0    if and only if everything requested was done and written
  1    if and only if it was not; standard error says why
  2    if and only if the command line is wrong; then nothing was done
  130  if SIGINT ended it
  141  if the reader closed the output, as in "| head -1"; no message
  143  if SIGTERM ended it; 131 if SIGQUIT did; 129 if SIGHUP did, as when the
       terminal is closed
`

// say prints a message and, unless paste is empty, a line to paste. The error matters
// only if the message was requested: there is nowhere else to report it.
func say(stderr io.Writer, message, paste string) error {
	message = label.Escape(message, "")
	if paste != "" {
		message += ":\n  " + label.Escape(paste, "")
	}
	_, err := fmt.Fprintf(stderr, "yates: %s\n", message)
	return err
}

// tell prints lines that a command was asked for, when standard output has something
// else: what to publish, who won.
func tell(stderr io.Writer, text string) {
	io.WriteString(stderr, label.Escape(text, "\n"))
}

// startProgress starts showing the progress of a command. It must be stopped.
func startProgress(ctx context.Context, when progress.When, cmd *cobra.Command, g progress.Gauge) *progress.Progress {
	stderr := cmd.ErrOrStderr()
	return progress.Start(ctx, when, stderr, func(line string) { say(stderr, line, "") }, g)
}

// A problem is an error that knows more than its message: a remedy that can be
// pasted, or an exit status other than 1.
type problem struct {
	err    error
	remedy string // a command line, or empty
	help   string // printed in place of err
	status int
}

func (p *problem) Error() string {
	if p.err == nil {
		return "no command"
	}
	return p.err.Error()
}

func (p *problem) Unwrap() error { return p.err }

// badUsage returns the error of a wrong command line. The remedy is a command line
// to paste instead, or empty.
func badUsage(remedy, format string, args ...any) error {
	return &problem{err: fmt.Errorf(format, args...), remedy: remedy, status: statusUsage}
}

// A verdict is an exit status that is an answer, not a failure.
type verdict int

func (v verdict) Error() string { return fmt.Sprint("verdict ", int(v)) }

// answering runs a command whose exit status 1 is an answer. If it fails, the exit
// status is 2.
func answering(cmd *cobra.Command, run func() error) error {
	if o, ok := cmd.OutOrStdout().(*output.Writer); ok {
		o.Status = statusUsage
	}
	err := run()
	var p *problem
	if v := verdict(0); err == nil || errors.As(err, &v) || errors.As(err, &p) {
		return err
	}
	return &problem{err: err, status: statusUsage}
}

// report prints the error with which a command ended, and returns the exit status.
func report(ctx context.Context, stderr io.Writer, err error) int {
	if v := verdict(0); errors.As(err, &v) {
		return int(v)
	}
	if status, ok := process.Quiet(ctx, err); ok {
		return status
	}
	var (
		out *output.Error
		p   *problem
	)
	switch {
	case !errors.As(err, &p):
		say(stderr, err.Error(), "")
		if errors.As(err, &out) && out.Status != 0 {
			return out.Status
		}
		return statusFailure
	case p.help != "":
		tell(stderr, p.help)
	case p.remedy != "":
		say(stderr, err.Error()+"; try", p.remedy)
	default:
		say(stderr, err.Error(), "")
	}
	return p.status
}

// flagError rewrites an error of pflag in our words.
func flagError(cmd *cobra.Command, err error) error {
	var (
		invalid *pflag.InvalidValueError
		number  *strconv.NumError
		unknown *pflag.NotExistError
	)
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		if names := possibleNames(cmd.Flags(), unknown.GetSpecifiedName()); len(names) > 1 {
			err = fmt.Errorf("--%s is short for --%s", unknown.GetSpecifiedName(), strings.Join(names, " or --"))
		} else if other := otherFlags[unknown.GetSpecifiedName()]; other != "" && cmd.Name() == "audit" {
			return &problem{err: withHint(err, other), status: statusUsage}
		} else if near := nearFlags(cmd.Flags(), unknown.GetSpecifiedName()); len(near) > 0 {
			err = fmt.Errorf("%w; did you mean --%s?", err, strings.Join(near, " or --"))
			return &problem{err: err, status: statusUsage}
		}
	}
	if errors.As(err, &invalid) {
		cause := errors.Unwrap(invalid)
		if errors.As(cause, &number) {
			cause = number.Err
		}
		err = fmt.Errorf("cannot set --%s to %q: %w", invalid.GetFlag().Name, invalid.GetValue(), cause)
		if meant := meantValue(invalid.GetFlag().Value.Type(), invalid.GetValue()); meant != "" && meant != invalid.GetValue() {
			err = withHint(err, "write "+meant)
		}
	}
	return badUsage(cmd.CommandPath()+" --help", "%w", err)
}

// noArguments rejects arguments that are not flags.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return badUsage(cmd.CommandPath()+" --help", "%s takes no arguments, but was given %q", cmd.Name(), args[0])
	}
	return nil
}

// unknownCommand returns the error of a command that does not exist.
func unknownCommand(root *cobra.Command, name string) error {
	remedy := "yates --help"
	if near := root.SuggestionsFor(name); len(near) > 0 {
		best := max(0, slices.IndexFunc(near, func(full string) bool { return strings.HasPrefix(full, name) }))
		remedy = "yates help " + near[best]
	} else if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		remedy = "yates shuffle " + quote.New().File(name)
	}
	return badUsage(remedy, "unknown command: %s", strconv.Quote(name))
}
