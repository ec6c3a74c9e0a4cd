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
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/label"
)

// A verdictView is what the page shows of a transcript.
type verdictView struct {
	State    string           `json:"state"`   // a draw.Answer: "right", "right, if", "wrong" or "not checked"
	Verdict  string           `json:"verdict"` // what it comes to: "Right", with its conditions
	Skips    []drawtext.Place `json:"skips"`   // which the reader must check, the first of them
	Words    string           `json:"words"`   // the same in a sentence or two
	Compare  bool             `json:"compare"` // whether the code is still to be compared
	Title    string           `json:"title"`
	What     string           `json:"what"` // is drawn: "5 places of 8 entries"
	Round    uint64           `json:"round,omitempty"`
	Comes    string           `json:"comes,omitempty"` // the round, in words
	Prizes   []drawtext.Prize `json:"prizes"`          // nil if the draw is wrong
	Findings []findView       `json:"findings"`
	Open     []string         `json:"open"`     // what no file can prove
	Problems []string         `json:"problems"` // what a check of the list finds, the first of each kind
	More     uint64           `json:"more"`     // problems
	Name     string           `json:"name"`     // of the commitment: what to look for
}

type findView struct {
	State  string `json:"state"` // "passed", "failed" or "not checked"
	Detail string `json:"detail"`
}

// A checkArgs says what was published: the SHA-256 of a commitment, and that of a chain
// other than quicknet, or nothing.
type checkArgs struct {
	Published string    `json:"published"`
	Chain     string    `json:"chain"`
	Pasted    [2]bool   `json:"pasted"` // which of the texts are pasted, and not from files
	Now       time.Time `json:"now"`    // by the clock of the page
}

// check checks the transcript of a draw, the first text, and its list, the second one if
// it is given. An empty list is a list.
func check(_ *Session, a checkArgs, texts [][]byte) (any, []byte, error) {
	text, list := given(texts, 0), given(texts, 1)
	if text == nil {
		return nil, nil, errors.New("add the transcript of a draw")
	}
	pasted := a.Pasted[0]
	if drawtext.KindOf(forgive(list)) == drawtext.Transcript && drawtext.KindOf(forgive(text)) != drawtext.Transcript {
		text, list, pasted = list, text, a.Pasted[1]
	}
	if err := expect(text, drawtext.Transcript); err != nil {
		return nil, nil, err
	}
	forgiven := false
	if pasted {
		was := text
		text = forgive(text)
		forgiven = !bytes.Equal(text, was)
	}
	var given draw.Given
	if list != nil {
		if err := refuse(list); err != nil {
			return nil, nil, err
		}
		given.List = bytes.NewReader(list)
	}
	var err error
	if given.Commitment, err = sumIn(a.Published); err != nil {
		return nil, nil, fmt.Errorf("the code: %w", err)
	}
	if given.Chain, err = sumIn(a.Chain); err != nil {
		return nil, nil, fmt.Errorf("the chain: %w", err)
	}
	t, err := draw.ParseTranscript(text)
	if err != nil {
		return &verdictView{State: draw.NotChecked.String(), Verdict: "Not checked",
			Words: label.Escape(drawtext.Changed("the transcript", err).Error(), "")}, nil, nil
	}
	verdict, err := t.Verify(given)
	if err != nil {
		return nil, nil, err
	}
	v := viewOf(t, verdict, a.Now)
	if list != nil {
		found, err := draw.Check(bytes.NewReader(list))
		if err != nil {
			return nil, nil, err
		}
		v.Problems, v.More = problemsOf(found)
	}
	if forgiven && (v.State == draw.Right.String() || v.State == draw.RightIf.String()) {
		v.Words += " The ends of pasted lines are the browser's, and were corrected: open the file to check each byte."
	}
	return v, nil, nil
}

// sumIn returns the SHA-256 in a field, as it may stand on a poster; nil if it is empty.
func sumIn(field string) (*draw.Sum, error) {
	if strings.TrimSpace(field) == "" {
		return nil, nil
	}
	sum, err := drawtext.Sum(field)
	return &sum, err
}

// forgive undoes what copying and pasting does to a transcript or a commitment: a
// byte-order mark, other ends of lines, and more or fewer line feeds at the edges. What
// is in a file counts as it is, as for the command: all who check it must agree.
func forgive(text []byte) []byte {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), "\r\n")
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return append(bytes.TrimRight(text, "\r\n"), '\n')
}

// expect refuses a text that is not of a kind, even if it is forgiven.
func expect(text []byte, kind string) error {
	switch got := drawtext.KindOf(forgive(text)); {
	case got == kind:
		return nil
	case len(text) == 0:
		return errors.New("the file is empty")
	case got == "" && kind == drawtext.Transcript:
		return errors.New("this is not a transcript; names alone, such as the result of a draw, prove nothing. Only " +
			"a public draw has a transcript")
	case got == "":
		return fmt.Errorf("this is not %s", plain(kind))
	default:
		return fmt.Errorf("this is %s, and not %s", plain(got), plain(kind))
	}
}

// viewOf returns a verdict for the page.
func viewOf(t *draw.Transcript, verdict *draw.Verdict, now time.Time) *verdictView {
	c := t.Commitment
	v := &verdictView{Title: label.Name(c.Title), Name: verdict.Name.String(), What: drawtext.Places(c)}
	before := verdict.Until()
	if !verdict.Before.IsZero() {
		v.Round, v.Comes = c.Round, before
	}
	for _, f := range verdict.Findings {
		switch detail := plain(detailOf(f, before)); f.State {
		case draw.Unprovable:
			v.Open = append(v.Open, detail)
		case draw.Conditional:
			v.Findings = append(v.Findings, findView{draw.NotChecked.String(), detail})
			v.Compare = v.Compare || f.Name == "commitment"
		default:
			v.Findings = append(v.Findings, findView{strings.ToLower(f.State.String()), detail})
		}
	}
	answer, words := drawtext.Conclude(verdict, now)
	v.State = answer.String()
	v.Verdict = strings.ToUpper(v.State[:1]) + v.State[1:]
	switch answer {
	case draw.RightIf:
		v.Verdict += " " + strings.TrimSuffix(drawtext.Conditions(verdict), ": "+v.Name) // which is shown below it
		v.Skips = drawtext.Skips(t, verdict.Names, mostLines)
	case draw.Wrong:
		v.Compare = false
	case draw.OtherChain:
		words += " above."
	}
	v.Words = plain(words)
	if answer != draw.Wrong {
		v.Prizes = drawtext.Prizes(t, verdict.Names, mostLines)
	}
	return v
}

// plain returns a text of draw as the page shows it, on one line.
func plain(text string) string {
	return label.Escape(text, "")
}

// detailOf returns what a finding says. What people must do comes in the words of the page.
func detailOf(f draw.Finding, before string) string {
	switch {
	case f.Name == "commitment" && f.State == draw.Conditional:
		return "whether this is the draw that was announced: compare the code"
	case f.State == draw.Conditional:
		return "whether " + f.Detail
	case f.Name == "beacon" && f.State == draw.Passed:
		return "the public number is genuine: " + f.Detail
	case f.Name == "time":
		return "that the draw was announced before " + before + ": look for the code above where the draw was announced"
	}
	return f.Detail
}

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
	_, err = draw.ScanEntries(bytes.NewReader(list), func(number uint64, entry []byte) {
		fmt.Fprintf(&lines, "%d\t%s\t%s\n", number, hiding.Salt(number), entry)
	})
	v.Hidden, v.Key, v.Lines = hidden.String(), string(hiding.Text()), lines.String()
	return err
}

func commitViewOf(c *draw.Commitment, chain *draw.Chain) (*commitView, error) {
	at, err := chain.Time(c.Round)
	return &commitView{Title: label.Name(c.Title), What: drawtext.Places(c), Name: c.Name().String(), Round: c.Round,
		At: at, Comes: label.Moment(at), URLs: draw.Relays(chain, c.Round)}, err
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
		got, err := draw.ReadEntries(bytes.NewReader(text))
		if err = cmp.Or(refuse(text), err); err != nil {
			return nil, nil, err
		}
		if got != c.Entries {
			return nil, nil, fmt.Errorf("this is not the list of the commitment: it has %s and the SHA-256 %s, not "+
				"%s and %s",
				drawtext.Entries(got.Count), got.Sum, drawtext.Entries(c.Entries.Count), c.Entries.Sum)
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
