package record

import (
	"regexp"
	"testing"
)

// TestMatcher: a line matches as the expression does, whoever compiled it.
func TestMatcher(t *testing.T) {
	lines := []string{"", ">", ">a", "a>", "a\n>", "\n>", "\ufffd", "\xff", "\xff>", "\ufffd>", "^>", "K", "\u212a"}
	prefixes := 0
	for _, text := range []string{`^>`, `>`, `\A>`, `^\x{FFFD}`, "^\ufffd", "^\ufffd>", `(?m)^>`, `(?i)^k`, `^(?i)k`,
		`^>a|^a`, `^`, ``, `^>$`} {
		var all []*regexp.Regexp
		if exp, err := regexp.Compile(text); err == nil {
			all = append(all, exp)
		}
		if exp, err := regexp.CompilePOSIX(text); err == nil {
			all = append(all, exp)
		}
		if len(all) == 0 {
			t.Errorf("nothing compiles %s", text)
		}
		for _, exp := range all {
			m := NewMatcher(exp)
			if m.exp == nil {
				prefixes++
			}
			for _, line := range lines {
				if got, want := m.match([]byte(line)), exp.MatchString(line); got != want {
					t.Errorf("%s matches %q: %v, not %v", text, line, got, want)
				}
			}
		}
	}
	if prefixes != 1 {
		t.Errorf("%d are known as fixed texts", prefixes)
	}
}
