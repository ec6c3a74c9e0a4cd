package advice

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/frame"
)

// FlagError rewrites an error of pflag in our words.
func FlagError(cmd *cobra.Command, err error) error {
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok && e.GetSpecifiedShortnames() == "" {
		name := e.GetSpecifiedName()
		var all []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { all = append(all, f.Name) })
		if names := frame.PossibleNames(cmd.Flags(), name); len(names) > 1 {
			err = fmt.Errorf("--%s is short for --%s", name, strings.Join(names, " or --"))
		} else if other := otherFlags[name]; other != "" && cmd.Name() == "audit" {
			return &frame.Problem{Err: frame.WithHint(err, other), Status: frame.StatusUsage}
		} else if near := frame.Nearest(all, name); near != "" {
			return frame.BadUsage("", "%w; did you mean --%s?", err, near)
		}
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		cause := errors.Unwrap(e)
		if number, ok := errors.AsType[*strconv.NumError](cause); ok {
			cause = number.Err
		}
		err = fmt.Errorf("cannot set --%s to %q: %w", e.GetFlag().Name, e.GetValue(), cause)
	}
	return frame.BadUsage(cmd.CommandPath()+" --help", "%w", err)
}

// otherFlags say what "yates audit" has in place of flags that people expect.
var otherFlags = map[string]string{
	"header":     "tail -n +2 removes a heading",
	"csv":        "--file reads rows of a spreadsheet as they are",
	"columns":    "cut chooses columns, for example with -d, -f2-",
	"sorted":     "for numbers in ascending order see --unordered",
	"lottery":    "for lottery numbers see --range and --unordered",
	"confidence": "for a confidence of 95% use --alpha 0.05",
}
