package audit

import (
	"fmt"
	"slices"
)

// A BrokenError reports a deal that no shuffle of the items can produce, or an item that cannot come in an [Order].
type BrokenError struct {
	Number int64  `json:"number"` // of the deal, from 1; 0 for an item
	Deal   []int  `json:"deal"`   // as it was observed
	Reason string `json:"reason"` // what is wrong with it
}

func (e *BrokenError) Error() string {
	if e.Number == 0 {
		return "audit: " + e.Reason
	}
	return fmt.Sprintf("audit: deal %d is broken: %s", e.Number, e.Reason)
}

// doubled reports whether an item comes twice.
func (e *BrokenError) doubled() bool {
	items := slices.DeleteFunc(slices.Clone(e.Deal), func(x int) bool { return x < 0 })
	slices.Sort(items)
	return len(slices.Compact(items)) < len(items)
}
