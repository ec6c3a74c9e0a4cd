package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// fullName lets the name of a flag be cut to what no other flag begins with. It
// is asked for the names of new flags, too: so where one name is the beginning of
// another the shorter one must be added first.
func fullName(flags *pflag.FlagSet, name string) pflag.NormalizedName {
	if full := possibleNames(flags, name); len(full) == 1 {
		return pflag.NormalizedName(full[0])
	}
	return pflag.NormalizedName(name)
}

// possibleNames returns the names of flags that name may be cut from, or name
// alone if a flag has it.
func possibleNames(flags *pflag.FlagSet, name string) []string {
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

// nearFlags returns the names of flags that are spelt like name, as cobra compares
// those of commands.
func nearFlags(flags *pflag.FlagSet, name string) []string {
	all := &cobra.Command{SuggestionsMinimumDistance: 2}
	flags.VisitAll(func(f *pflag.Flag) {
		all.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
	})
	return all.SuggestionsFor(name)
}
