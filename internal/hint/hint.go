// Package hint has what to do about the errors of package records, in words.
package hint

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/yates-shuffle/yates/records"
)

// For returns what to do about an error, in words, or "".
func For(err error) string {
	if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
		return "see ulimit -n"
	}
	if isA[*records.MemoryError](err) {
		return "use more --memory, or a smaller sample"
	}
	if e, ok := errors.AsType[*records.TempError](err); ok && e.Op == "writing" {
		where := "with more room"
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
	if isA[*records.UniqueError](err) || isA[*records.StrataError](err) || isA[*records.WeightsError](err) || isA[*records.LongError](err) {
		return "use more --memory"
	}
	if isA[*records.KeyError](err) {
		return "use more --memory, of which they may take a sixteenth"
	}
	if isA[*records.WindowError](err) {
		return "use more --memory (for one file 1G is enough, unless its window has more than 128 MiB)"
	}
	if isA[*records.HeaderError](err) {
		return "without --header, headers are lines like others"
	}
	if isA[*records.ReplaceError](err) {
		return "--overwrite writes into the file itself, which an error then damages"
	}
	return ""
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// With adds a hint to an error, unless it is empty.
func With(err error, hint string) error {
	if hint == "" {
		return err
	}
	return fmt.Errorf("%w; %s", err, hint)
}
