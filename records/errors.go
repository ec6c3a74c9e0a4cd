package records

import (
	"errors"
	"fmt"

	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/records/internal/commit"
	"github.com/yates-shuffle/yates/records/internal/input"
	"github.com/yates-shuffle/yates/records/internal/spill"
)

// Errors about which a program may have something to say. All of them name what
// they are about; errors.As finds them.
type (
	// A TempError is an error of the temporary file, in the directory Dir.
	TempError = spill.Error
	// A SourceError says what is wrong with the source Name. It may wrap one of those
	// below.
	SourceError = input.SourceError
	// An UnreadableError says that a source is of a kind that is not read: What it
	// is, and the Command that would turn it into text, if there is a usual one.
	UnreadableError = packing.Unreadable
	// A NotPackedError says that a source is not what its name promises.
	NotPackedError = packing.NotError
	// A WindowError says that a zstd file needs more memory than is Allowed, or, if
	// Most is set, than is supported.
	WindowError = packing.WindowError
	// A HeaderError says that the header of a source, Name, is not that of the First
	// one: in its line number Line, Got and not Want.
	HeaderError = input.HeaderError
	// A QuoteError says that a quotation mark, in line number Line of a CSV source,
	// is not closed Within so many bytes, or, if that is 0, at all.
	QuoteError = input.QuoteError
	// A ReplaceError says why an output that may be written cannot be replaced:
	// because of its folder, as a mount point, or because it would not be what it was.
	// OutputOptions.Overwrite is the way then.
	ReplaceError = commit.ReplaceError
	// A PartlyError says that of several outputs some, Placed, are in their places, and
	// the others are not.
	PartlyError = commit.PartlyError
)

// A MemoryError says that a result needs more memory than is allowed.
type MemoryError struct {
	What          string
	Need, Allowed uint64 // bytes
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("%s needs %d MiB of memory", e.What, (e.Need-1)>>20+1)
}

// ErrChanged is the error of replacing an input that has been changed since it was
// opened; see [Output.Guard].
var ErrChanged = commit.ErrChanged

// A KeyError says that the columns of Options.GroupBy, StratifyBy or Weight do not end within the first Most
// bytes of a record, the one number Record from 1 on.
type KeyError struct{ Record, Most int64 }

func (e *KeyError) Error() string {
	return fmt.Sprintf("record %d: its columns do not end within its first %s", e.Record, sizeText(e.Most))
}

func sizeText(n int64) string {
	const mib = 1 << 20
	if n < mib {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d MiB", n/mib)
}

// ErrNoRecords is the error of drawing where there is nothing to draw from.
var ErrNoRecords = errors.New("no records to repeat")
