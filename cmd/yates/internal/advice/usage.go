package advice

import (
	"errors"
	"fmt"
	"math"
	"regexp"
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
		if meant := meantValue(e.GetFlag().Value.Type(), e.GetValue()); meant != "" && meant != e.GetValue() {
			err = frame.WithHint(err, "write "+meant)
		}
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

var (
	grouped  = regexp.MustCompile(`^\d{1,3}([,_' ]\d{3})+$`)
	anyRange = regexp.MustCompile(`^(\d+)\s*(?:\.\.+|[:,–]|to|-)\s*(\d+)$`)
	suffixed = regexp.MustCompile(`^([\d.]+(?:e\d+)?)([km]?)$`)
)

// meantValue returns the likely meaning of a value that is wrong for a flag of
// a type, or "".
func meantValue(of, value string) string {
	value = strings.ToLower(strings.TrimSpace(value))
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x > 0 && x <= 1e15) {
			return 0
		}
		return x
	}
	switch parts := suffixed.FindStringSubmatch(value); {
	case of == "duration" && number(value) > 0:
		return value + "s"
	case of == "float64" && strings.HasSuffix(value, "%") && number(value[:len(value)-1]) > 0:
		return strconv.FormatFloat(number(value[:len(value)-1])/100, 'g', 6, 64)
	case of == "float64" && number(strings.Replace(value, ",", ".", 1)) > 0:
		return strings.Replace(value, ",", ".", 1)
	case of == "LO-HI" && anyRange.MatchString(value):
		return anyRange.ReplaceAllString(value, "$1-$2")
	case of == "N" && grouped.MatchString(value):
		return strings.NewReplacer(",", "", "_", "", "'", "", " ", "").Replace(value)
	case of == "N" && parts != nil:
		x := number(parts[1]) * map[string]float64{"": 1, "k": 1e3, "m": 1e6}[parts[2]]
		if x > 0 && x == math.Trunc(x) {
			return strconv.FormatFloat(x, 'f', 0, 64)
		}
	}
	return ""
}
