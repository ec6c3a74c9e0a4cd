package record

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A Matcher is a regular expression that lines match. One that stands for a
// fixed text at the beginning of a line, such as ^>, is compared as such.
type Matcher struct {
	prefix []byte
	exp    *regexp.Regexp // nil: the prefix is all
}

// NewMatcher returns the matcher of an expression, which is safe for concurrent use.
func NewMatcher(exp *regexp.Regexp) *Matcher {
	// A fixed text takes its place only where that is the same. Compiled by
	// CompilePOSIX, the expression matches behind each line feed, too; and U+FFFD
	// matches all that is not valid UTF-8.
	rest, anchored := strings.CutPrefix(exp.String(), "^")
	if text, err := regexp.Compile(rest); err == nil && anchored {
		prefix, all := text.LiteralPrefix()
		if all && !exp.MatchString("\n"+prefix) && !strings.ContainsRune(prefix, utf8.RuneError) {
			return &Matcher{prefix: []byte(prefix)}
		}
	}
	return &Matcher{exp: exp}
}

func (m *Matcher) match(line []byte) bool {
	if m.exp == nil {
		return bytes.HasPrefix(line, m.prefix)
	}
	return m.exp.Match(line)
}
