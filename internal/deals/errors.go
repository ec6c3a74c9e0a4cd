package deals

import "fmt"

// An Error is a fault of deals that the user can fix by saying more about them. The
// caller adds how.
type Error struct {
	Fault Fault
	text  string
}

func (e *Error) Error() string { return e.text }

func fault(f Fault, format string, args ...any) error {
	return &Error{Fault: f, text: fmt.Sprintf(format, args...)}
}

// A Fault is a kind of [Error].
type Fault int

const (
	PartOrOwn    Fault = iota // the first deal has another number of items: it may be a part of them, or have its own
	SeveralOrOwn              // the first deal has more items: it may be several deals, or have its own
	Foreign                   // an item is not among those named
	Own                       // an item of the first deal is not among those given to the source
	Part                      // an item was not in the first deal, which has one item or too many
	Lengths                   // deals have different numbers of items
	Late                      // a line did not come in time
	Endless                   // a run did not end in time
	TooMuch                   // a run printed too much
	Bracket                   // what begins like a JSON array is none
	Twice                     // an item comes twice in a deal
	Decks                     // a card does, or a deal has more than all cards
	Short                     // a deal has fewer items than the first that are audited
	NoNumber                  // a line of a long order is not a number
	Apart                     // most numbers of a long order did not come
)
