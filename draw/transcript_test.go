package draw

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// signed returns the sources of a draw by one beacon.
func signed(b Beacon) Sources { return Sources{Signature: b.Signature} }

func mustDraw(t testing.TB, disqualified map[uint64]string) *Transcript {
	t.Helper()
	tr, err := Draw(raffle(t), signed(beaconOf(t, 1000)), disqualified)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func TestDraw(t *testing.T) {
	early := raffle(t)
	early.Beacon.Number = 42
	secondEarlier := raffle(t)
	secondEarlier.Time = secondEarlier.Time.Add(1e9)
	for _, c := range []struct {
		c    *Commitment
		b    Beacon
		out  map[uint64]string
		want string
	}{
		{raffle(t), Beacon{1000, beaconOf(t, 42).Signature}, nil, "not the chain's signature of round 1000"},
		{early, beaconOf(t, 42), nil,
			"the first round at or after 2023-08-23 15:59:24 UTC is 1000, not 42"},
		{secondEarlier, beaconOf(t, 1000), nil, "is 1001, not 1000"},
		{raffle(t), beaconOf(t, 1000), map[uint64]string{1: ""}, "the reason to disqualify entry 1 is empty"},
		{raffle(t), beaconOf(t, 1000), map[uint64]string{1: "a\nwinner 3"}, "character U+000A"},
		{raffle(t), beaconOf(t, 1000), map[uint64]string{9: "x"}, "no entry 9 to disqualify: the list has 8"},
		{raffle(t), beaconOf(t, 1000), map[uint64]string{0: "x"}, "no entry 0 to disqualify: the list has 8"},
	} {
		tr, err := Draw(c.c, signed(c.b), c.out)
		if err == nil || !strings.Contains(err.Error(), c.want) || tr != nil {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// TestDisqualified: the others move up, until nobody is left for the last places.
func TestDisqualified(t *testing.T) {
	order := slices.Collect(numbers(mustDraw(t, nil).Seed, 8))
	out := make(map[uint64]string)
	for _, entry := range order[:7] {
		out[entry] = "late"
	}
	tr := again(t, raffle(t), signed(beaconOf(t, 1000)), out)
	if last := tr.Places[len(tr.Places)-1]; len(tr.Places) != 8 || last != (Place{order[7], "", 0}) {
		t.Errorf("got %v", tr.Places)
	}
	if v := verify(t, tr, Given{}); v.Verdict(late) != RightIf {
		t.Errorf("got %v", v.Findings)
	}
}

// The transcript has the reasons of those alone to whom the draw comes.
func TestNeedlessDisqualification(t *testing.T) {
	want, got := mustDraw(t, map[uint64]string{1: "late"}),
		mustDraw(t, map[uint64]string{1: "late", 3: "unlucky"})
	if !bytes.Equal(got.Text(), want.Text()) {
		t.Errorf("got %s", got.Text())
	}
}

// TestParseTranscript: what is not canonical is refused, with the number of the line.
func TestParseTranscript(t *testing.T) {
	text := string(mustDraw(t, map[uint64]string{1: "organized the raffle"}).Text())
	for _, c := range []struct{ old, new, want string }{
		{text, "", `transcript: line 1: missing: must be "yates draw commitment …"`},
		{text, raffleText, "transcript: line 11: missing"},
		{text, "\n\n" + text, "transcript: line 1: must be"},
		{text, text + "\n", "has no place here"},
		{text, text + "winner 5\n", "has no place here"},
		{text, text[:len(text)-1], "does not end in a line feed"},
		{text, strings.ReplaceAll(text, "\n", "\r\n"), "transcript: line 1: has a carriage return"},
		{text, strings.Repeat("x", MaxTranscript+1), "longer than"},
		{"title Summer", "title  Summer", "transcript: line 2: title: \" Summer raffle\" begins or ends with a space"},
		{"title Summer", "title Winter", "line 13: is not the SHA-256 of the commitment above"},
		{"transcript 1", "transcript 2", "line 12: must be"},
		{"\n\nyates", "\n\n\nyates", "line 12: must be"},
		{"genesis 1", "genesis 99999999991", "line 16: "},
		{"id quicknet", "id quick", "line 18: "},
		{"signature b4", "signature B4", "line 19: "},
		{"prize 1 First prize\nskipped", "prize 2 First prize\nskipped", "line 21: must be \"prize 1 First prize\""},
		{"prize 1 First prize\nskipped", "skipped", "line 21: must be \"prize 1 First prize\""},
		{"skipped 1 ", "skipped 01 ", "line 22: "},
		{"skipped 1 ", "skipped 9 ", `line 22: skipped: "9" is not a whole number from 1 to 8`},
		{"skipped 1 organized the raffle", "skipped 1", `line 22: skipped: "" is empty`},
		{"winner 6", "winner 06", "line 23: "},
		{"winner 6\n", "winner 6\nwinner 6\n", "line 24: must be \"prize 2 Second prize\""},
	} {
		if !strings.Contains(text, c.old) {
			t.Fatalf("nothing to replace: %q", c.old)
		}
		_, err := ParseTranscript([]byte(strings.Replace(text, c.old, c.new, 1)))

		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80q instead of %.80q: got %v, want %q", c.new, c.old, err, c.want)
		}
	}
}

// TestLargeTranscript: what would be too large to read is not written.
func TestLargeTranscript(t *testing.T) {
	c := &Commitment{Title: "Large", Entries: Entries{Count: MaxPlaces}, Prizes: []Prize{{MaxPlaces - 1, "all"}},
		Beacon: raffle(t).Beacon, Time: raffle(t).Time}
	out := make(map[uint64]string)
	for entry := uint64(1); entry <= 140_000; entry++ {
		out[entry] = strings.Repeat("x", MaxText)
	}
	if _, err := Draw(c, signed(beaconOf(t, 1000)), out); err == nil || !strings.Contains(err.Error(), "are the limit") {
		t.Errorf("got %v", err)
	}
}

func FuzzParseTranscript(f *testing.F) {
	f.Add(mustDraw(f, nil).Text())
	f.Add(mustDraw(f, map[uint64]string{1: "organized the raffle"}).Text())
	c := raffle(f)
	c.Parties, c.Beacon = []Party{secretOf("a").Party("Ada"), secretOf("b").Party("Bob")}, Round{}
	tr, err := Draw(c, Sources{Secrets: []Secret{secretOf("a"), secretOf("b")}}, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(tr.Text())
	f.Fuzz(func(t *testing.T, text []byte) {
		tr, err := ParseTranscript(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r\x1b") {
				t.Errorf("%q", err)
			}
			return
		}
		if again := tr.Text(); !bytes.Equal(again, text) {
			t.Errorf("%q is read, and %q is written", text, again)
		}
		if tr.Commitment.Entries.Count > 1_000_000 {
			return // takes long
		}
		v, err := tr.Verify(Given{})
		if err != nil {
			t.Fatal(err)
		}
		for _, finding := range v.Findings {
			if s := fmt.Sprint(finding); strings.ContainsAny(s, "\n\r\x1b") {
				t.Errorf("%q", s)
			}
		}
	})
}
