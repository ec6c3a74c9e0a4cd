package draw

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func verify(t testing.TB, tr *Transcript, given Given) *Report {
	t.Helper()
	v, err := tr.Verify(given)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// late is after the time of all draws.
var late = time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)

func (v *Report) state(name Topic) string {
	for _, f := range v.Findings {
		if f.Name == name {
			return f.State.String()
		}
	}
	return "absent"
}

// failures returns the names of what failed.
func (v *Report) failures() (names []string) {
	for _, f := range v.Failed() {
		names = append(names, string(f.Name))
	}
	return names
}

func TestVerify(t *testing.T) {
	tr := mustDraw(t, map[uint64]string{1: "organized the raffle"})
	sum := tr.Commitment.Sum()
	v := verify(t, tr, Given{})
	if v.Verdict(late) != RightIf || v.Commitment != sum || !v.Before.Equal(time.Date(2023, 8, 23, 15, 59, 24, 0, time.UTC)) || v.Names != nil {
		t.Errorf("got %+v", v)
	}

	v = verify(t, tr, Given{Commitment: &sum, List: strings.NewReader(names)})
	if v.Verdict(late) != RightIf || v.state("commitment") != "passed" || v.state("list") != "passed" {
		t.Errorf("got %v", v.Findings)
	}
	if len(v.Names) != len(tr.Places) || v.Problems != nil || v.Names[1] != "Ada Lovelace" || v.Names[6] != "Thomas Bayes" {
		t.Errorf("got %v", v.Names)
	}
	if v := verify(t, tr, Given{List: strings.NewReader(strings.TrimSuffix(names, "\n"))}); v.Verdict(late) != RightIf {
		t.Errorf("without the last line feed: %v", v.Findings)
	}

	other := Sum{1}
	if v := verify(t, tr, Given{Commitment: &other}); fmt.Sprint(v.failures()) != "[commitment]" {
		t.Errorf("got %v", v.Findings)
	}
	for _, list := range []string{"", names + "Eve\n", strings.ReplaceAll(names, "\n", "\r\n"),
		strings.Replace(names, "Ada", "Eve", 1), "\ufeff" + names,
		"\ufeff" + strings.ReplaceAll(names, "\n", "\r\n"), names + "\n\n"} {
		v := verify(t, tr, Given{List: strings.NewReader(list), Check: true})
		if v.Verdict(late) != Wrong || fmt.Sprint(v.failures()) != "[list]" || v.Names != nil {
			t.Errorf("%q: got %v", list, v.Findings)
		}
		found, err := Check(strings.NewReader(list), nil)
		if err != nil || fmt.Sprint(v.Problems.Problems) != fmt.Sprint(found.Problems) || v.Problems.Count != found.Count {
			t.Errorf("%q: the problems are %v, not %v, %v", list, v.Problems, found, err)
		}
		if list == names+"Eve\n" &&
			!strings.Contains(fmt.Sprint(v.Findings), "the number of entries is 9, not 8") {
			t.Errorf("got %v", v.Findings)
		}
		added := strings.ContainsAny(list, "\r\ufeff") || strings.HasSuffix(list, "\n\n")
		for _, f := range v.Findings {
			if f.Name == "list" && strings.Contains(f.Detail, "a program added") != added {
				t.Errorf("%q: got %s", list, f.Detail)
			}
		}
	}
	broken := errors.New("broken")
	for _, r := range []io.Reader{iotest.ErrReader(broken), io.MultiReader(strings.NewReader(names),
		iotest.ErrReader(broken))} {
		if _, err := tr.Verify(Given{List: r}); !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
	}
}

// TestVerifyWrong: each wrong transcript that can be read fails, for the right reason.
func TestVerifyWrong(t *testing.T) {
	for want, change := range map[string]func(tr *Transcript){
		"[beacon seed winners]": func(tr *Transcript) {
			tr.Signature = beaconOf(t, 42).Signature
		},
		"[beacon]": func(tr *Transcript) { // everything follows, but from another signature
			tr.Signature = beaconOf(t, 42).Signature
			tr.Seed = tr.seed()
			tr.Places = tr.Commitment.places(numbers(tr.Seed, tr.Commitment.Entries.Count), nil)
		},
		"[seed]": func(tr *Transcript) { tr.Seed[31]++ },
		"[winners]": func(tr *Transcript) {
			tr.Places[0].Entry, tr.Places[1].Entry = tr.Places[1].Entry, tr.Places[0].Entry
		},
		"[round beacon seed winners]": func(tr *Transcript) {
			tr.Commitment.Beacon.Number++
		},
		"[round seed winners]": func(tr *Transcript) {
			tr.Commitment.Time = tr.Commitment.Time.Add(-time.Hour)
		},
		"[seed winners]": func(tr *Transcript) { tr.Commitment.Title = "Winter raffle" },
	} {
		tr := mustDraw(t, nil)
		change(tr)
		tr, err := ParseTranscript(tr.Text())
		if err != nil {
			t.Fatal(err)
		}
		if v := verify(t, tr, Given{}); fmt.Sprint(v.failures()) != want || v.Verdict(late) != Wrong {
			t.Errorf("got %v, want %s: %v", v.failures(), want, v.Findings)
		}
	}

	for want, change := range map[string]func(tr *Transcript){
		"the order has 5 places, not 4":          func(tr *Transcript) { tr.Places = tr.Places[:4] },
		"the order has 5 places, not 0":          func(tr *Transcript) { tr.Places = nil },
		"place 2 of the order is entry 6, not 1": func(tr *Transcript) { tr.Places[1].Entry = tr.Places[0].Entry },
		`place 1 of the order is entry 1, not 4 (skipped: "late")`: func(tr *Transcript) { // for nothing
			tr.Places = append([]Place{{tr.Places[4].Entry, "late", 0}}, tr.Places...)
		},
		`place 1 of the order is entry 1 (skipped: "late"), not 1`: func(tr *Transcript) { // skipped after it won
			tr.Places = append(tr.Places[:4:4], Place{tr.Places[0].Entry, "late", 2}, tr.Places[4])
		},
	} {
		tr := mustDraw(t, nil)
		change(tr)
		again, err := ParseTranscript(tr.Text())
		if err != nil {
			t.Fatalf("%s: %v", want, err)
		}
		if v := verify(t, again, Given{}); fmt.Sprint(v.failures()) != "[winners]" ||
			!strings.HasPrefix(v.Failed()[0].Detail, want) {
			t.Errorf("%s: got %v", want, v.Findings)
		}
	}
}

// Nothing is right of which nothing is known, and a value that is none has a name that says so.
func TestZeroReport(t *testing.T) {
	passed, none := Finding{State: Passed}, Finding{Name: AboutSeed}
	for _, findings := range [][]Finding{nil, {{State: NotChecked}}, {none}, {passed, none}} {
		if v := (&Report{Findings: findings}).Verdict(late); v != Wrong {
			t.Errorf("%v is %v", findings, v)
		}
	}
	if v := (&Report{Findings: []Finding{passed}}).Verdict(late); v != Right {
		t.Errorf("what passed is %v", v)
	}
	if v := Malformed(nil).Verdict(late); v != Wrong {
		t.Errorf("a malformed transcript is %v", v)
	}
	got := fmt.Sprint(State(0), State(9), State(-1), Passed, Verdict(9), Wrong)
	if got != "no state no state no state passed no verdict wrong" {
		t.Error(got)
	}
}

// What no file can show is a condition, so none of several transcripts of one commitment that differ in it is right.
func TestConditions(t *testing.T) {
	raffle := mustDraw(t, nil)
	sum, first := raffle.Commitment.Sum(), raffle.Places[0].Entry
	c := *raffle.Commitment
	c.Parties, c.Beacon = []Party{secretOf("a").Party("Ada"), secretOf("b").Party("Bob")}, Round{}
	parties, err := Draw(&c, Sources{Secrets: []Secret{secretOf("a"), secretOf("b")}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ofParties := c.Sum()
	const published = "this was published before 2023-08-23 15:59:24 UTC: " +
		"7c62b0236f5a495b9c61d8369294d1d59f03e02247fe044e40879b7e59fb498f"
	for _, test := range []struct {
		transcript *Transcript
		given      Given
		verdict    Verdict
		conditions []string
	}{
		{raffle, Given{Commitment: &sum}, Right, nil},
		{raffle, Given{}, RightIf, []string{published}},
		{mustDraw(t, map[uint64]string{first: "late"}), Given{Commitment: &sum}, RightIf,
			[]string{"this entry was rightly skipped"}},
		{mustDraw(t, map[uint64]string{first: "unlucky", 2: "late"}), Given{}, RightIf,
			[]string{"these 2 entries were rightly skipped", published}},
		{parties, Given{Commitment: &ofParties}, RightIf, []string{"the 2 parties did not all work together"}},
	} {
		v := verify(t, test.transcript, test.given)
		var conditions []string
		for _, f := range v.Conditions() {
			conditions = append(conditions, f.Detail)
		}
		if got := v.Verdict(late); got != test.verdict || !slices.Equal(conditions, test.conditions) {
			t.Errorf("%v %q, not %v %q", got, conditions, test.verdict, test.conditions)
		}
	}
	v := verify(t, raffle, Given{})
	early, due := v.Verdict(v.Before.Add(-1)), v.Verdict(v.Before)
	if early != TooEarly || due != RightIf || early.String() == RightIf.String() {
		t.Errorf("before its time the draw is %v, and then %v", early, due)
	}
}

// TestFlippedTranscript: with any bit flipped, a transcript is refused, fails, or has
// another commitment, whose name is not the one that was published; except in the
// reasons, which nobody but people can check.
func TestFlippedTranscript(t *testing.T) {
	c, from := together(t)
	c.Rules, c.Barred = []string{"under 18"}, []Bar{{5, "works for us"}}
	for _, tr := range []*Transcript{mustDraw(t, map[uint64]string{1: "late"}), again(t, c, from, nil)} {
		sum := tr.Commitment.Sum()
		text := tr.Text()
		reason := strings.Index(string(text), "late")
		for i := range text {
			for bit := range 8 {
				if (testing.Short() || reason < 0) && (i+bit)%8 > 0 {
					continue
				}
				text[i] ^= 1 << bit
				if got, err := ParseTranscript(text); err == nil {
					verdict, want := verify(t, got, Given{Commitment: &sum}).Verdict(late), Wrong
					if reason >= 0 && i >= reason && i < reason+len("late") {
						want = RightIf
					}
					if verdict != want {
						t.Errorf("bit %d of byte %d: %v, not %v\n%s", bit, i, verdict, want, text)
					}
				}
				text[i] ^= 1 << bit
			}
		}
	}
}
