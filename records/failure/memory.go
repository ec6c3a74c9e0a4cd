package failure

import (
	"fmt"

	"github.com/yates-shuffle/yates/internal/label"
)

// A MemoryError reports a result that needs more memory than is allowed.
type MemoryError struct {
	What          string
	Need, Allowed uint64 // bytes
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("%s needs %d MiB of memory", e.What, (e.Need-1)>>20+1)
}

// A TooManyError reports that there are more than Most of What, the limit for the memory allowed.
type TooManyError struct {
	What string // such as "samples", "different records", "classes" or "records with weights"
	Most int
}

func (e *TooManyError) Error() string {
	return fmt.Sprintf("there are more than %s %s, for which the memory does not suffice", label.Number(int64(e.Most)),
		e.What)
}

// A KeyError reports that the columns of a record, or its line of JSON, do not end within its first Most bytes,
// which the memory allowed can hold.
type KeyError struct{ Most int64 }

func (e *KeyError) Error() string {
	return "its columns, or its JSON, do not end within its first " + sizeText(e.Most)
}

// A LongError reports a record of more than Most bytes, which is too long to compare or mix with others in the
// memory allowed.
type LongError struct{ Most int64 }

func (e *LongError) Error() string {
	return fmt.Sprintf("a record of more than %s is too long to be compared or mixed with others", sizeText(e.Most))
}

func sizeText(n int64) string {
	const mib = 1 << 20
	if n < mib {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d MiB", n/mib)
}

// A TempError is an error of the temporary file, in the directory Dir.
type TempError struct {
	Op  string // "writing", "reading" or "closing"
	Dir string
	Err error
}

func (e *TempError) Error() string {
	return e.Op + " a temporary file in " + label.Name(e.Dir) + ": " + e.Err.Error()
}

// Unwrap returns e.Err.
func (e *TempError) Unwrap() error { return e.Err }
