package draw

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
)

// Given is what a check can use besides the transcript. Nothing of it is needed.
type Given struct {
	// Commitment is the sum of the commitment that was published before the draw.
	Commitment *Sum
	// List is the list of entries. Verify reads all of it.
	List io.Reader
	// Check looks for problems of the list, too, as [Check] does.
	Check bool
}

// A State is how a check came out. The zero State is none: a finding without one is as bad as one that failed.
type State int

const (
	Passed      State = iota + 1 // the check found nothing wrong
	Failed                       // the transcript is wrong
	NotChecked                   // what the check needs was not given
	Unprovable                   // no file can show it: the reader must know from elsewhere
	Conditional                  // the same, and if it is not so, somebody could choose the winners
)

func (s State) String() string {
	return cmp.Or(map[State]string{Passed: "passed", Failed: "FAILED", NotChecked: "not checked",
		Unprovable: "cannot be proved by a file", Conditional: "only if"}[s], "no state")
}

// A Finding is about one thing that is true of a fair draw.
type Finding struct {
	Name   Topic // what it is about
	State  State
	Detail string // a clause: what is so, or what is wrong
}

// A Topic is what a finding is about.
type Topic string

const (
	AboutTranscript Topic = "transcript" // it is in its form
	AboutCommitment Topic = "commitment" // it is the one that was published
	AboutChain      Topic = "chain"      // it can decide a draw
	AboutRound      Topic = "round"      // it is the first at the time of the draw
	AboutBeacon     Topic = "beacon"     // the chain signed the round
	AboutSecrets    Topic = "secrets"    // the parties committed to them
	AboutSeed       Topic = "seed"       // it follows from the commitment and the randomness
	AboutWinners    Topic = "winners"    // they follow from the seed
	AboutBarred     Topic = "barred"     // none of them won
	AboutList       Topic = "list"       // it is the one that was drawn from
	AboutRanked     Topic = "ranked"     // the list can be ranked
	AboutFirst      Topic = "first"      // the commitment, or else what all knew, says how many of the ranked list win
	AboutParties    Topic = "parties"    // they did not all work together
	AboutSkipped    Topic = "skipped"    // who was skipped later, was so rightly
	AboutTime       Topic = "time"       // the commitment was public before the randomness
	AboutOnly       Topic = "only"       // there was no other draw
	AboutRefusal    Topic = "refusal"    // no party would have kept its secret
	AboutUse        Topic = "use"        // all knew what the seed decides
	AboutStruck     Topic = "struck"     // no row of the ranked list was struck out
)

// A Verdict says whether a draw is right.
type Verdict int

const (
	Wrong    Verdict = iota // something failed, or nothing was checked
	TooEarly                // not checked: by the clock, the time of the draw is still to come
	RightIf                 // right if all of [Report.Conditions] hold
	Right                   // right, as the only transcript of what was [Given]
)

func (v Verdict) String() string {
	return cmp.Or(map[Verdict]string{Wrong: "wrong", TooEarly: "not checked: too early", RightIf: "right, if",
		Right: "right"}[v], "no verdict")
}

// A Report is what [Transcript.Verify] found out.
type Report struct {
	Commitment Sum // look for it where it was published
	// the time of the commitment, before which it must have been public; zero if parties revealed secrets
	Before   time.Time
	Findings []Finding
	// Names holds the entries of the list that are in Transcript.Places, by their
	// number. It is nil if the list was not given or is another one.
	Names map[uint64]string
	// Problems are those of the list, if they were looked for, and how many entries it has. They do not make the
	// draw wrong.
	Problems *ListReport
}

// Verdict returns what the report comes to at a time.
func (r *Report) Verdict(now time.Time) Verdict {
	switch {
	case len(r.Failed()) > 0 || len(r.in(Passed)) == 0:
		return Wrong
	case r.Before.After(now):
		return TooEarly
	case len(r.Conditions()) > 0:
		return RightIf
	}
	return Right
}

// Failed returns what failed, or has no state. What was not given was not checked.
func (r *Report) Failed() []Finding { return append(r.in(0), r.in(Failed)...) }

// Conditions returns what must be so for the draw to be right, and no file can show.
func (r *Report) Conditions() []Finding { return r.in(Conditional) }

func (r *Report) in(state State) []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.State != state })
}

func (r *Report) add(name Topic, state State, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{name, state, fmt.Sprintf(format, args...)})
}

// check adds what failed, or what passed.
func (r *Report) check(name Topic, failed error, passed string, args ...any) {
	if failed != nil {
		r.add(name, Failed, "%v", failed)
	} else {
		r.add(name, Passed, passed, args...)
	}
}

// Until says before what the commitment must have been public: a time, or "the first secret was revealed".
func (r *Report) Until() string {
	if r.Before.IsZero() {
		return "the first secret was revealed"
	}
	return label.Moment(r.Before)
}

// Verify recomputes the draw from the transcript, without a network. It takes O(n) time for n entries, and the memory
// of the list if the commitment ranks it. The error is of reading the list; everything else is in the report.
func (t *Transcript) Verify(given Given) (*Report, error) {
	c := t.Commitment
	r := &Report{Commitment: c.Sum()}
	if given.Commitment != nil {
		r.check(AboutCommitment, differ("the SHA-256 of the commitment is", r.Commitment, *given.Commitment),
			"it is the commitment that was given as published")
	}
	t.verifySources(r)
	seed := t.seed()
	r.check(AboutSeed, differ("the seed is", seed, t.Seed), "the seed follows from the commitment and the randomness")
	later, skips := t.Later(), c.bars()
	for _, p := range later {
		skips[p.Entry] = p.Skipped
	}
	places := c.places(numbers(seed, c.Entries.Count), skips)
	if len(c.Prizes)+len(t.Places) > 0 {
		r.check(AboutWinners, differPlaces(t.Places, places),
			"the winners follow from the seed and the number of entries")
	}
	bars := c.bars()
	won := func(p Place) bool { return p.Skipped == "" && bars[p.Entry] != "" }
	if i := slices.IndexFunc(t.Places, won); i >= 0 {
		r.add(AboutBarred, Failed, "entry %d won, which the commitment bars", t.Places[i].Entry)
	} else if len(bars) > 0 {
		r.add(AboutBarred, Passed, "none of the %d entries won that the commitment bars", len(bars))
	}
	if err := t.verifyList(r, given); err != nil {
		return nil, err
	}

	r.add(AboutTime, Unprovable,
		"that the commitment was public before %s: look for its SHA-256 where it was published", r.Until())
	r.add(AboutOnly, Unprovable,
		"that this was the only commitment, and that no other draw was hidden because of its winners")
	t.judgeUse(r)
	t.judgeParties(r)
	t.judgeSkips(r, later)
	if given.Commitment == nil {
		r.add(AboutCommitment, Conditional, "this was published before %s: %s", r.Until(), r.Commitment)
	}
	return r, nil
}

// verifySources checks what decided the draw.
func (t *Transcript) verifySources(r *Report) {
	c := t.Commitment
	if chain, number := ChainOf(c.Beacon.Chain), c.Beacon.Number; c.Awaits() && chain == nil {
		r.add(AboutChain, Failed, "the chain %s is none that can decide a draw", c.Beacon.Chain)
	} else if c.Awaits() {
		at := label.Moment(c.Time)
		first, none := chain.Round(c.Time)
		r.check(AboutRound, cmp.Or(none, differ("the first round at or after "+at+" is", first, number)),
			"round %d of %s is the first at or after %s", number, chain.ID, at)
		r.check(AboutBeacon, chain.Verify(Beacon{number, t.Signature}), "%s signed round %d", chain.ID, number)
		r.Before = c.Time
	} else if t.Signature != (Signature{}) {
		r.add(AboutBeacon, Failed, "there is a beacon, and the commitment names none")
	}
	if len(c.Parties)+len(t.Secrets) > 0 { // a secret of nobody would let whoever adds it choose the seed
		r.check(AboutSecrets, checkSecrets(c.Parties, t.Secrets), "each party revealed the secret that it committed to")
	}
}

// Malformed returns the report on a text that [ParseTranscript] refuses. It is not what was drawn, so it is wrong.
func Malformed(err error) *Report {
	return &Report{Findings: []Finding{{AboutTranscript, Failed, fmt.Sprint(err)}}}
}

// judgeParties says what must be so of those who know a secret of the draw.
func (t *Transcript) judgeParties(r *Report) {
	n := len(t.Commitment.Parties)
	if n > 0 {
		r.add(AboutRefusal, Unprovable, "that each party would have revealed its secret whoever won: the last one to "+
			"do so can see the winners first")
	}
	if n > 0 && !t.Commitment.Awaits() {
		r.add(AboutParties, Conditional, "the %d parties did not all work together", n)
	}
}

// judgeUse says what a commitment without prizes leaves open of what its seed decides.
func (t *Transcript) judgeUse(r *Report) {
	switch c := t.Commitment; {
	case len(c.Prizes)+len(c.Rules) == 0:
		r.add(AboutUse, Unprovable, "that all knew what the seed decides: the commitment does not say it")
	case c.Ranking() != nil:
		if n := c.First(); n > 0 {
			r.add(AboutFirst, Passed, "the commitment says how many of the ranked list win: the first %d", n)
		} else {
			r.add(AboutFirst, Unprovable,
				"that all knew how many of the ranked list win: the commitment does not say it")
		}
		r.add(AboutStruck, Unprovable, "that no row was struck out of the ranked list but for a reason that all knew")
	}
}

// judgeSkips says what must be so of the entries that were skipped later: by a rule of the commitment, or by none.
func (t *Transcript) judgeSkips(r *Report, later []Place) {
	judge := func(skipped int, why string) {
		what := "these " + label.Number(int64(skipped)) + " entries were"
		if skipped == 1 {
			what = "this entry was"
		}
		if skipped > 0 {
			r.add(AboutSkipped, Conditional, "%s rightly skipped%s", what, why)
		}
	}
	rules, ruled := t.Commitment.Rules, 0
	for _, p := range later {
		if slices.Contains(rules, p.Skipped) {
			ruled++
		}
	}
	other := ""
	if len(rules) > 0 {
		other = ", for a reason that the commitment does not foresee"
	}
	judge(ruled, ", by a rule of the commitment")
	judge(len(later)-ruled, other)
}

func (t *Transcript) verifyList(r *Report, given Given) error {
	want := t.Commitment.Entries
	if given.List == nil {
		r.add(AboutList, NotChecked, "the list is not given: it has %s and the SHA-256 %s",
			t.Commitment.Size(), want.Sum)
		return nil
	}
	drawn := make(map[uint64]string)
	for _, p := range t.Places {
		drawn[p.Entry] = ""
	}
	c, list, table := newChecker(nil), given.List, new(bytes.Buffer)
	ranks := t.Commitment.Ranking() != nil
	if ranks { // a row may have several lines, and its name is looked at
		c.allow = []Kind{KindHeader, KindQuotes, KindDuplicates}
		list = io.TeeReader(list, table)
	}
	err := want.Compare(list, func(number uint64, entry []byte) {
		if _, ok := drawn[number]; ok {
			drawn[number] = string(entry)
		}
		if given.Check {
			c.Count = number
			c.entry(number, entry)
		}
	})
	if err != nil && !errors.As(err, new(*ListError)) {
		return err
	}
	if err == nil {
		r.Names = drawn
	}
	if given.Check {
		r.Problems = &c.ListReport
	}
	r.check(AboutList, err, "it is the list that was drawn from, with %s", t.Commitment.Size())
	if ranks && err == nil {
		rows, wrong := ReadTable(table)
		if wrong == nil {
			_, wrong = t.Rank(rows)
		}
		r.check(AboutRanked, wrong, "its rows have an order that follows from the seed")
	}
	return nil
}

// differPlaces says where the places of a transcript are not what was computed.
func differPlaces(got, want []Place) error {
	entry := func(p Place) string {
		if p.Skipped != "" {
			return fmt.Sprintf("%d (skipped: %q)", p.Entry, p.Skipped)
		}
		return fmt.Sprint(p.Entry)
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Errorf("place %d of the order is entry %s, not %s", i+1, entry(want[i]), entry(got[i]))
		}
	}
	if len(got) != len(want) {
		return fmt.Errorf("the order has %d places, not %d", len(want), len(got))
	}
	return nil
}
