package engine

import (
	"strings"

	"github.com/yates-shuffle/yates/records/failure"
)

// A Conflict says what a thing excludes: both are fields of [Options] or, of what is shuffled and how, "Integers",
// "Draws" and "Machines".
type Conflict struct{ Thing, Excludes string }

const columns = "GroupBy StratifyBy UniqueBy ApartBy Weight"

// What only records that are text have; samples of tars have columns, too.
const (
	text   = "NUL CSV Lines Start JSON Header Delimiter Table "
	noText = text + columns
)

// Conflicts are all things that do not go together.
var Conflicts = []Conflict{
	{"JSON", "CSV Lines Start Header Delimiter"},
	{"CSV", "Lines Start NUL"},
	{"Lines", "Start"},
	{"Tar", "TFRecord Draws Weight " + text},
	{"TFRecord", noText},
	{"Size", "Tar TFRecord " + noText},
	{"Integers", "Size CSV Lines Start JSON Tar TFRecord Header Delimiter Unique " + columns},
	{"Unique", "UniqueBy"},
	{"Skip", "Draws StratifyBy Parts"},
	{"StratifyBy", "Head"},
	{"ApartBy", "Weight StratifyBy"},
	{"Weight", "StratifyBy"},
	{"ByKey", "GroupBy Draws"},
	{"Draws", "GroupBy Unique UniqueBy Parts"},
	{"Machines", "Tar TFRecord Size Unique Skip " + columns},
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
