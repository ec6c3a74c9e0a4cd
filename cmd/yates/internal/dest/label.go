package dest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// A Label is what stands for {} in the name of a part's file.
type Label struct {
	text   string
	number int  // or −1: it has a name
	any    bool // whatever stands there
	fold   bool // {set} stands for test or train
}

// AnyLabel is of one part, whose file has no {} in its name.
var AnyLabel = Label{any: true}

// Named returns labels that are names.
func Named(names []string) (all []Label) {
	for _, name := range names {
		all = append(all, Label{text: name, number: -1})
	}
	return all
}

// Numbered returns n labels that are numbers, with as many digits for each. If they are
// of folds, {set} stands for test or train.
func Numbered(first, n int, folds bool) (all []Label) {
	width := len(strconv.Itoa(first + n - 1))
	for i := first; i < first+n; i++ {
		all = append(all, Label{text: fmt.Sprintf("%0*d", width, i), number: i, fold: folds})
	}
	return all
}

// In returns the name of the file that a pattern gives to a part.
func (l Label) In(pattern string) (string, error) {
	if l.any {
		return pattern, nil
	}
	name, found := "", false
	for rest := pattern; ; {
		before, after, ok := strings.Cut(rest, "{")
		name += before
		if !ok {
			break
		}
		format, tail, closed := strings.Cut(after, "}")
		switch width, err := strconv.Atoi(strings.TrimPrefix(format, ":0")); {
		case closed && format == "":
			name, rest, found = name+l.text, tail, true
		case closed && strings.Trim(format, "abcdefghijklmnopqrstuvwxyz") == "" && !(format == "set" && l.fold):
			return "", frame.BadUsage("", "-o %s: {%s} stands for nothing; "+
				"{} is the part, and with --folds {set} is test or train", label.Name(pattern), format)
		case !closed || !strings.HasPrefix(format, ":"):
			name, rest = name+"{", after
		case !strings.HasPrefix(format, ":0") || err != nil || width < 1 || width > 20:
			return "", frame.BadUsage("", "-o %s: {%s} is not a format such as {:05}", label.Name(pattern), format)
		case l.number < 0:
			return "", frame.BadUsage("", "-o %s: {%s} is for the numbers of --shards and --folds; "+
				"here {} stands for a name", label.Name(pattern), format)
		default:
			name, rest, found = name+fmt.Sprintf("%0*d", width, l.number), tail, true
		}
	}
	if !found {
		return "", frame.BadUsage("", "-o %s needs {} where the name or the number of the part is to stand",
			label.Name(pattern))
	}
	return name, nil
}
