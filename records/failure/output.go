package failure

import (
	"fmt"

	"github.com/yates-shuffle/yates/internal/label"
)

// A ReplaceError reports an output that can be written but not replaced: because of its folder, because it is a
// mount point, or because its owner or attributes would be lost. Overwriting it avoids that.
type ReplaceError struct{ Err error }

func (e *ReplaceError) Error() string { return "it cannot be replaced: " + e.Err.Error() }

// Unwrap returns e.Err.
func (e *ReplaceError) Unwrap() error { return e.Err }

// A PartlyError reports that only some of several outputs are in their places, and cannot be taken back.
type PartlyError struct {
	Err    error
	Placed []string // their names
}

func (e *PartlyError) Error() string {
	if n := len(e.Placed); n > 1 {
		return fmt.Sprintf("%v; %d files, from %s to %s, are in their places already", e.Err, n,
			label.Name(e.Placed[0]), label.Name(e.Placed[n-1]))
	}
	return fmt.Sprintf("%v; %s is in its place already", e.Err, label.Name(e.Placed[0]))
}

// Unwrap returns e.Err.
func (e *PartlyError) Unwrap() error { return e.Err }
