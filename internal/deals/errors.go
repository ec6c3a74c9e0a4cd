package deals

import "fmt"

// An Error is a fault of deals that the user can fix by saying more about them. The
// caller adds how.
type Error struct {
	Fault Fault
	text  string
}

func (e *Error) Error() string { return e.text }

func fault(f Fault, format string, args ...any) error { return &Error{f, fmt.Sprintf(format, args...)} }

// A Fault is a kind of [Error].
type Fault int

const (
	PartOrOwn Fault = iota // the first deal has another number of items: it may be a part of them, or have its own
	Part                   // a deal has fewer than all items: it may be a part of them
	Foreign                // an item is not among those named or learned
	Own                    // an item of the first deal is not among those given to the source
	TooFew                 // too few deals to learn the items
	TooMany                // too many items to learn
	Lengths                // deals have different numbers of items
	Late                   // a deal did not come in time
)
