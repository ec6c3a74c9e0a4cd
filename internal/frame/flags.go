package frame

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// FullName expands the name of a flag from any unambiguous prefix of two letters or more; a single letter is that of
// the short flag. It is also called for the names of new flags: if one name is a prefix of another, the shorter one
// must be added first.
func FullName(flags *pflag.FlagSet, name string) pflag.NormalizedName {
	if full := PossibleNames(flags, name); len(full) == 1 {
		return pflag.NormalizedName(full[0])
	}
	return pflag.NormalizedName(name)
}

// PossibleNames returns the names of flags that begin with name, or name alone if it is one.
func PossibleNames(flags *pflag.FlagSet, name string) []string {
	if len(name) == 1 {
		if short := flags.ShorthandLookup(name); short != nil {
			return []string{short.Name}
		}
		return nil
	}
	var names []string
	flags.VisitAll(func(f *pflag.Flag) {
		if strings.HasPrefix(f.Name, name) {
			names = append(names, f.Name)
		}
	})
	if slices.Contains(names, name) {
		return []string{name}
	}
	return names
}

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

// A Conflict is a flag and the names of those that it excludes.
type Conflict struct{ Flag, Others string }

// Exclude returns an error if two flags are given that exclude each other.
func Exclude(flags *pflag.FlagSet, conflicts []Conflict) error {
	for _, c := range conflicts {
		others := strings.Fields(c.Others)
		if i := slices.IndexFunc(others, flags.Changed); i >= 0 && flags.Changed(c.Flag) {
			return BadUsage("", "%s and %s exclude each other", Typed(flags, c.Flag), Typed(flags, others[i]))
		}
	}
	return nil
}

// Needs returns what checks the flags of a command: of each of the needs one must be given, and none may be
// given that exclude each other.
func Needs(needs []string, conflicts ...Conflict) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		flags := cmd.Flags()
		for _, need := range needs {
			names := strings.Fields(need)
			if slices.ContainsFunc(names, flags.Changed) {
				continue
			}
			for i, name := range names {
				names[i] = Typed(flags, name)
			}
			such := ""
			if len(args) > 0 && names[0] == "-n" && strings.Trim(args[0], "0123456789") == "" {
				such = ", such as -n " + args[0]
			}
			return BadUsage(cmd.CommandPath()+" --help", "%s needs %s%s", cmd.Name(), strings.Join(names, " or "), such)
		}
		return Exclude(flags, conflicts)
	}
}

// Typed returns a flag as most people type it.
func Typed(flags *pflag.FlagSet, name string) string {
	if f := flags.Lookup(name); f.Shorthand != "" {
		return "-" + f.Shorthand
	}
	return "--" + name
}

// OneOf completes to one of the values.
func OneOf(values ...cobra.Completion) cobra.CompletionFunc {
	return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder)
}
