package app

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/label"
)

// A listView is what the page shows of a list.
type listView struct {
	Entries  uint64      `json:"entries"`
	Problems []string    `json:"problems"` // the first of each kind
	More     uint64      `json:"more"`     // problems that are not among these
	Kinds    []draw.Kind `json:"kinds"`
	Tidy     bool        `json:"tidy"` // whether tidying the list changes it
}

// mostShown is how many problems of a kind the page shows.
const mostShown = 5

// look reads a list and finds what "yates draw check" finds.
func look(_ *Session, _ struct{}, texts [][]byte) (any, []byte, error) {
	text := given(texts, 0)
	list, err := draw.Check(bytes.NewReader(text), nil)
	if err != nil {
		return nil, nil, err
	}
	v := &listView{Entries: list.Count, Kinds: list.Found(),
		Tidy: len(list.Problems) > 0 && !bytes.Equal(tidied(text, &tidyView{}), text)}
	v.Problems, v.More = problemsOf(list)
	return v, nil, nil
}

// problemsOf returns the first problems of each kind in a list, and how many more there are.
func problemsOf(list *draw.List) (first []string, more uint64) {
	shown := make(map[draw.Kind]uint64)
	for _, p := range list.Problems {
		if shown[p.Kind]++; shown[p.Kind] <= mostShown {
			first = append(first, label.Escape(fmt.Sprintf("line %d %s", p.Line, p.Reason), ""))
		}
	}
	for kind, n := range list.Counts {
		more += n - min(n, shown[kind], mostShown)
	}
	return first, more
}

// A tidyView counts what tidying did.
type tidyView struct {
	Blank   int `json:"blank"`   // lines that are gone
	Changed int `json:"changed"` // lines that have other spaces or another form of letters
}

// tidy corrects what has one obvious correction. Entries that are equal or look alike
// stay: only people know whether they are one.
func tidy(_ *Session, _ struct{}, texts [][]byte) (any, []byte, error) {
	var v tidyView
	text := tidied(given(texts, 0), &v)
	return &v, text, nil
}

// tidied returns a list without blank lines, and without what is at the edges of lines and
// not seen there. Each line is in normal form C and ends in a line feed. Tabs between columns stay.
func tidied(text []byte, v *tidyView) []byte {
	b := make([]byte, 0, len(text)+1)
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	for line := range bytes.SplitSeq(bytes.TrimSuffix(text, []byte{'\n'}), []byte{'\n'}) {
		if !utf8.Valid(line) {
			b = append(append(b, line...), '\n')
			continue
		}
		columns := strings.Split(norm.NFC.String(string(line)), "\t")
		for i, column := range columns {
			columns[i] = strings.Join(strings.Fields(column), " ")
		}
		switch entry := strings.Trim(strings.Join(columns, "\t"), "\t"); {
		case entry == "":
			v.Blank++
			continue
		case entry != string(line):
			v.Changed++
			fallthrough
		default:
			b = append(append(b, entry...), '\n')
		}
	}
	return b
}
