package app

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
)

// A checkArgs says what the reader knows, and not what comes with the draw: the SHA-256 of a commitment that was
// published, or nothing.
type checkArgs struct {
	Published string    `json:"published"`
	Pasted    bool      `json:"pasted"` // the transcript is, and not from a file
	Now       time.Time `json:"now"`    // by the clock of the page
}

// check checks the transcript of a draw, the first text, and its list, the second one if
// it is given. An empty list is a list.
func check(s *Session, a checkArgs, texts [][]byte) (any, []byte, error) {
	text, list := given(texts, 0), given(texts, 1)
	if err := expect(text, drawtext.Transcript); err != nil {
		return nil, nil, err
	}
	forgiven := a.Pasted && !bytes.Equal(text, forgive(text))
	if forgiven {
		text = forgive(text)
	}
	var given draw.Given
	if list != nil {
		given.List, given.Check = bytes.NewReader(list), true
	}
	copied := false
	if strings.TrimSpace(a.Published) != "" {
		sum, err := drawtext.Sum(a.Published)
		if err != nil {
			return nil, nil, fmt.Errorf("the code: %w", err)
		}
		if copied = s.copied(sum); !copied { // else it shows nothing
			given.Commitment = &sum
		}
	}
	t, err := draw.ParseTranscript(text)
	if err != nil {
		v, _ := viewOf(&draw.Transcript{Commitment: new(draw.Commitment)}, draw.Malformed(err), nil, a.Now)
		v.drawView = drawView{} // nobody knows which draw it is
		if _, err := draw.ParseTranscript(forgive(text)); err == nil {
			v.Words = "the ends of its lines were changed; get the transcript as it was published"
		}
		return v, nil, nil
	}
	report, err := t.Verify(given)
	if err != nil {
		return nil, nil, err
	}
	v, err := viewOf(t, report, list, a.Now)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case copied:
		v.Words += " The code that you entered came from this page, which had shown it before, so it is no evidence."
	case given.Commitment != nil:
		s.enter(*given.Commitment)
	}
	v.Problems = report.Problems
	if verdict := report.Verdict(a.Now); forgiven && (verdict == draw.Right || verdict == draw.RightIf) {
		v.Words += " The ends of pasted lines are the browser's, and were corrected: open the file to check each byte."
	}
	return v, nil, nil
}

// rank adds the order of a list that the draw ranks.
func (v *verdictView) rank(t *draw.Transcript, list []byte) error {
	rows, err := draw.ReadTable(bytes.NewReader(list))
	if err == nil {
		rows, err = t.Rank(rows)
	}
	most := min(len(rows), mostLines+1)
	v.Ranked, v.Below, v.First = rows[:most], len(rows)-most, t.Commitment.First()
	return err
}

// A verdictView is what the page shows of a transcript.
type verdictView struct {
	drawView
	State    string           `json:"state"`   // a draw.Verdict
	Verdict  string           `json:"verdict"` // what it comes to: "These winners are correct", with its conditions
	Stage    string           `json:"stage"`   // the same for an audience, which has not entered a code
	Skips    []drawtext.Place `json:"skips"`   // which the reader must check, the first of them
	Words    string           `json:"words"`   // the same in a sentence or two
	Compare  bool             `json:"compare"` // whether the code is still to be compared
	Prizes   []drawtext.Prize `json:"prizes"`  // nil if the draw is wrong, whatever code was entered
	Ranked   [][]string       `json:"ranked"`  // the header and the first rows in their order
	Below    int              `json:"below"`   // rows of the ranked list that are not among these
	First    uint64           `json:"first"`   // how many rows win, or 0
	Findings []findView       `json:"findings"`
	Open     []string         `json:"open"`     // what no file can prove
	Problems *draw.ListReport `json:"problems"` // what a check of the list finds
}

type findView struct {
	State  string `json:"state"` // "passed", "failed" or "not checked"
	Detail string `json:"detail"`
}

// viewOf returns a report for the page, with the list ranked if that is drawn and the list is given.
func viewOf(t *draw.Transcript, report *draw.Report, list []byte, now time.Time) (*verdictView, error) {
	if report.Names == nil {
		list = nil // it is not the one
	}
	c, before := t.Commitment, report.Until()
	v := &verdictView{drawView: drawOf(c, list)}
	paged, staged := *report, *report
	paged.Findings, staged.Findings = slices.Clone(report.Findings), slices.Clone(report.Findings)
	for i := range paged.Findings {
		f, audience := &paged.Findings[i], &staged.Findings[i]
		f.Detail = plain(detailOf(*f, before))
		if *audience = *f; f.Name == draw.AboutCommitment {
			v.Compare = f.State == draw.Conditional
			audience.State = draw.Conditional
			audience.Detail = "code " + onStage(report.Commitment) + " …, published before " + before
		}
		switch f.State {
		case draw.Unprovable:
			v.Open = append(v.Open, f.Detail)
		case draw.Conditional:
			v.Findings = append(v.Findings, findView{draw.NotChecked.String(), "whether " + f.Detail})
		default:
			v.Findings = append(v.Findings, findView{strings.ToLower(f.State.String()), f.Detail})
		}
	}
	verdict, headline, words := drawtext.Conclude(c, &paged, now)
	v.State = verdict.String()
	_, stage, _ := drawtext.Conclude(c, &staged, now)
	v.Stage = capital(stage)
	if staged.Verdict(now) == draw.RightIf {
		var conditions []string
		for _, f := range staged.Conditions() {
			if f.Name != draw.AboutCommitment {
				f.Detail = "whether " + f.Detail
			}
			conditions = append(conditions, f.Detail)
		}
		v.Stage = "Check it: " + strings.Join(conditions, "; ")
	}
	// One digit that was mistyped must not hide who won. Whoever sees them sees this verdict, too.
	mistyped := verdict == draw.Wrong && len(report.Failed()) == 1 && report.Failed()[0].Name == draw.AboutCommitment
	switch {
	case verdict == draw.RightIf:
		v.Verdict, words = correct(c)+strings.TrimPrefix(headline, draw.Right.String()), computed(report)
		v.Skips = quote(drawtext.Skips(t, report.Names, mostLines))
	case mistyped:
		v.Verdict, words = wrongCode, retype
	case verdict == draw.Wrong:
		v.Verdict, v.Compare, v.Terms = "Wrong", false, nil
		if slices.ContainsFunc(report.Failed(), func(f draw.Finding) bool {
			return f.Name == draw.AboutWinners || f.Name == draw.AboutTranscript
		}) {
			v.Verdict = "Wrong: this is not what was drawn"
		}
	case verdict == draw.Right: // the words say it if the list was not checked
		v.Verdict = correct(c)
		words = computed(report) + " You must have seen the code that you entered before " + before + "."
	default:
		v.Verdict = "Not yet confirmed: it is too early"
	}
	v.Words = plain(words)
	if verdict == draw.Wrong && !mistyped {
		return v, nil
	}
	v.Prizes = drawtext.Prizes(t, report.Names, mostLines)
	for i, p := range v.Prizes {
		v.Prizes[i].Name = called(p.Name)
		quote(p.Places)
	}
	if list == nil || c.Ranking() == nil {
		return v, nil
	}
	return v, v.rank(t, list)
}

// quote makes sure that neither the name nor the reason of whoever was skipped can be taken for a result.
func quote(places []drawtext.Place) []drawtext.Place {
	for i, p := range places {
		if p.Skipped == "" {
			continue
		}
		places[i].Skipped = called(p.Skipped)
		if p.Name != "" {
			places[i].Name = called(p.Name)
		}
	}
	return places
}

// correct says of what is drawn that it is correct.
func correct(c *draw.Commitment) string {
	switch {
	case c.Ranking() != nil:
		return "This order is correct"
	case len(c.Prizes) == 0:
		return "This seed is correct"
	}
	return "These winners are correct"
}

// computed says what a verdict was computed from.
func computed(r *draw.Report) string {
	if r.Names == nil {
		return "computed again here, from the random number of the draw. The list was not checked."
	}
	return "computed again here, from this list and the random number of the draw."
}

func capital(words string) string { return strings.ToUpper(words[:1]) + words[1:] }

// detailOf returns what a finding says. What people must do comes in the words of the page, which does not show the
// code of the draw: it would be copied.
func detailOf(f draw.Finding, before string) string {
	switch {
	case f.Name == draw.AboutCommitment && f.State == draw.Conditional:
		return "the code of this draw was published before " + before
	case f.Name == draw.AboutCommitment && f.State == draw.Failed:
		return "wrong code: it is not the one of this draw"
	case f.Name == draw.AboutCommitment:
		return "it is the draw of the code that you entered"
	case f.Name == draw.AboutBeacon && f.State == draw.Passed:
		return "the public number is genuine: " + f.Detail
	case f.Name == draw.AboutTime:
		return "that the draw was announced before " + before + ": look for its code where the draw was announced"
	}
	return f.Detail
}
