package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/yates-shuffle/yates/records"
)

// hinted adds to an error of package records what to type about it.
func hinted(err error) error {
	hint := hintFor(err)
	if out, ok := errors.AsType[*outputError](err); ok {
		err = out // which file it was is said once
		if hint == "" {
			hint = out.hint()
		}
	}
	if hint != "" {
		return fmt.Errorf("%w; %s", err, hint)
	}
	return err
}

// hintFor returns what to type about an error, or "".
func hintFor(err error) string {
	if _, ok := errors.AsType[*records.MemoryError](err); ok {
		return "use more --memory, or a smaller sample"
	}
	if e, ok := errors.AsType[*records.TempError](err); ok && e.Op == "writing" {
		where := "with more room"
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
			where = "that can be written to"
		}
		return "use --tmp DIR for a directory " + where + ", or more --memory"
	}
	if e, ok := errors.AsType[*records.QuoteError](err); ok && e.Within > 0 {
		return "a longer field needs more --memory, 16 times its size"
	}
	if e, ok := errors.AsType[*records.UnreadableError](err); ok {
		return unreadableHint(e)
	}
	if _, ok := errors.AsType[*records.NotPackedError](err); ok {
		return "--raw takes it as it is"
	}
	if e, ok := errors.AsType[*records.WindowError](err); ok {
		if e.Most {
			return "decompress it with zstd -dc --long=31, and give that as standard input"
		}
		return "use more --memory (for one file 1G is always enough)"
	}
	if _, ok := errors.AsType[*records.HeaderError](err); ok {
		return "without --header it is shuffled like other lines"
	}
	if _, ok := errors.AsType[*records.MountError](err); ok {
		return "a mount point cannot be replaced: write to another file, or to standard output with > FILE"
	}
	return ""
}

func unreadableHint(e *records.UnreadableError) string { return "--raw takes it as it is" }
