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
	{"Tar", "TFRecord Draws InStep Weight " + text},
	{"TFRecord", "InStep " + noText},
	{"Megatron", "Tar TFRecord Draws Skip InStep " + noText},
	{"Size", "Tar TFRecord Megatron Array " + noText},
	{"Array", "Tar TFRecord Megatron InStep SkipBytes " + noText},
	{"Integers", "Megatron Size Array CSV Lines Start Paragraphs JSON Tar TFRecord Header HeaderLike Delimiter Unique " +
		"InStep " + columns},
	{"Unique", "UniqueBy"},
	{"Skip", "Draws StratifyBy Parts InStep"},
	{"StratifyBy", "Head"},
	{"ApartBy", "Weight StratifyBy"},
	{"Weight", "StratifyBy"},
	{"ByKey", "GroupBy Draws"},
	{"Draws", "GroupBy Unique UniqueBy Parts InStep"},
	{"Machines", "Tar TFRecord Megatron Size Array Unique InStep Skip " + columns},
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
