package dest

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
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

// A Cut is of an order into N equal parts, of which there may be only one; or into parts of so many records each, or of
// about so many bytes.
type Cut struct {
	N, Only int // from 1 on, or 0
	Each    int64
	Bytes   bool
}

// Sizes returns the sizes of the parts of n records, which have so many bytes together. Bytes are for as many equal
// parts as would have that size each: the order is random, so they have about the same.
func (v *Cut) Sizes(n, bytes int64) (all []int64, err error) {
	if v.N > 0 {
		return handout.Sizes(n, v.N), nil
	}
	whole := n
	if v.Bytes {
		whole = bytes
	}
	if (whole-1)/v.Each >= mostParts {
		return nil, fmt.Errorf("there would be more than %s parts of %d", label.Number(mostParts), v.Each)
	}
	if v.Bytes {
		parts := min((bytes+v.Each-1)/v.Each, n)
		return handout.Sizes(n, int(max(parts, 1))), nil
	}
	for ; n > v.Each; n -= v.Each {
		all = append(all, v.Each)
	}
	return append(all, n), nil
}

// SetEach sets how much each part has: a number of records such as 1000, or a size such as 64MB.
func (v *Cut) SetEach(text string) (err error) {
	if v.Each, err = strconv.ParseInt(text, 10, 64); err != nil {
		v.Bytes = true
		v.Each, err = frame.ParseSize(text)
	}
	if err != nil || v.Each < 1 {
		return errors.New("it is neither a number of lines from 1 on nor a size such as 64MB")
	}
	return nil
}

// mostParts is as many files as a file system likes in one directory.
const mostParts = 1_000_000

// Set sets the number of parts.
func (v *Cut) Set(text string) error {
	if err := (*frame.AtLeastOne)(&v.N).Set(text); err != nil {
		return err
	}
	if v.N > mostParts {
		return fmt.Errorf("it is too large: there can be at most %s parts", label.Number(mostParts))
	}
	return nil
}

// SetOne sets the one part that there is, and how many it is of, to those of a text such as 3/8.
func (v *Cut) SetOne(text string) error {
	k, n, _ := strings.Cut(text, "/")
	if (*frame.AtLeastOne)(&v.Only).Set(k) != nil || v.Set(n) != nil || v.Only > v.N {
		return errors.New("it is not K/N with K from 1 to N, such as 3/8")
	}
	return nil
}
