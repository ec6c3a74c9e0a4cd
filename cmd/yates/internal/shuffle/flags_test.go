package shuffle

import (
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/dest"
)

// TestFlags: a verb has each of its flags once, and few of its own; the lists of flags name some that there are.
func TestFlags(t *testing.T) {
	some := map[string]bool{} // of any verb
	for i, cmd := range Commands() {
		cmd.InitDefaultHelpFlag()
		seen, own := map[string]bool{}, 0
		for _, e := range verbs[i].entries(new(flags)) {
			if flag := cmd.Flags().Lookup(e.name()); flag == nil || seen[e.name()] {
				t.Errorf("%s has no flag %s, or has it twice", cmd.Name(), e.flag)
			}
			if strings.Contains(e.usage, "shuffle") {
				t.Errorf("--%s of %s says that it shuffles", e.flag, cmd.Name())
			}
			if seen[e.name()], some[e.name()] = true, true; e.verbs != every {
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
	for _, e := range table(new(flags)) {
		for name := range strings.FieldsSeq(e.verbs) {
			if !slices.ContainsFunc(verbs, func(v *verb) bool { return v.name() == name }) {
				t.Errorf("--%s is for %s, which is no verb", e.flag, name)
			}
		}
	}
}

// Parts of a size have no shares, which package ask knows; if it did not, sharesByKey would say so.
func TestSharesOfNoParts(t *testing.T) {
	if parts, err := sharesByKey(&flags{equal: dest.Cut{Each: 5}}); err == nil {
		t.Errorf("%v", parts)
	}
}
