package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/records"
)

// otherFlags says where flags are that there are not here.
func otherFlags() map[string]string {
	const beam = "yates-beam has it, which runs jobs on Apache Beam"
	others := map[string]string{"runner": beam, "endpoint": beam}
	for _, name := range []string{ // which need all records on one machine
		"unique", "group-by", "stratify", "weight", "in-step", "folds", "input-range", "i", "echo", "e", "repeat", "r",
	} {
		others[name] = "it needs one machine, and yates shuffle"
	}
	return others
}

// unfinished is the error of a run that leaves its job behind.
type unfinished struct {
	error
	work string // the folder of the job
}

func (e *unfinished) Unwrap() error { return e.error }

// explain adds the command line that helps to an error.
func explain(cmd *cobra.Command, err error) error {
	command := func(words string, work string) error {
		return &frame.Problem{Err: err, Remedy: "yates-cluster " + words + " " + quote.New().File(work)}
	}
	hint := func(text string) error { return frame.WithHint(err, text) }
	var fault *job.Error
	var missing *job.MissingError
	var object *store.Error
	args := cmd.Flags().Args()
	if left, ok := errors.AsType[*unfinished](err); ok {
		if err = explain(cmd, left.error); !errors.As(err, new(*frame.Problem)) && !errors.Is(err, job.Gone) {
			err = hint("the same command line goes on with the job, another one only without it")
			return command("clean", left.work)
		}
	}
	switch {
	case errors.As(err, new(*frame.Problem)):
	case errors.As(err, new(*job.SpecError)), errors.As(err, new(store.NameError)):
		return frame.BadUsage("", "%w", err)
	case errors.Is(err, store.ErrStream):
		return hint("yates shuffle reads it")
	case errors.As(err, new(*records.UnreadableError)), errors.As(err, new(*records.NotPackedError)):
		return fmt.Errorf("%w (--raw takes it as it is)", err)
	case errors.Is(err, job.NotManifest):
		return hint("move it away, or write to another name")
	case errors.Is(err, job.NoJob):
		return &frame.Problem{Err: err, Remedy: "yates-cluster help plan"}
	case errors.As(err, &fault) && fault.Work != store.Name{} && fault.Fault != job.Gone:
		err = fault // which names the object itself
		return command("clean", fault.Work.Text())
	case errors.As(err, &missing) && len(args) > 0 && cmd.Name() != "run":
		err = missing
		return command(fmt.Sprintf("%s %d of %d", missing.Step, missing.Number+1, missing.Of), args[len(args)-1])
	case errors.As(err, &object) && errors.Is(err, store.ErrFolder) && object.Doing == "looking at":
		err = object
		return hint("for the files in it, write " + quote.New().File(object.Name.Text()+"/*"))
	case errors.As(err, &object):
		return object // it says itself what was done with what
	}
	return err
}
