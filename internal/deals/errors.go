package deals

import "fmt"

// An Error is a fault of deals that the user can fix by saying more about them. The
// caller adds how.
type Error struct {
	Fault Fault
	text  string

	// of Column, Label, Twice and Decks: where, counted from 1, and of how many; of Short: the
	// shortest; of Unseen: the first
	Column, Columns int
}

func (e *Error) Error() string { return e.text }

func fault(f Fault, format string, args ...any) error {
	return &Error{Fault: f, text: fmt.Sprintf(format, args...)}
}

// A Fault is a kind of [Error].
type Fault int

const (
	PartOrOwn    Fault = iota // the first deal has another number of items: it may be a part of them, or have its own
	Other                     // nothing that more words could fix
	SeveralOrOwn              // the first deal has more items: it may be several deals, or have its own
	Foreign                   // an item is not among those named or learned
	Own                       // an item of the first deal is not among those given to the source
	TooFew                    // too few deals to learn the items
	TooMany                   // too many items to learn
	Lengths                   // deals have different numbers of items
	Late                      // a line did not come in time
	Endless                   // a run did not end in time
	TooMuch                   // a run printed too much
	Heading                   // the first deal looks like a heading
	Column                    // a column is not of items
	Label                     // a word is at the same place in all deals
	Twice                     // an item comes twice in a deal
	Decks                     // a card does, or a deal has more than all cards
	Short                     // a deal has fewer items than the first that are audited
	Unseen                    // deals do not show the same places
)
