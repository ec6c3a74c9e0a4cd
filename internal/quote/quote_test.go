package quote

import (
	"os/exec"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// A line to paste shows names that no terminal minds, and a shell takes them back.
func TestPastedNames(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	for _, name := range []string{
		"a b", "it's", `"`, `\`, "é", "a\u00a0b", "\u3000", "\u00ad", "$x`y`", "{a,b}", "~", "#", "!x",
		"\x1b]0;title\a", "\x1b[2J", "a\rb", "a\nyates: b", "\u009b31m", "\x9b31m", "\u202egpj.exe", "\u2066a",
		"\xff\xfe", "\x7f", "\t", "a\u2028b", "\u200b",
	} {
		for _, isUTF8 := range []bool{false, true} {
			quoted := Quoter{UTF8: isUTF8, Strict: true}.File(name)
			if !utf8.ValidString(quoted) || strings.ContainsFunc(quoted, func(r rune) bool {
				return !unicode.IsGraphic(r)
			}) {
				t.Errorf("%q is shown as %q", name, quoted)
			}
			got, err := exec.CommandContext(t.Context(), bash, "-c", "printf %s "+quoted).Output()
			if err != nil || string(got) != name {
				t.Errorf("%q is shown as %s, which is %q, %v", name, quoted, got, err)
			}
		}
	}
}
