package cli

import (
	"errors"
	"fmt"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/records/failure"
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

// leave adds to the error of a run what helps with the job that it leaves in a folder, unless the error
// has a remedy already, or the job is gone.
func leave(err error, work string) error {
	if errors.As(err, new(*frame.Problem)) || errors.Is(err, job.Gone) {
		return err
	}
	return remedied(frame.WithHint(err, "the same command line goes on with the job if no input changes, "+
		"another one only without it"), "clean", work)
}

// remedied adds a command line about the job in a folder to an error.
func remedied(err error, words, work string) error {
	return &frame.Problem{Err: err, Remedy: "yates-cluster " + words + " " + quote.New().File(work)}
}

// explain adds the command line that helps to an error; about the job in a folder, unless that is "".
func explain(err error, work string) error {
	hint := func(text string) error { return frame.WithHint(err, text) }
	var fault *job.Error
	var missing *job.MissingError
	var object *store.Error
	switch {
	case errors.As(err, new(*frame.Problem)):
	case errors.As(err, new(*job.SpecError)), errors.As(err, new(store.NameError)):
		return frame.BadUsage("", "%w", err)
	case errors.Is(err, store.ErrStream):
		return hint("yates shuffle reads it")
	case errors.As(err, new(*failure.UnreadableError)), errors.As(err, new(*failure.NotPackedError)):
		return fmt.Errorf("%w (--raw takes it as it is)", err)
	case errors.Is(err, job.Occupied):
		return hint("write to another name, or remove it if nothing needs it")
	case errors.Is(err, job.NoJob):
		err = hint("if it was cleaned before it was finished, plan it again")
		return &frame.Problem{Err: err, Remedy: "yates-cluster help plan"}
	case errors.As(err, &fault) && fault.Work != store.Name{} && fault.Fault != job.Gone:
		return remedied(fault, "clean", fault.Work.Text()) // which names the object itself
	case errors.As(err, &missing) && work != "":
		words := fmt.Sprintf("%s %d of %d", missing.Step, missing.Number+1, missing.Of)
		return remedied(missing, words, work)
	case errors.As(err, &object) && errors.Is(err, store.ErrFolder) && object.Doing == "looking at":
		err = object
		return hint("for the files in it, write " + quote.New().File(object.Name.Text()+"/*"))
	case errors.As(err, &object):
		return object // it says itself what was done with what
	}
	return err
}
