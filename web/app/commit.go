package app

import (
	"bytes"
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

// A drawView is what the page shows of a draw, before it and afterwards.
type drawView struct {
	Title string   `json:"title"` // in quotation marks, as the organizer chose it
	What  string   `json:"what"`  // is drawn: "5 winners of 8 entries"
	Name  string   `json:"name"`  // of the commitment: what to look for
	Terms []string `json:"terms"` // what makes chances unequal, though the draw is right

	// Of the beacon, if its round decides.
	Round uint64    `json:"round,omitempty"`
	At    time.Time `json:"at"`              // when the round comes
	Comes string    `json:"comes,omitempty"` // the same in words
	URLs  []string  `json:"urls"`            // of the round
}

// drawOf returns what a commitment says of its draw, and its list, unless that is nil.
func drawOf(c *draw.Commitment, list []byte) drawView {
	v := drawView{Title: called(c.Title), Name: c.Sum().String(), Terms: termsOf(c, list)}
	v.What = drawtext.What(c, "winner", "winner") // of one prize or more
	if chain := draw.ChainOf(c.Beacon.Chain); chain != nil {
		if at, err := chain.Time(c.Beacon.Number); err == nil {
			v.Round, v.At, v.Comes, v.URLs = c.Beacon.Number, at, label.Moment(at), chain.Relays(c.Beacon.Number)
		}
	}
	return v
}

// A commitView is what the page shows of a commitment.
type commitView struct {
	drawView
	Prizes  []draw.Prize `json:"prizes"`
	Parties []string     `json:"parties"` // whose secrets decide, too
	Entries uint64       `json:"entries"`
	Listed  bool         `json:"listed"` // the list that is given is the one of the commitment

	// Of a hidden list: itself, its key, and a line for each entrant.
	Hidden string `json:"hidden,omitempty"`
	Key    string `json:"key,omitempty"`
	Lines  string `json:"lines,omitempty"`
}

// describe fills in what the page shows of every commitment, and returns its text.
func (v *commitView) describe(c *draw.Commitment, list []byte) ([]byte, error) {
	v.drawView, v.Entries = drawOf(c, list), c.Entries.Count
	for _, p := range c.Prizes {
		v.Prizes = append(v.Prizes, draw.Prize{Count: p.Count, Name: called(p.Name)})
	}
	for _, p := range c.Parties {
		v.Parties = append(v.Parties, p.Name)
	}
	return c.Text()
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
	if places := c.Places(); places > found.Entries.Count {
		words := label.Plural(int64(places), "winner")
		if a.Prizes[len(a.Prizes)-1].Name == drawtext.Alternates {
			words += " with alternates"
		}
		return nil, nil, fmt.Errorf("%s, but only %s", words, label.Plural(int64(found.Entries.Count), "name"))
	}
	var v commitView
	if a.Hide {
		var hidden, lines strings.Builder
		hiding, err := draw.Hide(draw.NewSecret(), bytes.NewReader(list), &hidden, &lines)
		if err != nil {
			return nil, nil, err
		}
		c.Entries, v.Hidden, v.Key, v.Lines = hiding.Entries, hidden.String(), string(hiding.Text()), lines.String()
	}
	if err := c.Await(draw.Quicknet(), a.At.UTC(), a.Now); err != nil {
		return nil, nil, err
	}
	s.enter(c.Sum()) // who makes it has it before the draw
	text, err := v.describe(c, nil)
	return &v, text, err
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

// drawable reads a commitment to prizes or a ranked list.
func drawable(text []byte, pasted bool) (*draw.Commitment, error) {
	c, err := parseCommitment(text, pasted)
	if err != nil {
		return nil, err
	}
	if len(c.Prizes) == 0 && c.Ranking() == nil {
		return nil, errors.New("this draw is a seed for another program, which the page lacks: draw with the command " +
			"yates draw run")
	}
	if first, _ := draw.Quicknet().Round(c.Time); c.Awaits() && first != c.Beacon.Number {
		return nil, drawtext.Changed("the commitment", fmt.Errorf("round %d is not the first one at or after %s",
			c.Beacon.Number, label.Moment(c.Time)))
	}
	return c, nil
}

// A commitmentArgs says where a commitment is from.
type commitmentArgs struct {
	Pasted bool `json:"pasted"` // and not from a file
}

// readCommitment shows a commitment, the first text, with what its list says, the second one if it is given. It returns
// the commitment as it was published.
func readCommitment(_ *Session, a commitmentArgs, texts [][]byte) (any, []byte, error) {
	c, err := drawable(given(texts, 0), a.Pasted)
	if err != nil {
		return nil, nil, err
	}
	var v commitView
	list := given(texts, 1)
	if v.Listed = list != nil && c.Entries.Compare(bytes.NewReader(list), nil) == nil; !v.Listed {
		list = nil // the draw will say so
	}
	text, err := v.describe(c, list)
	return &v, text, err
}

// code returns the SHA-256 of a commitment that somebody kept, the first text. What is pasted may be from the page.
func code(s *Session, a commitmentArgs, texts [][]byte) (any, []byte, error) {
	c, err := parseCommitment(given(texts, 0), a.Pasted)
	if err != nil {
		return nil, nil, err
	}
	if !a.Pasted {
		s.enter(c.Sum())
	}
	return c.Sum().String(), nil, nil
}

// A runArgs has the beacon: what a relay answers, or the digits of its signature.
type runArgs struct {
	Beacon  string            `json:"beacon"`
	Secrets string            `json:"secrets"` // of the parties, in any order, apart by white space
	Skip    map[uint64]string `json:"skip"`    // entries that may not win, and why
}

// run draws by a commitment, the first text, and returns the transcript. The list, the second one, is not needed.
func run(_ *Session, a runArgs, texts [][]byte) (any, []byte, error) {
	c, err := drawable(given(texts, 0), false)
	if err != nil {
		return nil, nil, err
	}
	if list := given(texts, 1); list != nil {
		err := c.Entries.Compare(bytes.NewReader(list), nil)
		if _, other := errors.AsType[*draw.ListError](err); other {
			return nil, nil, errors.New("this is not the list of this draw: take it out, or get it as it was published")
		} else if err != nil {
			return nil, nil, err
		}
	}
	var from draw.Sources
	if c.Awaits() {
		b, err := draw.ParseBeacon([]byte(a.Beacon), c.Beacon.Number)
		if err != nil {
			return nil, nil, err
		}
		from.Signature = b.Signature
	}
	for _, digits := range strings.Fields(a.Secrets) {
		secret, err := draw.ParseSecret(digits)
		if err != nil {
			return nil, nil, fmt.Errorf("a secret: %w", err)
		}
		from.Secrets = append(from.Secrets, secret)
	}
	t, err := draw.Draw(c, from, a.Skip)
	if err != nil {
		return nil, nil, err
	}
	for entry := range a.Skip { // one that is not needed may be a mistake
		if !slices.ContainsFunc(t.Places, func(p draw.Place) bool { return p.Entry == entry }) {
			return nil, nil, fmt.Errorf("the draw does not come to line %d, so there is nothing to disqualify", entry)
		}
	}
	return nil, t.Text(), nil
}
