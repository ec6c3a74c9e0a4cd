// Package failure has the errors of packages records and outfile that a program may want to handle. Each names
// what it is about, and errors.As finds it.
package failure

import (
	"errors"
	"fmt"

	"github.com/yates-shuffle/yates/internal/label"
)

// ErrLargeRange is the error of an order of more than 2³² integers. A head of them is a sample, which can be had.
var ErrLargeRange = errors.New("more than 2³² integers cannot be shuffled")

// ErrNoRecords is the error of draws from no records.
var ErrNoRecords = errors.New("there are no records to draw from")

// A ConflictError reports two things that were asked for and do not go together, such as "TFRecord" and "Groups".
type ConflictError struct{ A, B string }

func (e *ConflictError) Error() string { return e.A + " does not go with " + e.B }

// A RecordError reports that record number Record of all sources, counted from 1, cannot be used. Err says why:
// a [KeyError], a [WeightError], an [AbsentError] or [ErrBlank], for example.
type RecordError struct {
	Record int64
	Err    error
}

func (e *RecordError) Error() string { return fmt.Sprintf("record %d: %v", e.Record, e.Err) }

// Unwrap returns e.Err.
func (e *RecordError) Unwrap() error { return e.Err }

// A WeightError reports that the text of a weight cannot be used, and why.
type WeightError struct {
	Text string
	Err  error
}

func (e *WeightError) Error() string { return fmt.Sprintf("the weight is %q: %v", e.Text, e.Err) }

// Unwrap returns e.Err.
func (e *WeightError) Unwrap() error { return e.Err }

// An ApartError reports that records cannot be kept apart: Count of them have the Value, of which at most Fit can stand
// between the others with Run in a row. Or, if Count is 0, there are more than Fit, which are too many to be counted.
type ApartError struct {
	Value           string
	Count, Fit, Run int
}

func (e *ApartError) Error() string {
	if e.Count == 0 {
		return fmt.Sprintf("there are more than %s records, too many to keep apart", label.Number(int64(e.Fit)))
	}
	return fmt.Sprintf("%s records have the value %q, but at most %s fit between the others, %d in a row",
		label.Number(int64(e.Count)), e.Value, label.Number(int64(e.Fit)), e.Run)
}

// A DelimiterError reports that columns were asked for, and no record has more than one.
type DelimiterError struct{ Delimiter byte }

func (e *DelimiterError) Error() string {
	return fmt.Sprintf("no record has the delimiter %q, so each is one column", e.Delimiter)
}

// An AbsentError reports What a record, or each of them, does not have, in a [RecordError], or the header of a source,
// in a [SourceError]: a column, a field of JSON, or a value in it.
type AbsentError struct{ What string }

func (e *AbsentError) Error() string { return "there is no " + e.What }

// ErrBlank is the error of a record that is a blank line, where it must have columns.
var ErrBlank = errors.New("it is a blank line")

// ErrObject is the error of columns of a line that begins as a JSON object does, if the format is not JSON.
var ErrObject = errors.New("it begins with {, as JSON does")

// ErrJSON is the error of a line that is not one JSON object, or whose JSON is broken, if the format is JSON.
var ErrJSON = errors.New("it is not one valid JSON object")
