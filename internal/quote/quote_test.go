package quote

import (
	"os/exec"
	"testing"
)

// A shell takes names back as they were.
func TestPastedNames(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	for _, name := range []string{
		"a b", "it's", `"`, `\`, "é", "a\u00a0b", "\u3000", "\u00ad", "$x`y`", "~", "#", "!x",
		"\x1b]0;title\a", "\x1b[2J", "a\rb", "a\nyates: b", "\u009b31m", "\x9b31m", "\u202egpj.exe", "\u2066a",
		"\xff\xfe", "\x7f", "\t", "a\u2028b", "\u200b",
	} {
		for _, isUTF8 := range []bool{false, true} {
			quoted := Quoter{UTF8: isUTF8}.File(name)
			got, err := exec.CommandContext(t.Context(), bash, "-c", "printf %s "+quoted).Output()
			if err != nil || string(got) != name {
				t.Errorf("%q is shown as %s, which is %q, %v", name, quoted, got, err)
			}
		}
	}
}

// TestFile: names are shown as GNU's ls -d --quoting-style=shell-escape shows them.
func TestFile(t *testing.T) {
	for name, want := range map[string]string{
		"": "''", "a": "a", "{": "'{'", "}": "'}'", "a}": "a}", "{}": "{}", "é": "é", "a%b": "a%b", "]": "]", "[": "'['",
		"\xff": `''$'\377'`, "\ufffd": "\ufffd", "\u200b": "\u200b", "\ue000": "\ue000", "\u2028": `''$'\342\200\250'`,
		"\u202e": `''$'\342\200\256'`, "\ta": `''$'\t''a'`, "\a\r\x1b\x7f": `''$'\a\r\033\177'`, "it's\n": `'it'\''s'$'\n'`,
		"#a": "'#a'", "~a": "'~a'", "a#": "a#", "a~": "a~", "a=b": "'a=b'", "a b": "'a b'",
		"it's": `"it's"`, "#it's": `"#it's"`, "~it's": `"~it's"`, "a'é": `"a'é"`,
		"it's}": `'it'\''s}'`, "it's{": `'it'\''s{'`, "it's #": `'it'\''s #'`, "it's~": `'it'\''s~'`, "a'b!": `'a'\''b!'`,
	} {
		if got := (Quoter{UTF8: true}).File(name); got != want {
			t.Errorf("%q is shown as %s, not %s", name, got, want)
		}
	}
}

// TestLocale: texts are quoted as GNU's programs quote their operands in the locale of the environment.
func TestLocale(t *testing.T) {
	for _, c := range []struct{ all, ctype, lang, text, want string }{
		{"", "", "", "é'\\\n", `'\303\251\'\\\n'`},
		{"", "", "en_US.UTF-8", "é'’\\\n", `‘é'\’\\\n’`},
		{"", "", "de_DE.utf8@euro", "a", "‘a’"},
		{"", "de_DE.utf8", "C", "a", "‘a’"},
		{"C", "de_DE.utf8", "de_DE.utf8", "a", "'a'"},
		{"de_DE.ISO-8859-1", "", "", "a", "'a'"},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_CTYPE", c.ctype)
		t.Setenv("LANG", c.lang)
		if got := New().Locale(c.text); got != c.want {
			t.Errorf("%q, %q, %q: %q is shown as %s, not %s", c.all, c.ctype, c.lang, c.text, got, c.want)
		}
	}
}
