package frame

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/output"
)

// If a command answers a question, exit status 1 is an answer too, and 2 means no answer.

// A Verdict is an exit status that is an answer, not a failure.
type Verdict int

func (v Verdict) Error() string { return fmt.Sprint("verdict ", int(v)) }

// Answering runs a command whose exit status 1 is an answer. If it fails, the exit
// status is 2.
func Answering(cmd *cobra.Command, run func() error) error {
	if o, ok := cmd.OutOrStdout().(*output.Writer); ok {
		o.Status = StatusUsage
	}
	err := run()
	if v := Verdict(0); err == nil || errors.As(err, &v) || errors.As(err, new(*Problem)) {
		return err
	}
	return &Problem{Err: err, Status: StatusUsage}
}
