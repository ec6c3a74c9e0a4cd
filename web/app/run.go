package app

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/draw"
)

// A runArgs has the beacon: what a relay answers, or the digits of its signature.
type runArgs struct {
	Beacon string    `json:"beacon"`
	Pasted bool      `json:"pasted"` // the commitment is, and not from a file
	Skip   []skip    `json:"skip"`
	Now    time.Time `json:"now"` // by the clock of the page
}

// A skip is an entry that may not win.
type skip struct {
	Entry  uint64 `json:"entry"`
	Reason string `json:"reason"`
}

// run draws by a commitment, the first text, from its list, the second one. The list is
// not needed.
func run(_ *Session, a runArgs, texts [][]byte) (any, []byte, error) {
	c, chain, err := parseCommitment(given(texts, 0), a.Pasted)
	if err != nil {
		return nil, nil, err
	}
	var list io.Reader
	if text := given(texts, 1); text != nil {
		if err := cmp.Or(refuse(text), c.Entries.Compare(bytes.NewReader(text), nil)); err != nil {
			return nil, nil, err
		}
		list = bytes.NewReader(text)
	}
	b, err := draw.ParseBeacon([]byte(strings.TrimSpace(a.Beacon)), c.Round)
	if err != nil {
		return nil, nil, err
	}
	disqualified := make(map[uint64]string)
	for _, s := range a.Skip {
		if s.Entry < 1 || s.Reason == "" {
			return nil, nil, errors.New("whoever is disqualified needs a line of the list and a reason")
		}
		disqualified[s.Entry] = s.Reason
	}
	t, err := draw.Draw(c, chain, b, disqualified)
	if err != nil {
		return nil, nil, err
	}
	verdict, err := t.Verify(draw.Given{List: list}) // only the organizer knows what was published
	if err != nil {
		return nil, nil, err
	}
	v := viewOf(t, verdict, a.Now)
	for _, p := range t.Places {
		delete(disqualified, p.Entry)
	}
	for _, entry := range slices.Sorted(maps.Keys(disqualified)) { // which may be a mistake
		v.Words += fmt.Sprintf(" The draw does not come to line %d, so there is nothing to disqualify.", entry)
	}
	return v, t.Text(), nil
}
