package app

import (
	"bytes"
	"errors"
	"fmt"
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
	Title string    `json:"title"`
	What  string    `json:"what"`
	Name  string    `json:"name"`
	Round uint64    `json:"round"`
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
	hiding, err := draw.Hide(draw.NewSecret(), bytes.NewReader(list), &hidden)
	if err != nil {
		return err
	}
	c.Entries = hiding.Entries
	_, err = draw.ReadEntries(bytes.NewReader(list), func(number uint64, entry []byte) {
		fmt.Fprintf(&lines, "%d\t%s\t%s\n", number, hiding.Salt(number), entry)
	})
	v.Hidden, v.Key, v.Lines = hidden.String(), string(hiding.Text()), lines.String()
	return err
}

func commitViewOf(c *draw.Commitment, chain *draw.Chain) (*commitView, error) {
	at, err := chain.Time(c.Round)
	return &commitView{Title: label.Name(c.Title), What: drawtext.Places(c), Name: c.Name().String(), Round: c.Round,
		At: at, Comes: label.Moment(at), URLs: chain.Relays(c.Round)}, err
}

// commit makes the commitment to a list, the first text.
func commit(_ *Session, a commitArgs, texts [][]byte) (any, []byte, error) {
	list := given(texts, 0)
	if err := refuse(list); err != nil {
		return nil, nil, err
	}
	found, err := draw.Check(bytes.NewReader(list), a.Allow...)
	switch {
	case err != nil:
		return nil, nil, err
	case found.Err() != nil:
		return nil, nil, fmt.Errorf("%w; correct the list, or accept it as it is", found.Err())
	case a.Title == "":
		return nil, nil, errors.New("the draw needs a name")
	}
	if len(a.Prizes) == 0 {
		return nil, nil, errors.New("the number of winners must be at least 1")
	}
	for _, p := range a.Prizes {
		switch {
		case p.Count < 1:
			return nil, nil, errors.New("the number of winners must be at least 1")
		case p.Name == "":
			return nil, nil, errors.New("each prize needs a name")
		}
	}
	c := &draw.Commitment{Title: a.Title, Entries: found.Entries, Prizes: a.Prizes}
	var private commitView
	if a.Hide {
		if err := private.hide(c, list); err != nil {
			return nil, nil, err
		}
	}
	chain := draw.Quicknet()
	if err := c.Await(chain, a.At.UTC(), a.Now); err != nil {
		return nil, nil, err
	}
	text, err := c.Text()
	if err != nil {
		return nil, nil, err
	}
	view, err := commitViewOf(c, chain)
	if err == nil {
		view.Hidden, view.Key, view.Lines = private.Hidden, private.Key, private.Lines
	}
	return view, text, err
}

// parseCommitment reads a commitment to a round of quicknet.
func parseCommitment(text []byte, pasted bool) (*draw.Commitment, *draw.Chain, error) {
	if err := expect(text, drawtext.Commitment); err != nil {
		return nil, nil, err
	}
	if pasted {
		text = forgive(text)
	}
	c, err := draw.ParseCommitment(text)
	if err != nil {
		return nil, nil, drawtext.Changed("the commitment", err)
	}
	chain := draw.Quicknet()
	if len(c.Parties) > 0 || c.Chain != chain.Hash() {
		return nil, nil, errors.New("this commitment is not for drand's quicknet; draw with the command: yates " +
			"draw run")
	}
	return c, chain, nil
}

// A commitmentArgs says where a commitment is from.
type commitmentArgs struct {
	Pasted bool `json:"pasted"` // and not from a file
}

// readCommitment shows a commitment, the first text.
func readCommitment(_ *Session, a commitmentArgs, texts [][]byte) (any, []byte, error) {
	c, chain, err := parseCommitment(given(texts, 0), a.Pasted)
	if err != nil {
		return nil, nil, err
	}
	view, err := commitViewOf(c, chain)
	return view, nil, err
}
