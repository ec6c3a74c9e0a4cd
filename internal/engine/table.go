package engine

import (
	"errors"
	"fmt"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/records/failure"
)

// ErrTorn is the error of a line that is only the front of a row; see Options.Table.
var ErrTorn = errors.New("its last field has a quotation mark that is not closed, so the row goes on in the next line")

// A table is what separates the columns of a table whose rows are lines, or 0.
type table byte

// torn returns an error if one of the records, of so many lines, is torn; number is that of the first one, from 0
// on.
func (t table) torn(number int64, data []byte, starts []uint32, lines int) error {
	if t == 0 {
		return nil
	}
	f := &record.Format{Sep: '\n', Unit: record.Row, Count: lines, Delimiter: byte(t)}
	if i := f.Torn(data, starts); i >= 0 {
		return &failure.RecordError{Record: number + int64(i) + 1, Err: ErrTorn}
	}
	return nil
}

// tornHeader is torn for a header, if there is one above n records.
func (t table) tornHeader(header []byte, lines int, n int64) error {
	if lines > 0 && n > 0 && t.torn(0, header, []uint32{0}, lines) != nil {
		return fmt.Errorf("the header: %w", ErrTorn)
	}
	return nil
}
