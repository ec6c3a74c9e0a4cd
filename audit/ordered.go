package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/internal/label"
)

// Ordered is what a report says of long orders. Where else the report counts deals, it counts items.
type Ordered struct {
	Epochs int    `json:"epochs"`
	Losses []Loss `json:"losses,omitempty"`

	Equal int `json:"equal,omitempty"` // items that are equal to others; see [OrderOptions]

	// Epoch is the one with the most evidence of those that are not earlier ones again; all else is about it. Like is
	// which are, if any, and what it is like, the clearest first; nothing is said of an epoch without some of its
	// items. FirstTenth is the share of the first tenth of the data in the first tenth of the order. Mixed is the size
	// of the buffer that mixes as well as the order is mixed at most, by the evidence.
	Epoch      int        `json:"epoch"`
	Like       []Likeness `json:"like,omitempty"`
	FirstTenth float64    `json:"first_tenth,omitempty"`
	Mixed      float64    `json:"mixed"`

	Foreseen *Foreseen `json:"foreseen,omitempty"` // only from [Order.Conclude], where nothing was found
}

// A Loss is what is wrong with the items of an epoch.
type Loss struct {
	Kind   string    `json:"kind"` // lost, doubled or unknown
	Epoch  int       `json:"epoch"`
	Number int64     `json:"number"`          // of times that items came so, or of items that did not come
	First  []Example `json:"first,omitempty"` // of them, by their names
}

// Kinds of losses.
const (
	lost    = "lost"    // items did not come
	doubled = "doubled" // items came again
	unknown = "unknown" // what came is none of the items
)

// An Example is an item, and how often it came so.
type Example struct {
	Item  string `json:"item"`
	Times int    `json:"times"`
}

// Foreseen is what would have been found in at least 95 of 100 audits.
type Foreseen struct {
	Buffer float64 `json:"buffer"` // shuffle buffers of up to this share of the items
	Shards int     `json:"shards"` // shards in random order, of 2 to so many items; 0 for none
}

// most is how many examples there are of a loss, and how many losses are in words.
const most = 8

// add counts an item that has a name.
func (l *Loss) add(name string) {
	l.Number++
	switch i := slices.IndexFunc(l.First, func(e Example) bool { return e.Item == name }); {
	case i >= 0:
		l.First[i].Times++
	case len(l.First) < most:
		l.First = append(l.First, Example{name, 1})
	}
}

// A Likeness is something that an order is like.
type Likeness struct {
	Kind string `json:"kind"` // as schema.json of package view lists them
	Text string `json:"text"`

	// Size is its size in items, or another number, if it has one. It is between Low and High in 19 of 20 cases, if
	// those are not 0.
	Size float64 `json:"size,omitempty"`
	Low  float64 `json:"low,omitempty"`
	High float64 `json:"high,omitempty"`

	mend string // what made it, if a law says that
}

// Broken says what is lost or the like, each without a full stop.
func (o *Ordered) Broken() (all []string) {
	says := map[string][2]string{lost: {"item", "did not come"}, doubled: {"time", "an item came again"},
		unknown: {"item", "came from elsewhere"}}
	for _, l := range o.Losses[:min(len(o.Losses), most)] {
		text := strings.ToUpper(l.Kind)
		if o.Epochs > 1 {
			text += fmt.Sprint(" in epoch ", l.Epoch)
		}
		text += fmt.Sprintf(": %s %s", label.Plural(l.Number, says[l.Kind][0]), says[l.Kind][1])
		more := l.Number
		for i, e := range l.First {
			text += []string{": ", ", "}[min(i, 1)] + label.Clean(e.Item, label.Longest)
			if e.Times > 1 {
				text += fmt.Sprintf(" (%d times)", e.Times)
			}
			more -= int64(e.Times)
		}
		if more > 0 && l.First != nil {
			text += fmt.Sprintf(" and %s more", label.Number(more))
		}
		all = append(all, text)
	}
	if more := len(o.Losses) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("and %d more such lines", more))
	}
	return all
}

// seen says how much of the orders of n items was read.
func (o *Ordered) seen(read int64, n int) string {
	items := label.Plural(n, "item")
	switch {
	case o.Epochs > 1:
		return fmt.Sprintf("%d epochs of %s", o.Epochs, items)
	case read < int64(n):
		return fmt.Sprintf("%s of an order of %s", label.Number(read), items)
	}
	return "one order of " + items
}

// Says says what would have been found, without a full stop; "" if nothing would.
func (f *Foreseen) Says() string {
	var all []string
	if f.Buffer > 0 {
		all = append(all, fmt.Sprintf("shuffle buffers of up to %v%% of the items", 100*f.Buffer))
	}
	if f.Shards > 0 {
		all = append(all, fmt.Sprintf("shards of 2 to %s in random order", label.Plural(f.Shards, "item")))
	}
	return strings.Join(all, ", ")
}
