package audit

import (
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/inside"
)

// Report returns what is known so far. It takes a millisecond.
func (a *Order) Report() *Report {
	o := a.counts
	course, e := a.seen()
	r := &Report{
		Verdict: NothingFound, Game: Game{Items: a.n, Take: a.n}, Deals: a.read, Alpha: a.options.Alpha,
		Odds:      course.odds(course.last.Log10E * math.Ln10),
		Diagnosis: Diagnosis{Rate: a.options.Rate, Findings: []Finding{}}, BetsVersion: BetsVersion, Ordered: &o,
	}
	o.Epochs = a.epochs
	if e.number == 0 || a.worst.number > 0 && a.worst.ln > e.ln {
		e = a.worst
	}
	if e.number == 0 {
		return r
	}
	o.Epoch, r.Positions = e.number, e.itself.shape.Counts
	o.FirstTenth, _, _ = e.itself.shape.Tenth()
	o.Mixed = math.Round(e.itself.shape.Mixed(e.itself.game.Ln()))
	findings := e.findings(a.epochs)
	switch broken := o.broken(); {
	case broken > 0:
		r.Verdict, r.BrokenDeals, r.Remedy = Broken, broken, readOnce
		r.Broken = &BrokenError{Number: int64(a.epochs), Reason: o.losses(a.options.Name)}
	case r.AlarmAt > 0:
		r.Verdict = Biased
	case r.Log10E >= suspicious && len(findings) > 0:
		r.Suspicion = new(slices.MinFunc(findings, strongest))
	}
	if r.AlarmAt > 0 {
		o.Like = e.like()
		if r.Remedy == "" {
			r.Remedy = likenesses[o.Like[0].Kind].remedy
		}
		r.list(promised(findings, a.options.Rate), func() Finding {
			return Finding{Kind: KindTogether, From: FromDeal,
				Text: "nothing is clear by itself yet: many bets won together"}
		})
	}
	return r
}

// findings are what the players found, with the shares that are theirs of all epochs.
func (e epoch) findings(epochs int) (all []Finding) {
	add := func(v view, from From, share float64, since string) {
		for i, p := range v.game.Players {
			own := p.Alone.Ln() / math.Ln10
			if ofAll := own + math.Log10(p.Share*share/float64(epochs)); ofAll > 0 {
				all = append(all, Finding{Kind: KindLearned, From: from, Index: i, Text: since + p.Name,
					Log10E: ofAll, OwnLog10E: own})
			}
		}
	}
	if e.changed == nil {
		add(e.itself, FromDeal, 1, "")
		return all
	}
	add(e.itself, FromDeal, 0.5, "")
	add(*e.changed, FromChange, 0.5, "in terms of the epoch before: ")
	return all
}

// like says what the epoch is like, the clearest first.
func (e epoch) like() []Likeness {
	c := e.changed
	if c == nil || c.game.Ln() < e.itself.game.Ln()+math.Log(causeOdds) {
		return e.itself.like()
	}
	before := likeness(LikeBefore, inside.Size{Value: float64(e.number)}, 0)
	return append([]Likeness{before}, c.like()...)
}

// clearZ is how many standard errors make clear that early items come early. As it is said only where there is an
// alarm, it only chooses the words.
const clearZ = 6

// like says what a view is like: the law that makes it most likely, if that explains at least half of the evidence,
// and otherwise what the player who won most bets on.
func (v view) like() []Likeness {
	n, ln, best := v.game.Remaining.Items(), v.game.Ln(), inside.Fit{}
	for _, f := range v.shape.Fits() {
		if f.Gain > 1.01*best.Gain { // the first are simpler
			best = f
		}
	}
	if best.Gain < ln/2 {
		best.Means, best.Size = v.game.Leader().Means, inside.Size{Value: v.shape.Mixed(ln)}
	}
	kind := LikenessKind(best.Means)
	all := []Likeness{likeness(kind, best.Size, n)}
	if kind == LikeBuffer || kind == LikeUneven {
		if share, z, ok := v.shape.Tenth(); ok && z > clearZ {
			all = append(all, likeness(LikeEarly, inside.Size{Value: 100 * share}, n))
		}
	}
	return all
}
