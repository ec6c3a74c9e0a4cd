package app

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/label"
)

// A commitArgs says what to commit to.
type commitArgs struct {
	Title   string       `json:"title"`
	Prizes  []draw.Prize `json:"prizes"`
	Hide    bool         `json:"hide"` // commit to a hidden list
	At, Now time.Time    // of the draw, and by the clock of the page
	Allow   []draw.Kind  `json:"allow"`
}

// A commitView is what the page shows of a commitment.
type commitView struct {
	Title   string       `json:"title"`
	What    string       `json:"what"`
	Prizes  []draw.Prize `json:"prizes"`
	Name    string       `json:"name"`
	Parties []string     `json:"parties"` // whose secrets decide, too
	Terms   []string     `json:"terms"`   // what makes chances unequal
	Entries uint64       `json:"entries"`
	Listed  bool         `json:"listed"` // the list that is given is the one of the commitment

	// Of the beacon, if its round decides.
	Round uint64    `json:"round,omitempty"`
	At    time.Time `json:"at"`    // when the round comes
	Comes string    `json:"comes"` // the same in words
	URLs  []string  `json:"urls"`  // of the round

	// Of a hidden list: itself, its key, and a line for each entrant.
	Hidden string `json:"hidden,omitempty"`
	Key    string `json:"key,omitempty"`
	Lines  string `json:"lines,omitempty"`
}

// hide makes a hidden list, and commits to it.
func (v *commitView) hide(c *draw.Commitment, list []byte) error {
	var hidden, lines strings.Builder
	hiding, err := draw.Hide(draw.NewSecret(), bytes.NewReader(list), &hidden, &lines)
	if err != nil {
		return err
	}
	c.Entries, v.Hidden, v.Key, v.Lines = hiding.Entries, hidden.String(), string(hiding.Text()), lines.String()
	return nil
}

// describe fills in what the page shows of every commitment.
func (v *commitView) describe(c *draw.Commitment, chain *draw.Chain) (err error) {
	v.Title, v.What, v.Name, v.Entries = called(c.Title), drawtext.What(c), c.Name().String(), c.Entries.Count
	for _, p := range c.Prizes {
		v.Prizes = append(v.Prizes, draw.Prize{Count: p.Count, Name: called(p.Name)})
	}
	for _, p := range c.Parties {
		v.Parties = append(v.Parties, p.Name)
	}
	if !c.Awaits() {
		return nil
	}
	v.Round = c.Beacon.Number
	v.URLs = chain.Relays(v.Round)
	v.At, err = chain.Time(v.Round)
	v.Comes = label.Moment(v.At)
	return err
}

// commit makes the commitment to a list, the first text.
func commit(s *Session, a commitArgs, texts [][]byte) (any, []byte, error) {
	list := given(texts, 0)
	found, err := draw.Check(bytes.NewReader(list), nil, a.Allow...)
	switch {
	case err != nil:
		return nil, nil, err
	case found.Err() != nil:
		return nil, nil, fmt.Errorf("%w; correct the list, or accept it as it is", found.Err())
	case a.Title == "":
		return nil, nil, errors.New("the draw needs a name")
	case len(a.Prizes) == 0 || slices.ContainsFunc(a.Prizes, func(p draw.Prize) bool { return p.Count < 1 }):
		return nil, nil, errors.New("the number of winners must be at least 1")
	case slices.ContainsFunc(a.Prizes, func(p draw.Prize) bool { return p.Name == "" }):
		return nil, nil, errors.New("each prize needs a name")
	}
	c := &draw.Commitment{Title: a.Title, Entries: found.Entries, Prizes: a.Prizes}
	var v commitView
	if a.Hide {
		if err := v.hide(c, list); err != nil {
			return nil, nil, err
		}
	}
	chain := draw.Quicknet()
	if err := c.Await(chain, a.At.UTC(), a.Now); err != nil {
		return nil, nil, err
	}
	s.enter(c.Name()) // who makes it has it before the draw
	text, err := c.Text()
	return &v, text, cmp.Or(err, v.describe(c, chain))
}

// parseCommitment reads a commitment.
func parseCommitment(text []byte, pasted bool) (*draw.Commitment, error) {
	if err := expect(text, drawtext.Commitment); err != nil {
		return nil, err
	}
	if pasted {
		text = forgive(text)
	}
	c, err := draw.ParseCommitment(text)
	if err != nil {
		return nil, drawtext.Changed("the commitment", err)
	}
	return c, nil
}

// drawable reads a commitment to prizes or a ranked list, with its chain if it has one.
func drawable(text []byte, pasted bool) (*draw.Commitment, *draw.Chain, error) {
	c, err := parseCommitment(text, pasted)
	if err != nil {
		return nil, nil, err
	}
	if len(c.Prizes) == 0 && c.Ranking() == nil {
		return nil, nil, errors.New("this draw is a seed for another program, which the page lacks: draw with " +
			"the command yates draw run")
	}
	chain := draw.ChainOf(c.Beacon.Chain)
	if !c.Awaits() {
		return c, chain, nil
	}
	first, err := chain.Round(c.Time)
	if err == nil && first != c.Beacon.Number {
		err = fmt.Errorf("round %d is not the first one at or after %s, which is %d",
			c.Beacon.Number, label.Moment(c.Time), first)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("this commitment contradicts itself, so no draw of it can be right: %w", err)
	}
	return c, chain, nil
}

// A commitmentArgs says where a commitment is from.
type commitmentArgs struct {
	Pasted bool `json:"pasted"` // and not from a file
}

// readCommitment shows a commitment, the first text, with what its list says, the second one if it is given. It returns
// the commitment as it was published.
func readCommitment(_ *Session, a commitmentArgs, texts [][]byte) (any, []byte, error) {
	c, chain, err := drawable(given(texts, 0), a.Pasted)
	if err != nil {
		return nil, nil, err
	}
	list := given(texts, 1)
	v := commitView{Listed: list != nil && c.Entries.Compare(bytes.NewReader(list), nil) == nil}
	if !v.Listed {
		list = nil // the draw will say so
	}
	v.Terms = termsOf(c, list)
	text, err := c.Text()
	return &v, text, cmp.Or(err, v.describe(c, chain))
}

// code returns the SHA-256 of a commitment that somebody kept, the first text. What is pasted may be from the page.
func code(s *Session, a commitmentArgs, texts [][]byte) (any, []byte, error) {
	c, err := parseCommitment(given(texts, 0), a.Pasted)
	if err != nil {
		return nil, nil, err
	}
	if !a.Pasted {
		s.enter(c.Name())
	}
	return c.Name().String(), nil, nil
}

// A runArgs has the beacon: what a relay answers, or the digits of its signature.
type runArgs struct {
	Beacon  string `json:"beacon"`
	Secrets string `json:"secrets"` // of the parties, in any order, apart by white space
	Skip    []skip `json:"skip"`
}

// sources reads what decides a draw.
func (a *runArgs) sources(c *draw.Commitment) (from draw.Sources, err error) {
	if c.Awaits() {
		b, err := draw.ParseBeacon([]byte(strings.TrimSpace(a.Beacon)), c.Beacon.Number)
		if err != nil {
			return from, err
		}
		from.Signature = b.Signature
	}
	for _, digits := range strings.Fields(a.Secrets) {
		secret, err := draw.ParseSecret(digits)
		if err != nil {
			return from, fmt.Errorf("a secret: %w", err)
		}
		from.Secrets = append(from.Secrets, secret)
	}
	return from, nil
}

// A skip is an entry that may not win.
type skip struct {
	Entry  uint64 `json:"entry"`
	Reason string `json:"reason"`
}

// run draws by a commitment, the first text, and returns the transcript. The list, the second one, is not needed.
func run(_ *Session, a runArgs, texts [][]byte) (any, []byte, error) {
	c, _, err := drawable(given(texts, 0), false)
	if err != nil {
		return nil, nil, err
	}
	if list := given(texts, 1); list != nil {
		if err := c.Entries.Compare(bytes.NewReader(list), nil); err != nil {
			return nil, nil, err
		}
	}
	from, err := a.sources(c)
	if err != nil {
		return nil, nil, err
	}
	disqualified := make(map[uint64]string)
	for _, skipped := range a.Skip {
		if skipped.Entry < 1 || skipped.Reason == "" {
			return nil, nil, errors.New("whoever is disqualified needs a line of the list and a reason")
		}
		if disqualified[skipped.Entry] != "" {
			return nil, nil, fmt.Errorf("line %d is disqualified twice: give one reason", skipped.Entry)
		}
		disqualified[skipped.Entry] = skipped.Reason
	}
	t, err := draw.Draw(c, from, disqualified)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range t.Places {
		delete(disqualified, p.Entry)
	}
	for entry := range disqualified { // which may be a mistake
		return nil, nil, fmt.Errorf("the draw does not come to line %d, so there is nothing to disqualify", entry)
	}
	return nil, t.Text(), nil
}
