package engine

import (
	"strings"

	"github.com/yates-shuffle/yates/records/failure"
)

// A Conflict says what a thing excludes: both are fields of [Options] or, of what is shuffled and how, "Integers"
// and "Draws".
type Conflict struct{ Thing, Excludes string }

const columns = "GroupBy StratifyBy UniqueBy ApartBy ByKey Weight"

// What only records that are text have; samples of tars have columns, too.
const (
	text   = "NUL CSV Lines Start Paragraphs JSON Header HeaderLike Delimiter Table "
	noText = text + columns
)

// Conflicts are all things that do not go together.
var Conflicts = []Conflict{
	{"JSON", "CSV Lines Start Paragraphs Header HeaderLike Delimiter"},
	{"CSV", "Lines Start Paragraphs NUL"},
	{"Lines", "Start Paragraphs"},
	{"Paragraphs", "Start"},
	{"HeaderLike", "Header"},
	{"Tar", "TFRecord Draws Weight " + text},
	{"TFRecord", noText},
	{"Size", "Tar TFRecord " + noText},
	{"Integers", "Size CSV Lines Start Paragraphs JSON Tar TFRecord Header HeaderLike Delimiter Unique " + columns},
	{"Unique", "UniqueBy"},
	{"Skip", "Draws StratifyBy Parts"},
	{"StratifyBy", "Head"},
	{"ApartBy", "Weight StratifyBy"},
	{"Weight", "StratifyBy"},
	{"ByKey", "GroupBy StratifyBy Draws"},
	{"Shares", "GroupBy Draws"},
	{"Draws", "GroupBy Unique UniqueBy Parts"},
}

// conflict returns an error if things that do not go together are asked for.
func conflict(asked func(thing string) bool) error {
	for _, c := range Conflicts {
		for other := range strings.FieldsSeq(c.Excludes) {
			if asked(c.Thing) && asked(other) {
				return &failure.ConflictError{A: c.Thing, B: other}
			}
		}
	}
	return nil
}
