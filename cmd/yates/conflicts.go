package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/frame"
)

// conflicts are flags of "yates shuffle" that exclude others.
var conflicts = []struct{ flag, others string }{
	{"echo", "input-range files0-from csv lines record-start header group-by stratify weight delimiter split shards folds in-step in-place"},
	{"input-range", "files0-from csv lines record-start header group-by stratify weight unique delimiter split shards folds in-step in-place"},
	{"random-source", "seed seed-hex epoch print-seed strict csv lines record-start header group-by stratify weight unique delimiter split shards folds in-step"},
	{"repeat", "group-by stratify unique strict split shards folds in-step"},
	{"weight", "group-by stratify unique split shards folds in-step"},
	{"stratify", "group-by"},
	{"csv", "lines record-start zero-terminated"},
	{"lines", "record-start"},
	{"split", "shards folds"},
	{"shards", "folds"},
	{"in-place", "output split shards folds in-step stratify head-count repeat weight"},
	{"seed", "seed-hex"},
}

// exclude returns an error if two flags are given that exclude each other.
func exclude(flags *pflag.FlagSet) error {
	for _, c := range conflicts {
		if !flags.Changed(c.flag) {
			continue
		}
		others := strings.Fields(c.others)
		if i := slices.IndexFunc(others, flags.Changed); i >= 0 {
			return frame.BadUsage("", "%s and %s exclude each other", typed(flags, c.flag), typed(flags, others[i]))
		}
	}
	return nil
}

// typed returns a flag as most people type it.
func typed(flags *pflag.FlagSet, name string) string {
	if f := flags.Lookup(name); f.Shorthand != "" {
		return "-" + f.Shorthand
	}
	return "--" + name
}
