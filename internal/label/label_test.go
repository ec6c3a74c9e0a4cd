package label_test

import (
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/label"
)

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"plain é 花":             "plain é 花",
		"\x1b[1m\x00\r\n\t":     "�[1m����",
		"\u202egnp.exe\u2066":   "�gnp.exe�",
		"a\u2028b\u2029c\u0085": "a�b�c�",
		"\xff\xfe!":             "��!",
		"1234567890":            "1234567890",
		"12345678901":           "1234567890…",
		"花花花花花花花花花花花":           "花花花花花花花花花花…",
	} {
		if got := label.Clean(text, 10); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// TestWrap: a line can be full, a word can be longer than a line, and the first line begins at its column.
func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text                  string
		column, indent, width int
		want                  string
	}{
		{"", 3, 2, 10, ""},
		{"aa  bb\n cc ", 0, 0, 5, "aa bb\ncc"},
		{"a b c d", 0, 0, 6, "a b c\nd"},
		{"aa bb cc", 0, 0, 4, "aa\nbb\ncc"},
		{"aa bb cc dd", 3, 2, 8, "aa bb\n  cc dd"},
		{"aa bb cc", 4, 2, 8, "aa\n  bb cc"},
		{"éé éé éé", 0, 1, 5, "éé éé\n éé"},
		{"a longer b", 0, 1, 4, "a\n longer\n b"},
	} {
		if got := label.Wrap(c.text, c.column, c.indent, c.width); got != c.want {
			t.Errorf("%q at %d, indent %d, width %d: %q, want %q", c.text, c.column, c.indent, c.width, got, c.want)
		}
	}
}

func TestItem(t *testing.T) {
	names := []string{"ada", "", "  ", "שלום", strings.Repeat("x", 50)}
	for item, want := range []string{"ada", "“”", "“  ”", "\u2068שלום\u2069", strings.Repeat("x", label.Longest) +
		"…"} {
		if got := label.Item(names, item); got != want {
			t.Errorf("item %d is called %q, want %q", item, got, want)
		}
	}
	if got := label.Item(nil, 4); got != "5" {
		t.Errorf("item 4 without names is called %q", got)
	}
	for items, want := range []string{"", "1", "1, 2", "1, 2, 3", "1, 2, 3, …"} {
		if got := label.Items(nil, items); got != want {
			t.Errorf("%d items are %q, want %q", items, got, want)
		}
	}
}
