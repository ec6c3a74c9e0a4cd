package dest

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// A Label is what stands for {} in the name of a part's file.
type Label struct {
	text   string
	number int // or −1: it has a name
	of     int // how many there are
}

// Named returns labels that are names.
func Named(names []string) (all []Label) {
	for _, name := range names {
		all = append(all, Label{name, -1, len(names)})
	}
	return all
}

// Numbered returns n labels that are numbers from 0 on, with as many digits for each.
func Numbered(n int) (all []Label) {
	width := len(strconv.Itoa(n - 1))
	for i := range n {
		all = append(all, Label{fmt.Sprintf("%0*d", width, i), i, n})
	}
	return all
}

// placeholder is what may stand for a label in a pattern.
var placeholder = regexp.MustCompile(`\{([a-z]*:[^}]*|[a-z]*)\}`)

// number is a placeholder for the number of a part.
var number = regexp.MustCompile(`\{(:0\d{1,2})?\}`)

// digits is a placeholder for a number in so many digits. Beside it {n} has as many.
var digits = regexp.MustCompile(`\{:0(\d{1,2})\}`)

// Names returns the names of files that a pattern gives to parts.
func Names(pattern string, parts []Label) (names []string, err error) {
	if !placeholder.MatchString(pattern) {
		return nil, frame.BadUsage("", "-o %s needs {} where the name or the number of the part is to stand",
			label.Name(pattern))
	}
	if twice := len(number.FindAllString(filepath.Base(pattern), 2)) > 1; twice && parts[0].number >= 0 {
		return nil, frame.BadUsage("", "-o %s has the number of the part twice; {n} stands for how many there are",
			label.Name(pattern))
	}
	width := 0 // of {n}
	if m := digits.FindStringSubmatch(pattern); m != nil {
		width, _ = strconv.Atoi(m[1])
	}
	for _, part := range parts {
		names = append(names, placeholder.ReplaceAllStringFunc(pattern, func(place string) string {
			what := "stands for nothing; {} is the part, {:05} its number in five digits, {n} how many there are, " +
				"and with --folds {set} is test or train"
			switch {
			case place == "{}":
				return part.text
			case place == "{n}":
				return fmt.Sprintf("%0*d", width, part.of)
			case digits.MatchString(place) && part.number < 0:
				what = "is for the numbers of --shards and --folds; here {} stands for a name"
			case digits.MatchString(place):
				return fmt.Sprintf("%"+place[2:len(place)-1]+"d", part.number)
			}
			err = frame.BadUsage("", "-o %s: %s %s", label.Name(pattern), place, what)
			return ""
		}))
	}
	return names, err
}
