// Package hint has advice on the errors of package records.
package hint

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/yates-shuffle/yates/records"
)

// For returns advice on an error, or "".
func For(err error) string {
	if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
		return "see ulimit -n"
	}
	if _, ok := errors.AsType[*records.MemoryError](err); ok {
		return "use more --memory, or a smaller sample"
	}
	if e, ok := errors.AsType[*records.TempError](err); ok && e.Op == "writing" {
		where := "with more space"
		switch {
		case errors.Is(err, syscall.EFBIG):
			return "see ulimit -f, or use more --memory"
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
			where = "that can be written to"
		}
		return "use --tmp DIR for a directory " + where + ", or more --memory"
	}
	if e, ok := errors.AsType[*records.QuoteError](err); ok && e.Within > 0 {
		return "a longer field needs more --memory, 16 times its size"
	}
	if _, ok := errors.AsType[*records.KeyError](err); ok {
		return "use more --memory, of which the columns may take a sixteenth"
	}
	if _, ok := errors.AsType[*records.WindowError](err); ok {
		return "use more --memory (for one file 1G is enough, unless its window has more than 128 MiB)"
	}
	if _, ok := errors.AsType[*records.HeaderError](err); ok {
		return "without --header, headers are ordinary lines"
	}
	if _, ok := errors.AsType[*records.ReplaceError](err); ok {
		return "--overwrite writes into the file itself, which an error then damages"
	}
	return ""
}

// With appends a hint to an error, unless it is empty.
func With(err error, hint string) error {
	if hint == "" {
		return err
	}
	return fmt.Errorf("%w; %s", err, hint)
}
