package frame

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Conflict is a flag and the names of those that it excludes.
type Conflict struct{ Flag, Others string }

// Exclude returns an error if two flags are given that exclude each other.
func Exclude(flags *pflag.FlagSet, conflicts []Conflict) error {
	for _, c := range conflicts {
		others := strings.Fields(c.Others)
		if i := slices.IndexFunc(others, flags.Changed); i >= 0 && flags.Changed(c.Flag) {
			return BadUsage("", "%s and %s exclude each other", typed(flags, c.Flag), typed(flags, others[i]))
		}
	}
	return nil
}

// Excluded reports whether a flag is given that excludes the one of that name.
func Excluded(flags *pflag.FlagSet, conflicts []Conflict, name string) bool {
	return slices.ContainsFunc(conflicts, func(c Conflict) bool {
		others := strings.Fields(c.Others)
		return c.Flag == name && slices.ContainsFunc(others, flags.Changed) ||
			flags.Changed(c.Flag) && slices.Contains(others, name)
	})
}

// Needs returns what checks the flags of a command: of each of the needs one must be given, and none may be
// given that exclude each other.
func Needs(needs []string, conflicts ...Conflict) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		flags := cmd.Flags()
		for _, need := range needs {
			names := strings.Fields(need)
			if slices.ContainsFunc(names, flags.Changed) {
				continue
			}
			for i, name := range names {
				names[i] = typed(flags, name)
			}
			return BadUsage(cmd.CommandPath()+" --help", "%s needs %s", cmd.Name(), strings.Join(names, " or "))
		}
		return Exclude(flags, conflicts)
	}
}

// typed returns a flag as most people type it.
func typed(flags *pflag.FlagSet, name string) string {
	if f := flags.Lookup(name); f.Shorthand != "" {
		return "-" + f.Shorthand
	}
	return "--" + name
}
