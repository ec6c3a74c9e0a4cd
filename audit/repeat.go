package audit

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
