package shuffle

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestFlags: the lists of flags name flags that there are, each of which stands under one heading.
func TestFlags(t *testing.T) {
	seen, named := map[string]int{}, map[string]bool{}
	for _, g := range groups {
		for flag := range strings.FieldsSeq(g.flags) {
			seen[flag]++
		}
	}
	for i, cmd := range Commands() {
		cmd.InitDefaultHelpFlag()
		for flag := range strings.FieldsSeq(verbs[i].own + " " + verbs[i].usual) {
			if cmd.Flags().Lookup(flag) == nil {
				t.Errorf("%s has no flag %s", cmd.Name(), flag)
			}
			named[flag] = true
		}
		own := 0
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if seen[f.Name] != 1 {
				t.Errorf("--%s stands under %d headings", f.Name, seen[f.Name])
			}
			if !strings.Contains(shared, " "+f.Name+" ") {
				own++
			}
		})
		if own > 30 {
			t.Errorf("%s has %d flags of its own: which are a verb?", cmd.Name(), own)
		}
	}
	lists := shared + verbs[len(verbs)-1].not
	for flag := range things {
		lists += " " + flag
	}
	for _, n := range needs {
		lists += " " + n.flags + " " + n.of
	}
	for flag := range strings.FieldsSeq(lists) {
		if seen[flag] == 0 {
			t.Errorf("no verb has a flag %s", flag)
		}
	}
	for flag := range seen {
		if !named[flag] && !strings.Contains(shared, " "+flag+" ") {
			t.Errorf("no verb has the flag %s of the help", flag)
		}
	}
}
