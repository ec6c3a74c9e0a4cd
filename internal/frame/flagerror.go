package frame

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// FlagError returns what rewrites errors of pflag in our words. Of flags that a command has not, others
// say what it has in their place.
func FlagError(others map[string]string) func(*cobra.Command, error) error {
	return func(cmd *cobra.Command, err error) error {
		if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
			name, short := e.GetSpecifiedName(), e.GetSpecifiedShortnames() != ""
			var all []string
			cmd.Flags().VisitAll(func(f *pflag.Flag) { all = append(all, f.Name) })
			if hint := cmp.Or(others[name], others[e.GetSpecifiedShortnames()]); hint != "" {
				return &Problem{Err: WithHint(err, hint), Status: StatusUsage}
			} else if names := PossibleNames(cmd.Flags(), name); len(names) > 1 && !short {
				err = fmt.Errorf("--%s is short for --%s", name, strings.Join(names, " or --"))
			} else if near := Nearest(all, name); near != "" && len(name) > 1 && !short {
				return BadUsage("", "%w; did you mean --%s?", err, near)
			} else if digits := e.GetSpecifiedShortnames(); strings.Trim(digits, "0123456789") == "" && short {
				err = fmt.Errorf("-%s is not a flag, and no number can be negative", digits)
			}
		}
		if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
			cause := errors.Unwrap(e)
			if number, ok := errors.AsType[*strconv.NumError](cause); ok && number.Func == "ParseBool" {
				cause = errors.New("it takes no value")
			} else if ok {
				cause = errNumber
			}
			err = fmt.Errorf("cannot set --%s to %q: %w", e.GetFlag().Name, e.GetValue(), cause)
		}
		return BadUsage(cmd.CommandPath()+" --help", "%w", err)
	}
}
