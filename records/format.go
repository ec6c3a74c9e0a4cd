package records

import (
	"errors"

	"github.com/yates-shuffle/yates/records/internal/record"
)

// newFormat returns what the options say that a record is.
func newFormat(opt Options) (f record.Format, err error) {
	f = record.Format{Sep: separator(opt.NUL), Count: max(opt.Lines, 1)}
	switch {
	case opt.Lines < 0 || opt.Header < 0:
		return f, errors.New("lines and header must not be negative")
	case opt.Lines > 0 && opt.CSV, opt.Lines > 0 && opt.Start != nil, opt.CSV && opt.Start != nil:
		return f, errors.New("a record is CSV rows, so many lines, or begins at a line that matches: one of the three")
	case opt.CSV && opt.NUL:
		return f, errors.New("CSV rows end with a line feed, not NUL")
	case opt.CSV:
		f.Unit = record.Row
	case opt.Start != nil:
		f.Unit, f.Start = record.Started, record.NewMatcher(opt.Start)
	}
	return f, nil
}
