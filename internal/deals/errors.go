package deals

import "fmt"

// An Error is a fault of the deals that goes away if the reader of them knows more; who
// calls it says how it can be told.
type Error struct {
	Fault Fault
	text  string
}

func (e *Error) Error() string { return e.text }

func fault(f Fault, format string, args ...any) error { return &Error{f, fmt.Sprintf(format, args...)} }

// A Fault is a kind of them.
type Fault int

const (
	PartOrOwn Fault = iota // the first deal has not the items' number: it may be a part of them, or of others
	Part                   // a deal has fewer than all items: it may be a part of them
	Foreign                // an item is none of those that were named or learned
	Own                    // an item is none of those that were given, in the first deal
	TooFew                 // deals, to learn the items from
	TooMany                // items to be learned
	Late                   // a deal did not come in time
)
