package label_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/label"
)

func TestName(t *testing.T) {
	for name, want := range map[string]string{
		"deck.txt": "deck.txt", "a b": "a b", "standard input": "standard input", "it's": "it's", "花é": "花é",
		"שלום":        "שלום",
		"":            `""`,
		" a":          `" a"`,
		"a ":          `"a "`,
		"a  b":        `"a  b"`,
		"é\u2800":     `"\u00e9\u2800"`,
		"é\u115f":     `"\u00e9\u115f"`,
		"é\ufe0f":     `"\u00e9\ufe0f"`,
		`"a"`:         `"\"a\""`,
		"\x1b]0;t\a":  `"\x1b]0;t\a"`,
		"a\nb":        `"a\nb"`,
		"a\r\x7f":     `"a\r\x7f"`,
		"\u009b31m":   `"\u009b31m"`,
		"\u202egpj":   `"\u202egpj"`,
		"\u2068a":     `"\u2068a"`,
		"a\u00a0b":    `"a\u00a0b"`,
		"\xff":        `"\xff"`,
		"\U000e0041a": `"\U000e0041a"`,
	} {
		if got := label.Name(name); got != want {
			t.Errorf("%q is called %s, want %s", name, got, want)
		}
	}
	if got := label.Name(`a\b`); os.PathSeparator == '/' && got != `"a\\b"` {
		t.Errorf(`a\b is called %s`, got)
	}
}

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"plain é 花 ‘x’ …\n":               "plain é 花 ‘x’ …\n",
		"\x1b[1m\a\r\t\x7f":               `\x1b[1m\a\r\t\x7f`,
		"\u009b\u202e\xff\ufffd":          `\u009b\u202e\xff` + "\ufffd",
		"\u2068שלום\u2069, \u2068ש\u2069": "\u2068שלום\u2069, \u2068ש\u2069",
		"\u2068a\n\u2069":                 "\\u2068a\n\\u2069",
		"\u2068\u2068a\u2069\u2069":       `\u2068\u2068a\u2069\u2069`,
		"\u2069a\u2068":                   `\u2069a\u2068`,
	} {
		if got := label.Escape(text, "\n"); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if got := label.Escape("a\nb", ""); got != `a\nb` {
		t.Errorf("a line feed becomes %q", got)
	}
}

// TestJSON: what is written means the same and can be printed.
func TestJSON(t *testing.T) {
	const text = "\x1b\a\r\n\t\x7f\u009b\u202e\u2068\u2028\ufeff\U000e0041\U0010fffd 花 \\ \" \\u001b"
	plain, err := json.MarshalIndent(map[string]string{text: text}, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	got := string(label.JSON(plain))
	if left := label.Escape(got, "\n\t"); left != got {
		t.Errorf("%q is left in %q", left, got)
	}
	var back map[string]string
	if err := json.Unmarshal([]byte(got), &back); err != nil || back[text] != text {
		t.Errorf("%q is read as %q, %v", got, back, err)
	}
	if !strings.Contains(got, `\udb40\udc41`) || !strings.Contains(got, "花") {
		t.Errorf("written as %q", got)
	}
}
