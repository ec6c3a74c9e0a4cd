package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/records"
)

// oneMachine are flags of "yates shuffle" that machines cannot share.
var oneMachine = []string{
	"unique", "group-by", "stratify", "weight", "in-step", "folds",
	"input-range", "i", "echo", "e", "repeat", "r",
}

// BadFlag says what is wrong with a flag.
func BadFlag(cmd *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	dashes, name := "--", ""
	if ok {
		name = unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
	}
	switch {
	case slices.Contains(oneMachine, name):
		return frame.BadUsage("", "%s%s needs one machine; use yates shuffle", dashes, name)
	case name == "runner" || name == "endpoint":
		return frame.BadUsage("yates-beam --help", "--%s is a flag of yates-beam, which runs jobs on Apache Beam", name)
	}
	return frame.BadUsage(cmd.CommandPath()+" --help", "%w", err)
}

// Explain adds the command line that helps to an error.
func Explain(cmd *cobra.Command, err error) error {
	var (
		other   *job.OtherJobError
		none    *job.NoJobError
		missing *job.MissingError
		changed *job.ChangedError
		damaged *job.DamagedError
		unlike  *job.UnlikeError
		object  *store.Error
	)
	command := func(words string, work string) string { return "yates-cluster " + words + " " + quote.New().File(work) }
	switch {
	case errors.As(err, new(*frame.Problem)):
	case errors.As(err, new(*job.SpecError)), errors.As(err, new(*store.NameError)):
		return frame.BadUsage("", "%w", err)
	case errors.Is(err, store.ErrStream):
		return fmt.Errorf("%w; yates shuffle reads it", err)
	case errors.As(err, new(*records.UnreadableError)), errors.As(err, new(*records.NotPackedError)):
		return fmt.Errorf("%w (--raw takes it as it is)", err)
	case errors.As(err, &other):
		return &frame.Problem{Err: err, Remedy: command("clean", other.Work.Text())}
	case errors.As(err, new(*job.NotManifestError)):
		return fmt.Errorf("%w; move it away, or write to another name", err)
	case errors.As(err, &damaged):
		return &frame.Problem{Err: err, Remedy: command("clean", damaged.Work.Text())}
	case errors.As(err, &unlike) && cmd.Name() != "shuffle":
		return &frame.Problem{Err: err, Remedy: command("clean", unlike.Work.Text())}
	case errors.As(err, &none):
		return &frame.Problem{Err: err, Remedy: "yates-cluster help plan"}
	case errors.As(err, &missing) && len(cmd.Flags().Args()) > 0 && cmd.Name() != "run":
		args := cmd.Flags().Args()
		step := fmt.Sprintf("%s %d of %d", missing.Step, missing.Number+1, missing.Of)
		return &frame.Problem{Err: err, Remedy: command(step, args[len(args)-1])}
	case errors.As(err, &changed) && cmd.Name() == "shuffle": // which has no folder
		return fmt.Errorf("%w; start it again", err)
	case errors.As(err, &changed):
		return &frame.Problem{Err: fmt.Errorf("%w; clean the work folder and start the job again", err),
			Remedy: command("clean", changed.Work.Text())}
	case errors.As(err, &object):
		return object // it says itself what was done with what
	}
	return err
}
