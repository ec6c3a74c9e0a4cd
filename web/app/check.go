package app

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/label"
)

// A verdictView is what the page shows of a transcript.
type verdictView struct {
	OK       bool        `json:"ok"`
	Verdict  string      `json:"verdict"` // in words
	Title    string      `json:"title"`
	What     string      `json:"what"` // is drawn: "5 places of 8 entries"
	Round    uint64      `json:"round,omitempty"`
	Comes    string      `json:"comes,omitempty"` // the round, in words
	Prizes   []prizeView `json:"prizes"`          // nil if the draw is wrong
	Findings []findView  `json:"findings"`
	Open     []string    `json:"open"` // what no file can prove
	Name     string      `json:"name"` // of the commitment: what to look for
	Before   string      `json:"before"`
}

// A prizeView is a prize and who won it.
type prizeView struct {
	Name   string      `json:"name"`
	Places []placeView `json:"places"`
	Short  string      `json:"short,omitempty"` // if nobody is left
}

type placeView struct {
	Entry   uint64 `json:"entry"`
	Name    string `json:"name,omitempty"`
	Skipped string `json:"skipped,omitempty"`
}

type findView struct {
	State  string `json:"state"` // "passed", "failed" or "not checked"
	Detail string `json:"detail"`
}

// A checkArgs says what was published: the SHA-256 of a commitment, or nothing.
type checkArgs struct {
	Published string `json:"published"`
}

// check checks the transcript of a draw, the first text, and its list, the second one if
// it is not empty.
func check(_ *Session, a checkArgs, texts [][]byte) (any, []byte, error) {
	text, list := given(texts, 0), given(texts, 1)
	if len(text) == 0 {
		return nil, nil, errors.New("add the transcript of a draw")
	}
	if drawtext.KindOf(list) == drawtext.Transcript && drawtext.KindOf(text) != drawtext.Transcript {
		text, list = list, text
	}
	if err := expect(text, drawtext.Transcript); err != nil {
		return nil, nil, err
	}
	var given draw.Given
	if list != nil {
		if err := refuse(list); err != nil {
			return nil, nil, err
		}
		given.List = bytes.NewReader(list)
	}
	if digits := strings.ToLower(strings.Join(strings.Fields(a.Published), "")); digits != "" { // as on a poster
		sum, err := draw.ParseSum(digits)
		if err != nil {
			return nil, nil, fmt.Errorf("the published SHA-256: %w", err)
		}
		given.Commitment = &sum
	}
	t, err := draw.ParseTranscript(text)
	if err != nil {
		return &verdictView{Verdict: "WRONG: this is not as a transcript must be: " + label.Escape(err.Error(), "")}, nil, nil
	}
	verdict, err := t.Verify(given)
	if err != nil {
		return nil, nil, err
	}
	return viewOf(t, verdict), nil, nil
}

// expect refuses a text that is not of a kind.
func expect(text []byte, kind string) error {
	switch got := drawtext.KindOf(text); got {
	case kind:
		return nil
	case "":
		return fmt.Errorf("this is not %s", kind)
	default:
		return fmt.Errorf("this is %s, and not %s", got, kind)
	}
}

// viewOf returns a verdict for the page.
func viewOf(t *draw.Transcript, verdict *draw.Verdict) *verdictView {
	c := t.Commitment
	v := &verdictView{OK: verdict.OK(), Title: label.Name(c.Title), Name: verdict.Name.String(), Before: "the first secret was revealed",
		What: fmt.Sprintf("%s of %s", label.Plural(int64(c.Places()), "place"), drawtext.Entries(c.Entries.Count))}
	if !verdict.Before.IsZero() {
		v.Round, v.Before = c.Round, drawtext.Moment(verdict.Before)
		v.Comes = v.Before
	}
	for _, f := range verdict.Findings {
		switch detail := label.Escape(f.Detail, ""); {
		case f.State == draw.Unprovable:
			v.Open = append(v.Open, detail)
		case f.State == draw.NotChecked && f.Name == "commitment": // its name is shown
			v.Findings = append(v.Findings, findView{f.State.String(), "whether it is the commitment that was published: compare the SHA-256 below"})
		default:
			v.Findings = append(v.Findings, findView{strings.ToLower(f.State.String()), detail})
		}
	}
	switch {
	case !v.OK:
		v.Verdict = "WRONG: " + drawtext.Wrong(verdict)
		return v
	case verdict.Names == nil:
		v.Verdict = "RIGHT: these numbers follow from the commitment and the randomness. The list was not checked."
	default:
		v.Verdict = "RIGHT: these winners follow from the commitment, this list and the randomness."
	}
	v.Prizes = prizesOf(t, verdict.Names)
	return v
}

// prizesOf returns who won what.
func prizesOf(t *draw.Transcript, names map[uint64]string) []prizeView {
	var all []prizeView
	places, left := t.Places, mostLines
	for i, prize := range t.Commitment.Prizes {
		v := prizeView{Name: label.Name(prize.Name)}
		won := uint64(0)
		for ; len(places) > 0 && places[0].Prize == i; places = places[1:] {
			p := places[0]
			if p.Skipped == "" {
				won++
			}
			if left--; left < 0 {
				continue
			}
			place := placeView{Entry: p.Entry, Skipped: label.Clean(p.Skipped, draw.MaxText)}
			if name, ok := names[p.Entry]; ok {
				place.Name = label.Name(name)
			}
			v.Places = append(v.Places, place)
		}
		if won < prize.Count {
			v.Short = fmt.Sprintf("nobody is left: %d of %d", won, prize.Count)
		}
		if left < 0 {
			v.Short = "… and more: see the transcript"
		}
		all = append(all, v)
	}
	return all
}

// A commitArgs says what to commit to.
type commitArgs struct {
	Title      string      `json:"title"`
	Winners    uint64      `json:"winners"`
	Alternates uint64      `json:"alternates"`
	At, Now    time.Time   // of the draw, and by the clock of the page
	Allow      []draw.Kind `json:"allow"`
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
}

func commitViewOf(c *draw.Commitment, chain *draw.Chain) (*commitView, error) {
	at, err := chain.Time(c.Round)
	return &commitView{Title: label.Name(c.Title), Name: c.Name().String(), Round: c.Round, At: at, Comes: drawtext.Moment(at), URLs: draw.Relays(chain, c.Round),
		What: fmt.Sprintf("%s of %s", label.Plural(int64(c.Places()), "place"), drawtext.Entries(c.Entries.Count))}, err
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
	case found.Count == 0:
		return nil, nil, errors.New("the list has no entries")
	case !found.OK():
		return nil, nil, fmt.Errorf("line %d of the list %s; correct the list, or accept it as it is", found.Problems[0].Line, label.Escape(found.Problems[0].Reason, ""))
	case a.Title == "":
		return nil, nil, errors.New("the draw needs a name")
	case a.Winners < 1:
		return nil, nil, errors.New("the number of winners must be at least 1")
	}
	c := &draw.Commitment{Title: a.Title, Entries: found.Entries, Prizes: []draw.Prize{{Count: a.Winners, Name: "Winners"}}}
	if a.Alternates > 0 {
		c.Prizes = append(c.Prizes, draw.Prize{Count: a.Alternates, Name: "Alternates"})
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
	return view, text, err
}

// parseCommitment reads a commitment to a round of quicknet.
func parseCommitment(text []byte) (*draw.Commitment, *draw.Chain, error) {
	if err := expect(text, drawtext.Commitment); err != nil {
		return nil, nil, err
	}
	c, err := draw.ParseCommitment(text)
	if err != nil {
		return nil, nil, err
	}
	chain := draw.Quicknet()
	if len(c.Parties) > 0 || c.Chain != chain.Hash() {
		return nil, nil, errors.New("this commitment is not for drand's quicknet; draw with the command: yates draw run")
	}
	return c, chain, nil
}

// readCommitment shows a commitment, the first text.
func readCommitment(_ *Session, _ struct{}, texts [][]byte) (any, []byte, error) {
	c, chain, err := parseCommitment(given(texts, 0))
	if err != nil {
		return nil, nil, err
	}
	view, err := commitViewOf(c, chain)
	return view, nil, err
}

// A runArgs has the beacon: what a relay answers, or the digits of its signature.
type runArgs struct {
	Beacon string `json:"beacon"`
}

// run draws by a commitment, the first text, from its list, the second one. The list is
// not needed.
func run(_ *Session, a runArgs, texts [][]byte) (any, []byte, error) {
	c, chain, err := parseCommitment(given(texts, 0))
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
			return nil, nil, fmt.Errorf("this is not the list of the commitment: it has %s and the SHA-256 %s, not %s and %s",
				drawtext.Entries(got.Count), got.Sum, drawtext.Entries(c.Entries.Count), c.Entries.Sum)
		}
		list = bytes.NewReader(text)
	}
	b, err := draw.ParseBeacon([]byte(strings.TrimSpace(a.Beacon)), c.Round)
	if err != nil {
		return nil, nil, err
	}
	t, err := draw.Draw(c, chain, b, nil)
	if err != nil {
		return nil, nil, err
	}
	sum := draw.Sum(sha256.Sum256(given(texts, 0)))
	verdict, err := t.Verify(draw.Given{Commitment: &sum, List: list})
	if err != nil {
		return nil, nil, err
	}
	return viewOf(t, verdict), t.Text(), nil
}
