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

// Require returns an error unless one of the flags is given.
func Require(cmd *cobra.Command, names ...string) error {
	var all []string
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			return nil
		}
		all = append(all, typed(cmd.Flags(), name))
	}
	return BadUsage(cmd.CommandPath()+" --help", "%s needs %s", cmd.Name(), strings.Join(all, " or "))
}

// typed returns a flag as most people type it.
func typed(flags *pflag.FlagSet, name string) string {
	if f := flags.Lookup(name); f.Shorthand != "" {
		return "-" + f.Shorthand
	}
	return "--" + name
}
