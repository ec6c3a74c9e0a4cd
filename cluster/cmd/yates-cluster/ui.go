package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/records"
)

// What users see follows the rules of package frame.

// badUsage returns the error of a wrong command line. See [frame.BadUsage].
func badUsage(remedy, format string, args ...any) error {
	return frame.BadUsage(remedy, format, args...)
}

func unknownCommand(_ *cobra.Command, name string) error {
	return badUsage("yates-cluster --help", "unknown command: %q", name)
}

// oneMachine are flags of "yates shuffle" that machines cannot share.
var oneMachine = []string{
	"unique", "group-by", "stratify", "weight", "in-step", "folds", "epoch",
	"input-range", "i", "echo", "e", "repeat", "r",
}

// badFlag says what is wrong with a flag.
func badFlag(cmd *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok || !slices.Contains(oneMachine, unknown.GetSpecifiedName()) {
		return badUsage(cmd.CommandPath()+" --help", "%w", err)
	}
	dashes := "--"
	if unknown.GetSpecifiedShortnames() != "" {
		dashes = "-"
	}
	return badUsage("", "%s%s needs one machine; use yates shuffle", dashes, unknown.GetSpecifiedName())
}

// explain adds the command line that helps to an error.
func explain(cmd *cobra.Command, err error) error {
	var (
		other   *job.OtherJobError
		none    *job.NoJobError
		missing *job.MissingError
		changed *job.ChangedError
		damaged *job.DamagedError
		object  *store.Error
	)
	command := func(words string, work string) string { return "yates-cluster " + words + " " + quote.New().File(work) }
	switch {
	case errors.As(err, new(*frame.Problem)):
	case errors.As(err, new(*job.SpecError)), errors.As(err, new(*store.NameError)):
		return badUsage("", "%w", err)
	case errors.Is(err, store.ErrStream):
		return fmt.Errorf("%w; yates shuffle reads it", err)
	case errors.As(err, new(*records.UnreadableError)), errors.As(err, new(*records.NotPackedError)):
		return fmt.Errorf("%w (--raw takes it as it is)", err)
	case errors.As(err, &other):
		return &frame.Problem{Err: err, Remedy: command("clean", other.Work.Text())}
	case errors.As(err, &damaged):
		return &frame.Problem{Err: err, Remedy: command("clean", damaged.Work.Text())}
	case errors.As(err, &none):
		return &frame.Problem{Err: err, Remedy: "yates-cluster help plan"}
	case errors.As(err, &missing) && len(cmd.Flags().Args()) > 0 && cmd.Name() != "run":
		args := cmd.Flags().Args()
		return &frame.Problem{Err: err, Remedy: command(fmt.Sprintf("%s %d of %d", missing.Step, missing.Number+1, missing.Of), args[len(args)-1])}
	case errors.As(err, &changed) && cmd.Name() == "shuffle": // which has no folder
		return fmt.Errorf("%w; start it again", err)
	case errors.As(err, &changed):
		return fmt.Errorf("%w; clean the work folder and start the job again", err)
	case errors.As(err, &object):
		return object // it says itself what was done with what
	}
	return err
}

// sayFewer says, as yates does, that -n asks for more records than there are, unless the
// shuffle ended with an error.
func sayFewer(cmd *cobra.Command, st *store.Store, spec job.Spec, err error) {
	if err != nil || spec.Head <= 0 {
		return
	}
	m, err := job.ReadManifest(cmd.Context(), st, spec.Output)
	if err != nil || m == nil || m.Records >= spec.Head { // all is written, whatever happened to the manifest since
		return
	}
	frame.Say(cmd.ErrOrStderr(), "yates-cluster", frame.Fewer(m.Records, "record", spec.Head), "")
}

// report prints the error with which a command ended, and returns the exit status.
func report(ctx context.Context, stderr io.Writer, err error) int {
	return frame.Report(ctx, stderr, "yates-cluster", err)
}
