package record

import "errors"

// A Missing says what becomes of a record without a value: one of its columns is empty, or null in JSON. A column
// or field that the record does not have is empty, too, but with MissingUnset, for weights, and if no record has it, it
// is an error.
type Missing int

const (
	MissingUnset Missing = iota // it stands alone; but where a record has not even the column, that is an error
	MissingOwn                  // it stands alone, also where a record has not even the column
	MissingOne                  // an empty text is a value like others, which records can have in common
	MissingDrop                 // it is none of the records; like one that is to be unique, it must not be long
	MissingError                // it is an error
)

// Set sets the rule that a text names.
func (m *Missing) Set(text string) error {
	*m = map[string]Missing{"own": MissingOwn, "one": MissingOne, "drop": MissingDrop, "error": MissingError}[text]
	if *m == MissingUnset {
		return errors.New("it is none of own, one, drop and error")
	}
	return nil
}
