package audit

import "github.com/yates-shuffle/yates/audit/internal/bets"

// A Repeat is a deal that repeats an earlier one, or a part of it.
type Repeat struct {
	Deal    int64 `json:"deal"`              // from 1
	Earlier int64 `json:"earlier,omitempty"` // the first deal that had the same; 0 if it is not among the first 2³² − 1

	// From and To are the places, [From, To), that are the same; 0 and the number of places
	// for a whole deal.
	From  int   `json:"from"`
	To    int   `json:"to"`
	Items []int `json:"items"` // at these places, at most the first 64
}

// MostRepeats is the number of repeats that a report lists at most of whole deals, and of
// their first and their last places: 8. Each takes at most 64 items.
const MostRepeats = bets.MostRepeats
