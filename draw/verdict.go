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
	// Commitment is the name of the commitment that was published before the draw.
	Commitment *Sum
	// List is the list of entries. Verify reads all of it.
	List io.Reader
	// Check looks for problems of the list, too, as [Check] does.
	Check bool
}

// A State is how a check came out.
type State int

const (
	Passed      State = iota
	Failed            // the transcript is wrong
	NotChecked        // what the check needs was not given
	Unprovable        // no file can show it: the reader must know from elsewhere
	Conditional       // the same, and if it is not so, somebody could choose the winners
)

func (s State) String() string {
	return [...]string{"passed", "FAILED", "not checked", "cannot be proved by a file", "only if"}[s]
}

// A Finding is about one thing that is true of a fair draw.
type Finding struct {
	// Name is "transcript", "commitment", "chain", "round", "beacon", "secrets", "seed", "barred", "winners", "list",
	// "ranked", "first", "parties", "skipped", or of what cannot be proved "time", "only", "refusal", "use", "first",
	// "struck".
	Name   string
	State  State
	Detail string // a clause: what is so, or what is wrong
}

// An Answer says whether a draw is right.
type Answer int

const (
	Wrong    Answer = iota // something failed
	TooEarly               // not checked: by the clock, the time of the draw is still to come
	RightIf                // right if all of [Verdict.Conditions] hold
	Right                  // right, as the only transcript of what was [Given]
)

func (a Answer) String() string {
	return [...]string{"wrong", "not checked: too early", "right, if", "right"}[a]
}

// A Verdict is what [Transcript.Verify] found out.
type Verdict struct {
	Name Sum // of the commitment: look for it where it was published
	// the time of the commitment, before which it must have been public; zero if parties revealed secrets
	Before   time.Time
	Findings []Finding
	// Names holds the entries of the list that are in Transcript.Places, by their
	// number. It is nil if the list was not given or is another one.
	Names map[uint64]string
	// Problems are those of the list, if they were looked for, and how many entries it has. They do not make the
	// draw wrong.
	Problems *List
}

// Answer returns what the verdict comes to at a time.
func (v *Verdict) Answer(now time.Time) Answer {
	switch {
	case len(v.Failed()) > 0:
		return Wrong
	case v.Before.After(now):
		return TooEarly
	case len(v.Conditions()) > 0:
		return RightIf
	}
	return Right
}

// Failed returns what failed. What was not given was not checked.
func (v *Verdict) Failed() []Finding { return v.in(Failed) }

// Conditions returns what must be so for the draw to be right, and no file can show.
func (v *Verdict) Conditions() []Finding { return v.in(Conditional) }

func (v *Verdict) in(state State) []Finding {
	return slices.DeleteFunc(slices.Clone(v.Findings), func(f Finding) bool { return f.State != state })
}

func (v *Verdict) add(name string, state State, format string, args ...any) {
	v.Findings = append(v.Findings, Finding{name, state, fmt.Sprintf(format, args...)})
}

// check adds what failed, or what passed.
func (v *Verdict) check(name string, failed error, passed string, args ...any) {
	if failed != nil {
		v.add(name, Failed, "%v", failed)
	} else {
		v.add(name, Passed, passed, args...)
	}
}

// Until says before what the commitment must have been public: a time, or "the first secret
// was revealed".
func (v *Verdict) Until() string {
	if v.Before.IsZero() {
		return "the first secret was revealed"
	}
	return label.Moment(v.Before)
}

// Verify recomputes the draw from the transcript, without a network. It takes O(n)
// time for n entries, and the memory of the list if the commitment ranks it. The error is of
// reading the list; everything else is in the verdict.
func (t *Transcript) Verify(given Given) (*Verdict, error) {
	c := t.Commitment
	v := &Verdict{Name: c.Name()}
	if given.Commitment != nil {
		v.check("commitment", differ("the SHA-256 of the commitment is", v.Name, *given.Commitment),
			"it is the commitment that was given as published")
	}
	t.verifySources(v)
	seed := t.seed()
	v.check("seed", differ("the seed is", seed, t.Seed), "the seed follows from the commitment and the randomness")
	later, skips := t.Later(), c.bars()
	for _, p := range later {
		skips[p.Entry] = p.Skipped
	}
	places := c.places(numbers(seed, c.Entries.Count), skips)
	if len(c.Prizes)+len(t.Places) > 0 {
		v.check("winners", differPlaces(t.Places, places), "the winners follow from the seed and the number of entries")
	}
	if len(c.Barred) > 0 {
		v.add("barred", Passed, "none of the %d entries won that the commitment bars", len(c.Barred))
	}
	if err := t.verifyList(v, given); err != nil {
		return nil, err
	}

	v.add("time", Unprovable,
		"that the commitment was public before %s: look for its SHA-256 where it was published", v.Until())
	v.add("only", Unprovable,
		"that this was the only commitment, and that no other draw was hidden because of its winners")
	t.judgeUse(v)
	t.judgeParties(v)
	t.judgeSkips(v, later)
	if given.Commitment == nil {
		v.add("commitment", Conditional, "this was published before %s: %s", v.Until(), v.Name)
	}
	return v, nil
}

// verifySources checks what decided the draw.
func (t *Transcript) verifySources(v *Verdict) {
	c := t.Commitment
	if chain, number := ChainOf(c.Beacon.Chain), c.Beacon.Number; c.Awaits() && chain == nil {
		v.add("chain", Failed, "the chain %s is none that can decide a draw", c.Beacon.Chain)
	} else if c.Awaits() {
		at := label.Moment(c.Time)
		first, none := chain.Round(c.Time)
		v.check("round", cmp.Or(none, differ("the first round at or after "+at+" is", first, number)),
			"round %d of %s is the first at or after %s", number, chain.ID, at)
		v.check("beacon", chain.Verify(Beacon{number, t.Signature}), "%s signed round %d", chain.ID, number)
		v.Before = c.Time
	} else if t.Signature != (Signature{}) {
		v.add("beacon", Failed, "there is a beacon, and the commitment names none")
	}
	if len(c.Parties)+len(t.Secrets) > 0 { // a secret of nobody would let whoever adds it choose the seed
		v.check("secrets", checkSecrets(c.Parties, t.Secrets), "each party revealed the secret that it committed to")
	}
}

// Malformed returns the verdict on a text that [ParseTranscript] refuses. It is not what was drawn, so it is wrong.
func Malformed(err error) *Verdict {
	v := new(Verdict)
	v.check("transcript", err, "")
	return v
}

// judgeParties says what must be so of those who know a secret of the draw.
func (t *Transcript) judgeParties(v *Verdict) {
	n := len(t.Commitment.Parties)
	if n > 0 {
		v.add("refusal", Unprovable, "that each party would have revealed its secret whoever won: the last one to "+
			"do so can see the winners first")
	}
	if n > 0 && !t.Commitment.Awaits() {
		v.add("parties", Conditional, "the %d parties did not all work together", n)
	}
}

// judgeUse says what a commitment without prizes leaves open of what its seed decides.
func (t *Transcript) judgeUse(v *Verdict) {
	switch c := t.Commitment; {
	case len(c.Prizes)+len(c.Rules) == 0:
		v.add("use", Unprovable, "that all knew what the seed decides: the commitment does not say it")
	case c.Ranking() != nil:
		if n := c.First(); n > 0 {
			v.add("first", Passed, "the commitment says how many of the ranked list win: the first %d", n)
		} else {
			v.add("first", Unprovable, "that all knew how many of the ranked list win: the commitment does not say it")
		}
		v.add("struck", Unprovable, "that no row was struck out of the ranked list but for a reason that all knew")
	}
}

// judgeSkips says what must be so of the entries that were skipped later: by a rule of the commitment, or by none.
func (t *Transcript) judgeSkips(v *Verdict, later []Place) {
	judge := func(skipped int, why string) {
		what := "these " + label.Number(int64(skipped)) + " entries were"
		if skipped == 1 {
			what = "this entry was"
		}
		if skipped > 0 {
			v.add("skipped", Conditional, "%s rightly skipped%s", what, why)
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

func (t *Transcript) verifyList(v *Verdict, given Given) error {
	want := t.Commitment.Entries
	if given.List == nil {
		v.add("list", NotChecked, "the list is not given: it has %s and the SHA-256 %s",
			t.Commitment.Size(), want.Sum)
		return nil
	}
	drawn := make(map[uint64]string)
	for _, p := range t.Places {
		drawn[p.Entry] = ""
	}
	c, list, table := newChecker(nil), given.List, new(bytes.Buffer)
	ranks := t.Commitment.Ranking() != nil
	if ranks {
		c.allow = []Kind{Header, Quotes, Duplicates} // a row may have several lines, and its name is looked at
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
		v.Names = drawn
	}
	if given.Check {
		v.Problems = &c.List
	}
	v.check("list", err, "it is the list that was drawn from, with %s", t.Commitment.Size())
	if ranks && err == nil {
		rows, wrong := ReadTable(table)
		if wrong == nil {
			_, wrong = t.Rank(rows)
		}
		v.check("ranked", wrong, "its rows have an order that follows from the seed")
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
