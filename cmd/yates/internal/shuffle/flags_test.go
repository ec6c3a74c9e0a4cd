package shuffle

import (
	"slices"
	"strings"
	"testing"
)

// TestFlags: a verb has each of its flags once, and few of its own; the lists of flags name some that there are.
func TestFlags(t *testing.T) {
	some := map[string]bool{} // of any verb
	for i, cmd := range Commands() {
		cmd.InitDefaultHelpFlag()
		seen, own := map[string]bool{}, 0
		for _, r := range verbs[i].rows(new(flags)) {
			if flag := cmd.Flags().Lookup(r.name()); flag == nil || seen[r.name()] {
				t.Errorf("%s has no flag %s, or has it twice", cmd.Name(), r.flag)
			}
			if strings.Contains(r.usage, "shuffle") {
				t.Errorf("--%s of %s says that it shuffles", r.flag, cmd.Name())
			}
			if seen[r.name()], some[r.name()] = true, true; r.verbs != every {
				own++
			}
		}
		if own > 30 {
			t.Errorf("%s has %d flags of its own: which are a verb?", cmd.Name(), own)
		}
		if !cmd.HasFlags() || len(seen) < 20 {
			t.Errorf("%s has %d flags", cmd.Name(), len(seen))
		}
		for flag := range strings.FieldsSeq(verbs[i].usual) {
			if !seen[flag] {
				t.Errorf("%s has no flag %s", cmd.Name(), flag)
			}
		}
	}
	for _, n := range needs {
		for flag := range strings.FieldsSeq(n.flags + " " + n.of) {
			if !some[flag] {
				t.Errorf("no verb has a flag %s", flag)
			}
		}
	}
	for _, r := range table(new(flags)) {
		for name := range strings.FieldsSeq(r.verbs) {
			if !slices.ContainsFunc(verbs, func(v *verb) bool { return v.name() == name }) {
				t.Errorf("--%s is for %s, which is no verb", r.flag, name)
			}
		}
	}
}
