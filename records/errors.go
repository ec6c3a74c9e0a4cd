package records

import (
	"errors"
	"fmt"

	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/records/internal/archive"
	"github.com/yates-shuffle/yates/records/internal/input"
	"github.com/yates-shuffle/yates/records/internal/record"
	"github.com/yates-shuffle/yates/records/internal/spill"
)

// Errors that a program may want to handle. All of them name what they are about;
// errors.As finds them.
type (
	// A TempError is an error of the temporary file, in the directory Dir.
	TempError = spill.Error
	// A SourceError is an error of the source Name. It may wrap one of the errors
	// below.
	SourceError = input.SourceError
	// An UnreadableError reports a source in an unsupported format. What names the
	// format, and Command is the usual command that turns it into text, or empty.
	UnreadableError = packing.Unreadable
	// A NotPackedError reports a source that is not compressed as its name says.
	NotPackedError = packing.NotError
	// A WindowError reports a zstd file that needs more memory than is Allowed or,
	// if Most is set, than is supported.
	WindowError = packing.WindowError
	// An AbsentError reports a column, or field of JSON, What that a record does not have.
	AbsentError = record.AbsentError
	// A HeaderError reports a source, Name, whose header differs from that of the
	// First one: line number Line is Got, not Want.
	HeaderError = input.HeaderError
	// A TooManyError reports that there are more than Most of What, such as "classes", the
	// limit for the memory allowed.
	TooManyError = archive.TooManyError
	// A QuoteError reports a quotation mark in line number Line of a CSV source that
	// is not closed Within that many bytes or, if Within is 0, at all.
	QuoteError = input.QuoteError
)

// A MemoryError reports a result that needs more memory than is allowed.
type MemoryError struct {
	What          string
	Need, Allowed uint64 // bytes
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("%s needs %d MiB of memory", e.What, (e.Need-1)>>20+1)
}

// A RecordError reports that record number Record of all sources, counted from 1, cannot be
// used. Err is a [KeyError], a [WeightError], [ErrMissing] or an [AbsentError].
type RecordError struct {
	Record int64
	Err    error
}

func (e *RecordError) Error() string { return fmt.Sprintf("record %d: %v", e.Record, e.Err) }

func (e *RecordError) Unwrap() error { return e.Err }

// ErrTorn is the error of a line that is only the front of a row; see Options.Table.
var ErrTorn = errors.New("its last field has a quotation mark that is not closed, so the row goes on in the next line")

// ErrMissing is the error of a record without a value, with MissingError.
var ErrMissing = errors.New("a column is empty that must have a value")

// ErrObject is the error of columns of a line that begins as a JSON object does, without Options.JSON.
var ErrObject = record.ErrObject

// ErrJSON is the error of a line that is not one JSON object, with Options.JSON.
var ErrJSON = record.ErrJSON

// A DelimiterError reports that columns were asked for, and no record has more than one.
type DelimiterError struct{ Delimiter byte }

func (e *DelimiterError) Error() string {
	return fmt.Sprintf("no record has the delimiter %q, so each is one column", e.Delimiter)
}

// A KeyError reports that the columns of Options.GroupBy, StratifyBy or Weight, or the line with Options.JSON, do not
// end within the first Most bytes of a record.
type KeyError struct{ Most int64 }

func (e *KeyError) Error() string {
	return "its columns, or its JSON, do not end within its first " + sizeText(e.Most)
}

func sizeText(n int64) string {
	const mib = 1 << 20
	if n < mib {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d MiB", n/mib)
}

// ErrNoRecords is the error of drawing from no records.
var ErrNoRecords = errors.New("no lines to repeat")
