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

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/quote"
)

// What users see of the command follows the rules of package frame, and more. Everything on
// standard error goes through this file, except the progress line of a terminal, which
// disappears before anything else is printed and at the end.
//
//   - What is requested on standard error is --print-seed, --progress=always and the winners of
//     a draw. Warnings are about fewer lines than -n, another owner, waiting for a terminal.
//   - If a command answers a question, exit status 1 is an answer too, and 2 means no answer.
//     See verdict.

const statusTooFew = 3 // of "yates audit"

// say prints a message and, unless paste is empty, a line to paste. See [frame.Say].
func say(stderr io.Writer, message, paste string) error {
	return frame.Say(stderr, "yates", message, paste)
}

// badUsage returns the error of a wrong command line. See [frame.BadUsage].
func badUsage(remedy, format string, args ...any) error {
	return frame.BadUsage(remedy, format, args...)
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

// A noCommand is the error of a command line that lacks a command: the help is printed in
// its place.
type noCommand struct{ help string }

func (noCommand) Error() string { return "no command" }

// A verdict is an exit status that is an answer, not a failure.
type verdict int

func (v verdict) Error() string { return fmt.Sprint("verdict ", int(v)) }

// answering runs a command whose exit status 1 is an answer. If it fails, the exit
// status is 2.
func answering(cmd *cobra.Command, run func() error) error {
	if o, ok := cmd.OutOrStdout().(*output.Writer); ok {
		o.Status = frame.StatusUsage
	}
	err := run()
	if v := verdict(0); err == nil || errors.As(err, &v) || errors.As(err, new(*frame.Problem)) {
		return err
	}
	return &frame.Problem{Err: err, Status: frame.StatusUsage}
}

// report prints the error with which a command ended, and returns the exit status.
func report(ctx context.Context, stderr io.Writer, err error) int {
	if v := verdict(0); errors.As(err, &v) {
		return int(v)
	}
	if none, ok := errors.AsType[noCommand](err); ok {
		tell(stderr, none.help)
		return frame.StatusUsage
	}
	return frame.Report(ctx, stderr, "yates", err)
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
			return &frame.Problem{Err: withHint(err, other), Status: frame.StatusUsage}
		} else if near := nearFlags(cmd.Flags(), unknown.GetSpecifiedName()); len(near) > 0 {
			err = fmt.Errorf("%w; did you mean --%s?", err, strings.Join(near, " or --"))
			return &frame.Problem{Err: err, Status: frame.StatusUsage}
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
