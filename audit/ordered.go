package audit

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/yates-shuffle/yates/audit/internal/inside"
	"github.com/yates-shuffle/yates/internal/label"
)

// Ordered is what a report says of long orders. Wherever else the report counts deals, it counts items then.
type Ordered struct {
	Epochs  int   `json:"epochs"`
	Lost    Count `json:"lost"`
	Doubled Count `json:"doubled"`
	Shared  Count `json:"shared"`  // read by two ranks
	Unknown Count `json:"unknown"` // what is none of the items

	// Epoch is the one with the most evidence; all else is about it. Like is what it is like, the clearest first. In
	// the first tenth of the order FirstTenth is the share of the first tenth of the data. Mixed is the size of the
	// buffer that the order is at most as good as: n if nothing was found.
	Epoch      int        `json:"epoch"`
	Like       []Likeness `json:"like,omitempty"`
	FirstTenth float64    `json:"first_tenth"`
	Mixed      float64    `json:"mixed"`
}

// A Count is a number of items, and the first of them.
type Count struct {
	Number int64 `json:"number"`
	First  []int `json:"first,omitempty"`
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

	// Size is its size in items, if it has one, which is between Low and High in 19 of 20 cases.
	Size float64 `json:"size,omitempty"`
	Low  float64 `json:"low,omitempty"`
	High float64 `json:"high,omitempty"`
	Text string  `json:"text"`
}

// A LikenessKind is what makes an order like this.
type LikenessKind string

const (
	LikeUnmoved LikenessKind = "unmoved" // nothing was shuffled
	LikeBuffer  LikenessKind = "buffer"  // of a stream, which gives any of what it holds
	LikeBlocks  LikenessKind = "blocks"  // one after the other, each shuffled
	LikeShards  LikenessKind = "shards"  // the same in random order
	LikeParts   LikenessKind = "parts"   // some parts of the data come in turn
	LikeRuns    LikenessKind = "runs"    // that ascend
	LikeSteps   LikenessKind = "steps"   // from item to item, which follow from each other
	LikeEarly   LikenessKind = "early"   // what is early in the data is early in the order
	LikeUneven  LikenessKind = "uneven"  // choices among what remains
	LikeBefore  LikenessKind = "before"  // the epoch before
)

// Report returns what is known so far. It takes a millisecond.
func (a *Order) Report() *Report {
	now := a.Now()
	o := a.counts
	r := &Report{
		Verdict: NothingFound, Game: Game{Items: a.n, Take: a.n}, Deals: a.read, Alpha: a.options.Alpha,
		Odds:      a.course.odds(now.Log10E * math.Ln10),
		Diagnosis: Diagnosis{Rate: a.options.Rate, Findings: []Finding{}}, BetsVersion: BetsVersion, Ordered: &o,
	}
	o.Epochs = a.epochs
	e := a.now
	if e.number == 0 || a.worst.number > 0 && a.worst.ln > e.ln {
		e = a.worst
	}
	if e.number > 0 {
		o.Epoch, r.Positions = e.number, e.itself.shape.Counts
		o.FirstTenth, _, _ = e.itself.shape.Tenth()
		o.Mixed = math.Round(e.itself.shape.Mixed(e.itself.game.Wager.Ln()))
		r.Bets = e.bets(a.epochs)
	}
	switch broken := o.broken(); {
	case broken > 0:
		r.Verdict, r.BrokenDeals = Broken, broken
		r.Broken = &BrokenError{Number: int64(a.epochs), Reason: o.losses(a.options.Name)}
	case r.AlarmAt > 0:
		r.Verdict = Biased
	}
	if r.AlarmAt > 0 {
		o.Like = e.like()
		all := promised(e.findings(a.epochs), a.options.Rate)
		r.list(all, func() Finding {
			return Finding{Kind: KindTogether, From: FromDeal, Text: "nothing is clear by itself yet: many bets won " +
				"together; more items will tell which is right"}
		})
	}
	if r.Verdict == NothingFound && r.Log10E >= suspicious {
		r.Suspicion = clearest(e.findings(a.epochs))
	}
	if r.Verdict.Alarm() {
		r.Remedy = o.remedy()
	}
	return r
}

// bets lists the players of the epoch, with the shares that are theirs of all epochs.
func (e epoch) bets(epochs int) (all []Bet) {
	add := func(v view, from From, share float64) {
		for _, p := range v.game.Players {
			weight := p.Share * share / float64(epochs)
			all = append(all, Bet{Kind: KindLearned, From: from, Text: p.Name, Rows: 1, Weight: weight,
				Log10E: max((p.Alone.Ln()+math.Log(weight))/math.Ln10, nothingLeft)})
		}
	}
	if e.changed == nil {
		add(e.itself, FromDeal, 1)
		return all
	}
	add(e.itself, FromDeal, 0.5)
	add(*e.changed, FromChange, 0.5)
	return all
}

// findings are what the players found.
func (e epoch) findings(epochs int) (all []Finding) {
	for i, b := range e.bets(epochs) {
		f := Finding{Kind: b.Kind, From: b.From, Index: i, Text: b.Text, Log10E: b.Log10E,
			OwnLog10E: b.Log10E - math.Log10(b.Weight)}
		if b.From == FromChange {
			f.Text = "with the items as their places in the epoch before: " + f.Text
		}
		if f.Log10E > 0 {
			all = append(all, f)
		}
	}
	return all
}

// like says what the epoch is like, the clearest first.
func (e epoch) like() []Likeness {
	if c := e.changed; c != nil && c.game.Wager.Ln() > e.itself.game.Wager.Ln()+math.Log(causeOdds) {
		text := fmt.Sprintf("epoch %d follows from the one before", e.number)
		switch length, _ := c.shape.Runs(); {
		case c.shape.Unmoved():
			text = fmt.Sprintf("epoch %d has the same order as the one before", e.number)
		case c.shape.Turned():
			text = fmt.Sprintf("epoch %d is the one before, rotated", e.number)
		case length > 3:
			text = fmt.Sprintf("epoch %d has runs of the one before, of %s items on average", e.number,
				label.Number(int64(length)))
		}
		return []Likeness{{Kind: LikeBefore, Text: text}}
	}
	return e.itself.like()
}

// clearZ is how many standard errors make clear what an order is like: it is said where there is an alarm, so it only
// chooses the words.
const clearZ = 6

// like says what a view is like. The kinds exclude each other, but for early items.
func (v view) like() (all []Likeness) {
	n := v.game.Remaining.Items()
	add := func(kind LikenessKind, s inside.Size, text string, args ...any) {
		all = append(all, Likeness{kind, math.Round(s.Value), math.Round(s.Low), math.Round(s.High),
			fmt.Sprintf(text, args...)})
	}
	items := func(x float64) string { return label.Number(int64(math.Round(x))) }
	ln := v.game.Wager.Ln()
	buffer, ofBuffer := v.shape.Buffer()
	blocks, inBlocks := v.shape.Blocks()
	shards, inShards := v.shape.Shards()
	length, z := v.shape.Runs()
	of := items(float64(n))
	switch leader := v.leader(); {
	case v.shape.Unmoved():
		add(LikeUnmoved, inside.Size{}, "nothing moved: the items come as they were")
	case length > 1000 || length > float64(n)/10:
		add(LikeRuns, inside.Size{Value: length}, "sorted within runs of about %s items", items(length))
	case inBlocks && ofBuffer > 0.5*ln && blocks.Value < 0.9*float64(n):
		add(LikeBlocks, blocks, "blocks of about %s of %s items, one after the other, each shuffled",
			items(blocks.Value), of)
	case ofBuffer > 0.5*ln && buffer.Value < 0.99*float64(n):
		add(LikeBuffer, buffer, "as from a shuffle buffer of about %s of %s items (%s to %s)", items(buffer.Value), of,
			items(buffer.Low), items(buffer.High))
	case inShards:
		add(LikeShards, shards, "shards of about %s items in random order (%s to %s)", items(shards.Value),
			items(shards.Low), items(shards.High))
	case z > clearZ && length > 2.2:
		add(LikeRuns, inside.Size{Value: length},
			"sorted within runs of %.2g items on average, as where random keys of few bits are equal", length)
	case leader.Family == inside.FromFront && leader.Fades:
		mixed := v.shape.Mixed(ln)
		add(LikeParts, inside.Size{Value: mixed},
			"parts of the data come one after the other, as from shards in random order that go through a buffer; it "+
				"is at most as good as a buffer of about %s of %s items", items(mixed), of)
	case leader.Family == inside.FromFront:
		add(LikeUneven, inside.Size{},
			"some of the items that remain are chosen too often, as by remainders or fractions of random numbers of "+
				"few bits")
	default:
		add(LikeSteps, inside.Size{},
			"items follow from the last ones, as by a step that repeats, a linear congruential generator, or a "+
				"Feistel network of few rounds")
	}
	if share, z, ok := v.shape.Tenth(); ok && z > clearZ && all[0].Kind != LikeUnmoved {
		add(LikeEarly, inside.Size{},
			"early items come early: of the first tenth of the order, %s are from the first tenth of the data, "+
				"not 10%%",
			label.Figures(100*share, 2)+"%")
	}
	return all
}

// leader returns the player who has won most.
func (v view) leader() *inside.Player {
	best := v.game.Players[0]
	for _, p := range v.game.Players {
		if cmp.Compare(p.Alone.Ln(), best.Alone.Ln()) > 0 {
			best = p
		}
	}
	return best
}

// losses says how many items are lost, doubled or unknown, with the first.
func (o *Ordered) losses(name func(item int) string) string {
	var all []string
	for _, c := range []struct {
		Count
		says string
	}{
		{o.Lost, "LOST: %s did not come: %s"}, {o.Doubled, "DOUBLED: %s came again: %s"},
		{o.Shared, "SHARED: %s came again from another rank: %s"},
		{o.Unknown, "UNKNOWN: %s came that are not among the items"},
	} {
		if c.Number == 0 {
			continue
		}
		if c.Count.First == nil {
			all = append(all, fmt.Sprintf(c.says, label.Plural(c.Number, "item")))
			continue
		}
		var first []string
		for _, x := range c.First {
			first = append(first, label.Clean(name(x), label.Longest))
		}
		if int(c.Number) > len(first) {
			first = append(first, "…")
		}
		all = append(all, fmt.Sprintf(c.says, label.Plural(c.Number, "item"), strings.Join(first, ", ")))
	}
	return strings.Join(all, "; ")
}

// seen says how much was read.
func (r *Report) seenOrdered() string {
	items, epochs := label.Plural(r.Items, "item"), r.Ordered.Epochs
	switch {
	case epochs > 1:
		return fmt.Sprintf("%d epochs of %s", epochs, items)
	case r.Deals < int64(r.Items):
		return fmt.Sprintf("%s of an order of %s", label.Number(r.Deals), items)
	}
	return "one order of " + items
}

// Resembles says what the order is like, without a full stop; "" if there is no alarm, or nothing is clear.
func (o *Ordered) Resembles() string {
	var all []string
	for _, l := range o.Like {
		all = append(all, l.Text)
	}
	return strings.Join(all, "; ")
}

// remedy says how to mend what was found.
func (o *Ordered) remedy() string {
	const whole = "Shuffle whole data, not what a buffer holds: yates shuffle does for files of any size, or shuffle " +
		"the list of record numbers of each epoch. "
	switch {
	case o.broken() > 0:
		return "Read each item exactly once: give all ranks the same seed and epoch, and let a resumed run go on " +
			"from where it stopped."
	case len(o.Like) == 0:
		return useLibrary
	}
	switch o.Like[0].Kind {
	case LikeUnmoved:
		return "Check that the shuffle is turned on and called. " + whole
	case LikeBefore:
		return "Seed each epoch anew: set the epoch of the sampler, or add the epoch to the seed."
	case LikeSteps, LikeUneven:
		return goodNumbers
	case LikeRuns:
		return "If random keys are sorted, let them have 64 bits. " + whole
	}
	return whole + "If that is too slow, shuffle once on disk, then shuffle shards and keep the largest buffer " +
		"that fits."
}
