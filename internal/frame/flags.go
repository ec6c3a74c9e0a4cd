package frame

import (
	"strings"

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
	is := false
	flags.VisitAll(func(f *pflag.Flag) {
		if is = is || f.Name == name; strings.HasPrefix(f.Name, name) {
			names = append(names, f.Name)
		}
	})
	if is {
		return []string{name}
	}
	return names
}
