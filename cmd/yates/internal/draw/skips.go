package draw

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// The skips are entries that cannot win, by the flag that says so.
type skips struct {
	flag  string
	each  [][2]string         // an entry, or the text of several, and the reason
	lines map[string][]uint64 // where each text stands in the list
}

// parseSkips parses the values of a flag. A value without a reason is a file of such values.
func parseSkips(ctx context.Context, ui *frame.UI, flag string, values []string) (*skips, error) {
	s := &skips{flag, nil, make(map[string][]uint64)}
	for _, value := range values {
		all := []string{value}
		if _, err := os.Stat(value); err == nil && !strings.Contains(value, "=") {
			list, err := infile.ReadList(ctx, ui, all)
			if err != nil {
				return nil, err
			}
			all = list.Names
		}
		for _, value := range all {
			text, reason, _ := strings.Cut(value, "=")
			if text, reason = strings.TrimSpace(text), strings.TrimSpace(reason); text == "" || reason == "" {
				return nil, frame.BadUsage("", "--%s %s is not an entry and a reason, such as '17=works for us'", flag,
					label.Name(value))
			}
			s.each, s.lines[text] = append(s.each, [2]string{text, reason}), nil
		}
	}
	return s, nil
}

// note notes an entry of the list if it is one of them.
func (s *skips) note(number uint64, entry []byte) {
	if found, ok := s.lines[string(entry)]; ok {
		s.lines[string(entry)] = append(found, number)
	}
}

// numbers returns the entries with their reasons, after all entries have been noted.
func (s *skips) numbers() (map[uint64]string, error) {
	reasons := make(map[uint64]string)
	for _, q := range s.each {
		numbers, err := entryNumbers(q[0], s.lines[q[0]])
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", s.flag, err)
		}
		for _, number := range numbers {
			if reasons[number] != "" {
				return nil, fmt.Errorf("--%s names entry %d twice: give one reason", s.flag, number)
			}
			reasons[number] = q[1]
		}
	}
	return reasons, nil
}

// entryNumbers returns the entries that a text means: #17 is a number, 17 as well unless
// another entry has that text, and everything else is the text of one or more entries.
func entryNumbers(text string, lines []uint64) ([]uint64, error) {
	number, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 10, 63)
	switch isText := len(lines) > 0; {
	case err == nil && number > 0 && isText && text[0] != '#' && !slices.Equal(lines, []uint64{number}):
		other := lines[len(lines)-1]
		return nil, fmt.Errorf("%s is a number, and the text of line %d; write #%d or #%d", text, other, number, other)
	case err == nil && number > 0:
		return []uint64{number}, nil
	case !isText:
		return nil, fmt.Errorf("%s is neither a number nor an entry of LIST", label.Name(text))
	}
	return lines, nil
}
