package audit

import (
	"fmt"
	"strings"

	"github.com/yates-shuffle/yates/internal/label"
)

// Ordered is what a report says of long orders. Where else the report counts deals, it counts items.
type Ordered struct {
	Epochs  int   `json:"epochs"`
	Lost    Count `json:"lost"`
	Doubled Count `json:"doubled"`
	Shared  Count `json:"shared"`  // read by two ranks
	Unknown Count `json:"unknown"` // what is none of the items

	Equal int `json:"equal,omitempty"` // items that are equal to others; see [OrderOptions]

	// Epoch is the one with the most evidence, which all else is about. Like is what it is like, the clearest first.
	// FirstTenth is the share of the first tenth of the data in the first tenth of the order. Mixed is the size of the
	// buffer that the order is as good as at most, by the evidence.
	Epoch      int        `json:"epoch"`
	Like       []Likeness `json:"like,omitempty"`
	FirstTenth float64    `json:"first_tenth"`
	Mixed      float64    `json:"mixed"`

	Foreseen *Foreseen `json:"foreseen,omitempty"` // only from [Order.Conclude], where nothing was found
}

// A Count is a number of items, and the first of them.
type Count struct {
	Number int64 `json:"number"`
	First  []int `json:"first,omitempty"`
}

// Foreseen is what would have been found in at least 95 of 100 audits.
type Foreseen struct {
	Buffer float64 `json:"buffer"` // shuffle buffers of up to this share of the items
	Shards int     `json:"shards"` // shards in random order, of 2 to so many items; 0 for none
}

const mostExamples = 8

func (c *Count) add(item int) {
	if c.Number++; len(c.First) < mostExamples {
		c.First = append(c.First, item)
	}
}

// broken returns how many items are not as they should be.
func (o *Ordered) broken() int64 {
	return o.Lost.Number + o.Doubled.Number + o.Shared.Number + o.Unknown.Number
}

// A Likeness is something that an order is like.
type Likeness struct {
	Kind LikenessKind `json:"kind"`
	Text string       `json:"text"`

	// Size is its size in items, or another number, if it has one. It is between Low and High in 19 of 20 cases, if
	// those are not 0.
	Size float64 `json:"size,omitempty"`
	Low  float64 `json:"low,omitempty"`
	High float64 `json:"high,omitempty"`
}

// A LikenessKind is what makes an order like this.
type LikenessKind string

const (
	LikeUnmoved  LikenessKind = "unmoved"  // nothing was shuffled
	LikeRotated  LikenessKind = "rotated"  // or only where it begins
	LikeReversed LikenessKind = "reversed" // or only the direction
	LikePieces   LikenessKind = "pieces"   // of the old order
	LikeStep     LikenessKind = "step"     // the same from item to item
	LikeTurns    LikenessKind = "turns"    // which parts of the data take
	LikeBlocks   LikenessKind = "blocks"   // one after the other, each shuffled, so that no item is far from its place
	LikeBuffer   LikenessKind = "buffer"   // of a stream, which gives any of what it holds
	LikeShards   LikenessKind = "shards"   // blocks in random order
	LikeSorted   LikenessKind = "sorted"   // within runs
	LikeParts    LikenessKind = "parts"    // of the data, which come one after the other
	LikeUneven   LikenessKind = "uneven"   // choices among what remains
	LikeSteps    LikenessKind = "steps"    // from item to item, which follow from each other
	LikeEarly    LikenessKind = "early"    // what is early in the data is early in the order
	LikeBefore   LikenessKind = "before"   // an order of the epoch before: what follows is said in terms of that
)

// losses says how many items are lost, doubled or unknown, with the first.
func (o *Ordered) losses(name func(item int) string) string {
	var all []string
	for _, c := range []struct {
		Count
		word, says string
	}{
		{o.Lost, "LOST", "did not come"}, {o.Doubled, "DOUBLED", "came again"},
		{o.Shared, "SHARED", "came again from another rank"},
		{o.Unknown, "UNKNOWN", "came from elsewhere"},
	} {
		if c.Number == 0 {
			continue
		}
		text := fmt.Sprintf("%s: %s %s", c.word, label.Plural(c.Number, "item"), c.says)
		for i, x := range c.First {
			text += []string{": ", ", "}[min(i, 1)] + label.Clean(name(x), label.Longest)
		}
		if more := c.Number - int64(len(c.First)); more > 0 && c.First != nil {
			text += fmt.Sprintf(" and %s more", label.Number(more))
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
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

// Resembles says what the order is like, without a full stop; "" if there is no alarm.
func (o *Ordered) Resembles() string {
	var all []string
	for _, l := range o.Like {
		all = append(all, l.Text)
	}
	return strings.Join(all, "; ")
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
