package shuffle

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestFlags: the lists of flags name flags that there are, each of which stands under one heading.
func TestFlags(t *testing.T) {
	seen := map[string]int{}
	for _, g := range groups {
		for flag := range strings.FieldsSeq(g.flags) {
			seen[flag]++
		}
	}
	for i, cmd := range Commands() {
		cmd.InitDefaultHelpFlag()
		lists := verbs[i].own + " " + verbs[i].not + " " + verbs[i].usual + shared
		for flag := range things {
			lists += " " + flag
		}
		for _, n := range needs {
			lists += " " + n.flags + " " + n.of
		}
		for flag := range strings.FieldsSeq(lists) {
			if cmd.Flags().Lookup(flag) == nil {
				t.Errorf("%s has no flag %s", cmd.Name(), flag)
			}
		}
		own := 0
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && seen[f.Name] != 1 {
				t.Errorf("--%s stands under %d headings", f.Name, seen[f.Name])
			}
			if !f.Hidden && !strings.Contains(shared, " "+f.Name+" ") {
				own++
			}
		})
		if own > 30 {
			t.Errorf("%s has %d flags of its own: which are a verb?", cmd.Name(), own)
		}
	}
}
