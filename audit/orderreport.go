package audit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/audit/internal/inside"
	"github.com/yates-shuffle/yates/internal/label"
)

const (
	shuffleWhole = "Shuffle the whole data, not what a buffer holds: yates shuffle does that for files of any size, " +
		"or shuffle the list of the numbers of all records for each epoch."
	seedEpochs = "Seed each epoch anew: set the epoch of the sampler, or add it to the seed."
	readOnce   = "Read each item exactly once, and let a resumed run go on from where it stopped."
)

// likenesses are how likenesses are called, and how to mend what made them, if a law says that.
var likenesses = map[string][2]string{
	"unmoved":         {"nothing moved: the items come as they were", isItCalled},
	"rotated":         {"the old order, rotated: it begins with ITEM", isItCalled},
	"reversed":        {"the old order, reversed", isItCalled},
	"reversed around": {"the old order, reversed and rotated: it begins with ITEM", isItCalled},
	"pieces":          {"runs of LOW to HIGH items that come as they were, in another order", shuffleWhole},
	"pieces back":     {"runs of LOW to HIGH items that come in reverse", shuffleWhole},
	"step":            {"most items come SIZE after the last, as by a step that repeats", shuffleWhole},
	"turns":           {"as if SIZE parts of the data took turns, as ranks or open shards do", shuffleWhole},
	"blocks": {"no item is more than FAR of ALL places from where it was, as where blocks of about SIZE (LOW to " +
		"HIGH) are shuffled one after the other", shuffleWhole},
	"mirrored": {"the old order, reversed, as from a shuffle buffer of about SIZE of ALL items (LOW to HIGH)",
		shuffleWhole},
	"buffer": {"as from a shuffle buffer of about SIZE of ALL items (LOW to HIGH)", shuffleWhole},
	"shards": {"shards of about SIZE items on average, in another order (LOW to HIGH)", shuffleWhole},
	"open": {"as from shards that go through a buffer of about SIZE of ALL items (LOW to HIGH), or from so many " +
		"open shards, any of which gives the next", shuffleWhole},
	"sorted": {"sorted within runs of SIZE items on average, as where random keys of few bits are equal",
		"Shuffle, or sort all by random keys of 64 bits."},
	"sorted runs": {"sorted within runs of SIZE items", "Do not sort parts of what was shuffled."},
	"words": {"", "Do not take remainders or fractions of words. Use the library's bounded random integers, which " +
		"draw again where a range does not divide evenly."},

	// Where no law explains what is seen, this is what was counted, and no more.
	"early": {"early items come early: of the first tenth of the order, SIZE% are from the first tenth of the " +
		"old one, not 10%"},
	"parts": {"items come too often from where the last ones came from; it is mixed no better than a buffer of about " +
		"ABOUT of ALL items would mix it"},
	"uneven": {"of the items that remain, those of some parts of the old order come next too often"},
	"steps":  {"which item comes next depends on the last ones"},
	"steps again": {"the order repeats every SIZE items: an item is near the one so many before, or in a part of the " +
		"data that follows from its place"},
}

func likeness(kind string, s inside.Size, n int, item func(number int) string) Likeness {
	number := func(x float64) string { return label.Number(int64(math.Round(x))) }
	text, mend := likenesses[kind][0], likenesses[kind][1]
	kind, _, _ = strings.Cut(kind, " ")
	low, high, size := number(s.Low), number(s.High), number(s.Value)
	words := []string{"SIZE", size, "LOW", low, "HIGH", high, "ALL", number(float64(n)),
		"FAR", number(s.Low - 1), "ABOUT", label.About(max(1, s.Value))}
	if rest, is := strings.CutSuffix(text, "ITEM"); is {
		text = rest + item(int(s.Value))
	} else if kind == "step" && 2*s.Value > float64(n) {
		words = append([]string{"SIZE after", number(float64(n)-s.Value) + " before"}, words...)
	} else if low == high && s.Low > 0 { // so it is known
		words = append([]string{"about SIZE", size, " (LOW to HIGH)", "", "LOW to HIGH", low}, words...)
	}
	return Likeness{kind, strings.NewReplacer(words...).Replace(text), s.Value, s.Low, s.High, mend}
}

// Report returns what is known so far. It takes a millisecond.
func (a *Order) Report() *Report {
	o := a.counts
	o.Epochs, o.Losses = a.epochs, slices.Clone(o.Losses)
	course, e := a.seen()
	r := &Report{
		Schema: Schema, Verdict: NothingFound, Game: Game{Items: a.n, Take: a.n}, Deals: a.read, Alpha: a.options.Alpha,
		Rate: a.options.Rate, Findings: []Finding{}, BetsVersion: BetsVersion, Ordered: &o,
	}
	course.report(r, course.last.Log10E*math.Ln10)
	for i := range o.Losses {
		o.Losses[i].First = slices.Clone(o.Losses[i].First)
		r.BrokenDeals += o.Losses[i].Number
	}
	if e.number == 0 || a.worst.number > 0 && a.worst.ln > e.ln {
		e = a.worst
	}
	if e.number == 0 {
		return r
	}
	o.Epoch, r.Positions = e.number, e.itself.shape.Counts
	if !e.lossy {
		o.FirstTenth, _, _ = e.itself.shape.Tenth()
		o.Mixed = math.Round(e.itself.shape.Mixed(e.itself.game.Whole()))
	}
	findings := e.findings(a.epochs, a.again)
	switch {
	case r.BrokenDeals > 0:
		r.Verdict, r.Remedy = Broken, readOnce
		r.Broken = &BrokenError{Number: int64(a.epochs), Reason: strings.Join(o.Broken(), "; ")}
	case r.AlarmAt > 0:
		r.Verdict = Biased
	case r.Log10E >= suspicious && len(findings) > 0:
		r.Verdict, r.Suspicion = Suspicious, new(slices.MinFunc(findings, strongest))
	}
	if r.AlarmAt > 0 && !e.lossy {
		for i, was := range a.again[:min(len(a.again), most+1)] {
			if i == most {
				was.text = fmt.Sprintf("and %s more", label.Plural(int64(len(a.again)-most), "epoch"))
			}
			o.Like = append(o.Like, Likeness{Kind: "again", Text: was.text, mend: seedEpochs})
		}
		if len(a.again) == 0 || e.ln > math.Log(causeOdds) {
			o.Like = append(o.Like, e.like(a.epochs, a.options.Name)...)
		}
		for _, l := range o.Like {
			if r.Verdict == Biased && !strings.Contains(r.Remedy, l.mend) {
				r.Remedy = strings.TrimSpace(r.Remedy + " " + l.mend)
			}
		}
		r.list(promised(findings, a.options.Rate))
	}
	return r
}

// findings are what the players found, with the shares that are theirs of all epochs, and which are earlier ones.
func (e epoch) findings(epochs int, again []repetition) (all []Finding) {
	add := func(f Finding, ln, share float64) {
		f.OwnLog10E = ln / math.Ln10
		if f.Log10E = f.OwnLog10E + math.Log10(share/float64(epochs)); f.Log10E > 0 {
			all = append(all, f)
		}
	}
	if e.maker != nil {
		add(Finding{Kind: KindStep, From: FromDeal, Text: e.maker.String()}, e.words, onWords)
	}
	players := func(v view, from From, share float64, since string) {
		for i, p := range v.game.Players {
			add(Finding{Kind: KindLearned, From: from, Index: i, Text: since + p.Name}, p.Won(), p.Share*share)
		}
	}
	share := 1.0
	if e.changed != nil {
		share = 0.5
		players(*e.changed, FromChange, share, "in terms of the epoch before: ")
		again = append([]repetition{{nearWords(e.near), e.near.Ln}}, again...)
	}
	players(e.itself, FromDeal, share, "")
	for _, was := range again {
		add(Finding{Kind: KindRepeats, From: FromChange, Text: was.text}, was.ln, onWholes/3)
	}
	return all
}

// like says what the epoch is like, one of so many, the clearest first, by the names of items.
func (e epoch) like(epochs int, name func(item int) string) []Likeness {
	known := max(e.itself.game.Whole(), e.itself.game.Best, math.Log(causeOdds))
	if known = max(known, e.words); e.maker != nil && e.words == known {
		return []Likeness{{Kind: "words", Text: e.maker.String(), mend: likenesses["words"][1]}}
	}
	all, c, itself, near := e.itself.like(known, name), e.changed, e.itself.game.Ln(), e.near.Ln
	if epochs > 1 && len(all) > 0 {
		all[0].Text = fmt.Sprintf("epoch %d by itself: %s", e.number, all[0].Text)
	}
	if near < 2*itself { // orders of any law that leaves many items together are near each other
		near = 0
	}
	if c == nil || explains*max(c.game.Ln(), near) < itself+math.Log(causeOdds) { // shards of two epochs look alike
		return all
	} else if itself < math.Log(causeOdds) {
		all = nil
	}
	was := fmt.Sprint("epoch ", e.number-1)
	before := Likeness{Kind: "before", Text: fmt.Sprintf("epoch %d depends on ", e.number), Size: float64(e.number)}
	if near > explains*c.game.Ln() {
		if before.Text += fmt.Sprintf("epoch %d; how is not known", e.near.Number); 2*e.near.Did > e.near.Could {
			before = Likeness{Kind: "again", Text: nearWords(e.near), mend: seedEpochs}
		}
		return append([]Likeness{before}, all...)
	}
	place := func(x int) string { return fmt.Sprintf("place %d of %s", x+1, was) }
	as := c.like(max(c.game.Whole(), c.game.Best), place)
	words := strings.NewReplacer("parts of the old order", "parts of "+was, "the old order", "the same order",
		"the old one", was, "where they were", "in the same place", "their old neighbour", "the same item",
		"as they were", "as in "+was, "from where it was", "from its place in "+was, "than they were", "than in "+was,
		"the data", was)
	before.Text += was
	for i, l := range as {
		if as[i].Text = words.Replace(l.Text); i == 0 {
			as[i].Text = "compared with it: " + as[i].Text
		}
		if l.mend != "" { // a law explains what is seen
			as[i].mend = seedEpochs
		}
	}
	return slices.Concat([]Likeness{before}, as, all)
}

// clearZ is how many standard errors make clear that early items come early. It chooses words, and raises no alarm.
const clearZ = 6

// explains is the share of the evidence that a law must explain.
const explains = 0.95

// counted says what was counted and is plain: what a fair order has in less than one of a thousand. It has h items
// where they were at an end with a probability of (n−h)!/n!, more than ten that stay or follow with 10⁻⁸, and none
// that moved further than n − 1 − f places with exp(−f(f+1)/n). Of 400 steps, a tenth is 7 standard errors of how many
// lead up.
func (v view) counted(item func(number int) string) (all []Likeness) {
	n, c := v.game.Remaining.Items(), v.shape.Counted
	add := func(is bool, kind string, size int, format string, numbers ...int) {
		var texts []any
		for _, x := range numbers {
			texts = append(texts, label.Number(int64(x)))
		}
		if is {
			all = append(all, Likeness{Kind: kind, Text: fmt.Sprintf(format, texts...), Size: float64(size)})
		}
	}
	least, whole := max(10, n/100), v.game.Remaining.Left() == 0
	still, free := max(5, n/100), n-1-c.Moved // places that no item came to from the other end
	add(whole && c.Tail > still, "stay", n-c.Tail, "from item %s on nothing moved", n-c.Tail+1)
	head := c.Head > 2 && n > 30 && c.Stay-c.Head-c.Tail <= 10 // alone
	add(c.Head > still || head, "stay", c.Head, "the first %s items are where they were", c.Head)
	add(whole && c.Stay-c.Head-c.Tail > 10, "stay", c.Stay,
		"%s of %s items are where they were (fair: about 1)", c.Stay, n)
	shift, way := c.Shift, "earlier"
	if 2*shift > n {
		shift, way = n-shift, "later"
	}
	add(2*c.Shifted > n && shift > 0, "stay", c.Shifted,
		"%s of %s items come "+label.Plural(shift, "place")+" "+way+" than they were, around the end", c.Shifted, n)
	add(c.Kept > least, "kept", c.Kept, "%s of %s items come right after their old neighbour", c.Kept, n)
	if s := c.Stretch; s.Items > 0 && s.Items < n-c.Tail {
		all = append(all, Likeness{Kind: "stretch", Size: float64(s.Items), Text: fmt.Sprintf(
			"the first %s items are %s to %s, and no others", label.Number(int64(s.Items)), item(s.From), item(s.To))})
	}
	add(whole && c.Moved < n*9/10 && free*(free+1) > 7*n, "near", c.Moved,
		"no item is more than %s of %s places from where it was", c.Moved, n)
	add(whole && n > 400 && c.Kept <= least && max(c.Above, n-c.Above) > n*6/10, "steps", c.Above,
		"%s of %s items follow a lower one (fair: about half)", c.Above, n)
	return all
}

// like says what a view is like: the law that makes it most likely, if that explains the evidence, and otherwise what
// was counted: what the player who won most bets on.
func (v view) like(ln float64, item func(number int) string) []Likeness {
	n := v.game.Remaining.Items()
	best := inside.Fit{Means: v.game.Leader().Means, Size: inside.Size{Value: v.shape.Mixed(ln)}}
	for fits := v.shape.Fits(); len(fits) > 0; {
		likeliest := 0
		for i, f := range fits {
			if f.Gain > 1.01*fits[likeliest].Gain { // the first are simpler
				likeliest = i
			}
		}
		if f := fits[likeliest]; f.Gain < explains*ln {
			break
		} else if v.shape.Follows(f) {
			best = f
			break
		}
		fits = slices.Delete(fits, likeliest, likeliest+1)
	}
	kind, all := best.Means, []Likeness(nil)
	if best.Gain > 0 || v.game.Leader().Won() > math.Log(causeOdds) {
		all = append(all, likeness(kind, best.Size, n, item))
	}
	if mostly := 2*max(v.shape.Stay, v.shape.Shifted) > n; mostly && kind == "pieces" {
		all = v.counted(item) // their order is not another one
	} else if likenesses[kind][1] == "" {
		all = append(v.counted(item), all...) // what was counted comes first
	}
	if kind == "buffer" || kind == "uneven" {
		if share, z, ok := v.shape.Tenth(); ok && z > clearZ {
			all = append(all, likeness("early", inside.Size{Value: 100 * share}, n, item))
		}
	}
	return all
}
