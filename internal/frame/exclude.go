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
			return BadUsage("", "%s and %s exclude each other", Typed(flags, c.Flag), Typed(flags, others[i]))
		}
	}
	return nil
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
				names[i] = Typed(flags, name)
			}
			return BadUsage(cmd.CommandPath()+" --help", "%s needs %s", cmd.Name(), strings.Join(names, " or "))
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
