// Package ask has what a shuffle may be asked for: a format, a rule and a sink. Its table is the only list of what goes
// with what; the engine, package records and the command take their errors from it.
package ask

import (
	"github.com/yates-shuffle/yates/records/failure"
)

// Things are some of the things that can be asked for.
type Things uint32

// Formats say what the records are. There is one; Lines if nothing else is asked for.
const (
	Lines Things = 1 << iota
	CSV
	JSON
	Sections
	Paragraphs
	Tar
	TFRecord
	Fixed
	Integers
	Words

	// Details of formats.
	NUL
	Header
	Delimiter

	// Rules say which order is asked for: one, or none for the plain order of all records.
	Groups
	Classes // of records, or of groups
	ByKey   // is the order
	Parted  // by key
	Unique
	UniqueBy
	Apart
	Weights
	Repeat // is with replacement
	Draws  // are those of an urn

	// Sinks say where the records go.
	Head
	Skip
	Parts // of an order: shares, or a number of equal ones
	Sized // parts
	Shard // is one of the equal parts
)

// names are those of package records, if it has the thing.
var names = map[Things]string{
	Lines: "Lines", CSV: "CSV", JSON: "JSON", Sections: "Sections", Paragraphs: "Paragraphs", Tar: "Tar",
	TFRecord: "TFRecord", Fixed: "Fixed", Integers: "Integers", Words: "Words", NUL: "NUL", Header: "Header",
	Delimiter: "Delimiter", Groups: "Groups", Classes: "Classes", ByKey: "ByKey", Parted: "Parted", Unique: "Unique",
	UniqueBy: "Unique.By", Apart: "Apart", Weights: "weights", Repeat: "Repeat", Draws: "Repeat", Head: "Head",
	Skip: "Skip", Parts: "WriteParts", Sized: "Sized", Shard: "Shard",
}

// What is of one kind excludes each other, unless the table says that two go together.
const (
	formats = NUL - 1
	details = NUL | Header | Delimiter
	Rules   = Head - Groups
	sinks   = 2*Shard - Head

	ByColumns = Rules &^ (Unique | Repeat | Draws) // the rules that need columns
)

// A pairing says which of the things that stand below one in the list above go with it; with what has none, all do.
type pairing struct{ thing, with Things }

var table = []pairing{
	{Lines, details | Rules | sinks},
	{CSV, Header | Delimiter | Rules | sinks},
	{JSON, NUL | Rules | sinks},
	{Sections, details | Rules | sinks},
	{Paragraphs, details | Rules | sinks},
	{Tar, Rules&^(Apart|Weights|Repeat|Draws) | sinks},
	{TFRecord, Rules&^ByColumns | sinks},
	{Fixed, Rules&^ByColumns | sinks},
	{Integers, NUL | Repeat | Draws | sinks},
	{Words, NUL | Repeat | Draws | sinks},

	{Groups, Classes | sinks},
	{Classes, Draws | Repeat | Parts},
	{ByKey, Head | Skip | Parts},
	{Unique, sinks},
	{UniqueBy, sinks},
	{Apart, Draws | Head},
	{Weights, Draws | Repeat | Head},
	{Repeat, Draws | Head},
	{Draws, Head},

	{Head, Skip | Parts},
	{Skip, Shard},
	{Parts, 0}, {Sized, 0}, {Shard, 0},
	{Parted, Parts | Shard}, // of which --shard and others exclude each other above
}

// Excluded returns the things above which exclude one, whatever else is asked for.
func (t Things) Excluded() (all Things) {
	for _, r := range table {
		if below := ^(2*r.thing - 1); r.thing&t != 0 {
			all |= below &^ r.with
		} else if t&below&^r.with != 0 {
			all |= r.thing
		}
	}
	return all & (formats | details | Rules | sinks)
}

// Conflict returns two of the things that exclude each other, or none.
func (t Things) Conflict() (a, b Things) {
	for _, r := range table {
		if bad := t & ^(2*r.thing - 1) &^ r.with; t&r.thing != 0 && bad != 0 {
			return r.thing, bad & -bad
		}
	}
	return 0, 0
}

// Check returns an error if two of the things exclude each other.
func (t Things) Check() error {
	if a, b := t.Conflict(); a != 0 {
		return &failure.ConflictError{A: a.String(), B: b.String()}
	}
	return nil
}

// String returns the name of a single thing, or of the first.
func (t Things) String() string {
	if t == 0 {
		return "nothing"
	}
	return names[t&-t]
}

// Alike reports whether two things are of one kind: two formats, two rules, or two sinks.
func Alike(a, b Things) bool {
	for _, kind := range []Things{formats, Rules, sinks &^ (Head | Skip)} {
		if a&kind != 0 && b&kind != 0 {
			return true
		}
	}
	return false
}
