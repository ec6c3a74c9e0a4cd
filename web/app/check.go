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
	t, err := draw.ParseTranscript(text)
	copied, part := false, "" // of the code
	if strings.TrimSpace(a.Published) != "" {
		sum, notWhole := drawtext.Sum(a.Published)
		if part = drawtext.Digits(a.Published); notWhole == nil {
			part = ""
			if copied = s.copied(sum); !copied { // else it shows nothing
				given.Commitment = &sum
			}
		} else if err != nil || len(part) < leastPart || !strings.HasPrefix(t.Commitment.Sum().String(), part) {
			return nil, nil, fmt.Errorf("the code: %w", notWhole)
		}
	}
	if err != nil {
		v, _ := viewOf(&draw.Transcript{Commitment: new(draw.Commitment)}, draw.Malformed(err), nil, nil, a.Now)
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
	v, err := viewOf(t, report, list, given.Commitment, a.Now)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case copied:
		v.Note = "The code that you entered came from this page, which had shown it before, so it is no evidence."
	case part != "":
		v.Note = "The code " + agrees(part) + "."
	case given.Commitment != nil:
		s.enter(*given.Commitment)
	}
	v.Problems = report.Problems
	if verdict := report.Verdict(a.Now); forgiven && (verdict == draw.Right || verdict == draw.RightIf) {
		v.Note += " The ends of pasted lines are the browser's, and were corrected: open the file to check each byte."
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
	Note     string           `json:"note"`    // what the reader must know besides
	Typing   bool             `json:"typing"`  // the code is not this draw's, but nearly
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

// viewOf returns a report for the page, with the list ranked if that is drawn and the list is given. The code is what
// was entered, or nil.
func viewOf(t *draw.Transcript, report *draw.Report, list []byte, code *draw.Sum, now time.Time) (*verdictView, error) {
	if report.Names == nil {
		list = nil // it is not the one
	}
	c, before := t.Commitment, report.Until()
	confirmed := func(f draw.Finding) bool { return f.Name == draw.AboutCommitment && f.State == draw.Passed }
	known := slices.ContainsFunc(report.Findings, confirmed)
	forged := slices.ContainsFunc(report.Failed(), func(f draw.Finding) bool { return f.Name == draw.AboutBeacon })
	v := &verdictView{drawView: drawOf(c, list)}
	paged, staged := *report, *report
	paged.Findings, staged.Findings = slices.Clone(report.Findings), slices.Clone(report.Findings)
	for i := range paged.Findings {
		f, audience := &paged.Findings[i], &staged.Findings[i]
		f.Detail = plain(detailOf(*f, before))
		if *audience = *f; f.Name == draw.AboutCommitment {
			v.Compare = f.State == draw.Conditional
			audience.State = draw.Conditional
			audience.Detail = "compare with the code announced before " + before + ": " +
				onStage(report.Commitment) + " …"
		}
		if forged && (f.Name == draw.AboutSeed || f.Name == draw.AboutWinners) {
			continue // what follows from another number is no second fault
		}
		switch f.State {
		case draw.Unprovable:
			if f.Name == draw.AboutTime && known {
				continue // its code was seen there
			}
			v.Open = append(v.Open, f.Detail)
		case draw.Conditional:
			v.Findings = append(v.Findings, findView{draw.NotChecked.String(), "whether " + f.Detail})
		default:
			v.Findings = append(v.Findings, findView{strings.ToLower(f.State.String()), f.Detail})
		}
	}
	verdict, _, words := drawtext.Conclude(c, &paged, now)
	v.State = verdict.String()
	_, stage, _ := drawtext.Conclude(c, &staged, now)
	v.Stage = capital(stage)
	if staged.Verdict(now) == draw.RightIf {
		var conditions []string
		for _, f := range staged.Conditions() {
			if f.Name != draw.AboutCommitment {
				f.Detail = "check whether " + f.Detail
			}
			conditions = append(conditions, f.Detail)
		}
		v.Stage = capital(strings.Join(conditions, "; "))
	}
	// One digit that was mistyped must not hide who won. Whoever sees them sees this verdict, too.
	failed := report.Failed()
	v.Typing = len(failed) == 1 && failed[0].Name == draw.AboutCommitment && nearly(report.Commitment, *code)
	switch {
	case verdict == draw.RightIf:
		var all []string
		for _, f := range report.Conditions() {
			if f.Name == draw.AboutCommitment {
				all = slices.Insert(all, 0, "if this is the announced draw")
			} else {
				all = append(all, "if "+plain(f.Detail))
			}
		}
		v.Verdict, words = "Drawn correctly, "+strings.Join(all, ", and "), computed(report)
		v.Skips = quote(drawtext.Skips(t, report.Names, mostLines))
	case v.Typing:
		v.Verdict, words = "Wrong code: check the typing", differs(report.Commitment.String(), code.String())
	case verdict == draw.Wrong:
		v.Verdict, words = wrong(failed)
		v.Compare, v.Terms = false, nil
	case verdict == draw.Right: // the words say it if the list was not checked
		v.Verdict = correct(c)
		words = computed(report) + " You must have seen the code before " + before + "."
	default:
		v.Verdict = "Not yet confirmed: it is too early"
	}
	v.Words = plain(words)
	if verdict == draw.Wrong && !v.Typing {
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

// nearly reports whether a code differs from another one in so few digits as people mistype.
func nearly(a, b draw.Sum) bool {
	const most = 7
	x, y, other := a.String(), b.String(), 0
	for i := range len(x) {
		if x[i] != y[i] {
			other++
		}
	}
	return other <= most
}

// wrong says which draw or list this is not, and what is first found wrong in it.
func wrong(failed []draw.Finding) (verdict, words string) {
	about := func(names ...draw.Topic) int {
		return slices.IndexFunc(failed, func(f draw.Finding) bool { return slices.Contains(names, f.Name) })
	}
	const ask = "ask the organizer for the original."
	if about(draw.AboutBeacon) >= 0 {
		return "This is not what was drawn", "its random number is not genuine. " + capital(ask)
	}
	if i := about(draw.AboutWinners, draw.AboutTranscript); i >= 0 {
		plainly := strings.NewReplacer(" of the order is entry ", " should be line ",
			"transcript: ", "it was changed in ")
		return "This is not what was drawn", plainly.Replace(failed[i].Detail) + ". " + capital(ask)
	}
	switch list := about(draw.AboutList); {
	case list >= 0 && len(failed) == 1:
		return "This is not the list of this draw", "all else is right. " + capital(ask)
	case about(draw.AboutCommitment) == 0 && len(failed) == 1:
		return "This is not the draw that was announced", "it has another code. " + capital(ask)
	}
	return "This is not what was drawn", ask
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
