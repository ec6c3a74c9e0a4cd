package main

import (
	"os/exec"
	"testing"
)

// A line to paste shows names that no terminal minds, and a shell takes them back.
func TestPastedNames(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	for _, name := range append([]string{"a b", "it's", `"`, `\`, "é", "a\u00a0b", "\u3000", "\u00ad", "$x`y`", "{a,b}", "~", "#", "!x"}, hostile...) {
		for _, utf8 := range []bool{false, true} {
			quoted := quoter{utf8: utf8, strict: true}.file(name)
			if left := raw(quoted); left != "" {
				t.Errorf("%q is shown as %q", name, quoted)
			}
			got, err := exec.CommandContext(t.Context(), bash, "-c", "printf %s "+quoted).Output()
			if err != nil || string(got) != name {
				t.Errorf("%q is shown as %s, which is %q, %v", name, quoted, got, err)
			}
		}
	}
}
