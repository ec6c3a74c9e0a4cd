package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// together returns what decides a draw by quicknet and a party, and the commitment to it.
func together(t testing.TB) (*Commitment, Sources) {
	c := raffle(t)
	ann := secretOf("ann")
	c.Parties = []Party{ann.Party("Ann")}
	return c, Sources{beaconOf(t, 1000).Signature, []Secret{ann}}
}

// again draws, and reads what is written.
func again(t testing.TB, c *Commitment, from Sources, disqualified map[uint64]string) *Transcript {
	t.Helper()
	tr, err := Draw(c, from, disqualified)
	if err == nil {
		tr, err = ParseTranscript(tr.Text())
	}
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// conclude returns the verdict, and the conditions and what failed.
func conclude(v *Report) string {
	s := v.Verdict(late).String()
	for _, f := range append(v.Conditions(), v.Failed()...) {
		s += "; " + string(f.Name) + ": " + f.Detail
	}
	return s
}

// One honest source is enough, both count, and none may fail.
func TestBothSources(t *testing.T) {
	c, from := together(t)
	tr := again(t, c, from, nil)
	sum := c.Sum()
	if v := verify(t, tr, Given{Commitment: &sum}); v.Verdict(late) != Right || v.Before != c.Time ||
		v.state("refusal") != "cannot be proved by a file" || v.state("parties") != "absent" {
		t.Errorf("got %v", v.Findings)
	}
	for want, change := range map[string]func(){
		"[beacon seed winners]":  func() { tr.Signature = beaconOf(t, 42).Signature },
		"[secrets seed winners]": func() { tr.Secrets[0][0]++ },
		"[chain seed winners]":   func() { tr.Commitment.Beacon.Chain[0]++ },
	} {
		if change(); fmt.Sprint(verify(t, tr, Given{}).failures()) != want {
			t.Errorf("got %v, want %s", verify(t, tr, Given{}).Findings, want)
		}
		tr = again(t, c, from, nil)
	}
	for want, sources := range map[string]Sources{
		"no signature of this network":         {Signature{}, from.Secrets},
		`the secret of party "Ann" is missing`: {from.Signature, nil},
	} {
		if _, err := Draw(c, sources, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	// A chain of one's own is none, whatever else is right.
	c.Beacon.Chain[0]++
	if _, err := Draw(c, from, nil); err == nil || !strings.Contains(err.Error(), "none that this version knows") {
		t.Errorf("got %v", err)
	}
}

// A reader sees which skips the commitment fixed, which it foresaw by a rule, and which came later.
func TestForeseenSkips(t *testing.T) {
	c := raffle(t)
	c.Rules, c.Barred = []string{"second entry", "under 18"}, []Bar{{1, "works for us"}, {3, "works for us"}}
	sum, from := c.Sum(), signed(beaconOf(t, 1000))
	order := slices.Collect(numbers(again(t, c, from, nil).Seed, 8))
	first := slices.IndexFunc(order, func(entry uint64) bool { return entry != 1 && entry != 3 })
	for want, out := range map[string]map[uint64]string{
		"right": nil,
		"right, if; skipped: this entry was rightly skipped, by a rule of the commitment": {order[first]: "under 18"},
		"right, if; skipped: this entry was rightly skipped, for a reason that the commitment does not foresee": {
			order[first]: "unlucky"},
		"right, if; skipped: these 2 entries were rightly skipped, by a rule of the commitment; " +
			"skipped: this entry was rightly skipped, for a reason that the commitment does not foresee": {
			2: "second entry", 4: "unlucky", 5: "under 18"},
	} {
		if got := conclude(verify(t, again(t, c, from, out), Given{Commitment: &sum})); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if _, err := Draw(c, from, map[uint64]string{3: "late"}); err == nil || !strings.Contains(err.Error(), "bars entry 3") {
		t.Errorf("got %v", err)
	}
	// Whoever is barred cannot win, nor be skipped for another reason.
	tr := again(t, c, from, nil)
	barred := slices.IndexFunc(tr.Places, func(p Place) bool { return p.Skipped != "" })
	for reason, want := range map[string]string{"works for us": "[]", "": "[winners barred]", "late": "[winners]"} {
		tr.Places[barred].Skipped = reason
		v := verify(t, tr, Given{Commitment: &sum})
		if fmt.Sprint(v.failures()) != want {
			t.Errorf("got %v", v.Findings)
		}
		if reason == "" && v.Failed()[1].Detail != "entry 1 won, which the commitment bars" {
			t.Errorf("got %s", v.Failed()[1].Detail)
		}
	}
}

// Without prizes, a draw decides a seed, which can be checked as winners can.
func TestSeedAlone(t *testing.T) {
	c, from := together(t)
	c.Prizes = nil
	tr := again(t, c, from, nil)
	sum := c.Sum()
	if v := verify(t, tr, Given{Commitment: &sum}); v.Verdict(late) != Right || v.state("winners") != "absent" {
		t.Errorf("got %v", v.Findings)
	}
	tr.Seed[0]++
	if v := verify(t, tr, Given{}); fmt.Sprint(v.failures()) != "[seed]" {
		t.Errorf("got %v", v.Findings)
	}
	text := string(tr.Text())
	if _, err := ParseTranscript([]byte(text + "prize 1 All\n")); err == nil {
		t.Error("a prize that the commitment does not have")
	}
}

// A secret that no party committed to would let whoever adds it choose the seed, and so the winners.
func TestSecretOfNobody(t *testing.T) {
	alone := raffle(t)
	both, from := together(t)
	for _, c := range []*Commitment{alone, both} {
		tr := again(t, c, Sources{from.Signature, from.Secrets[:len(c.Parties)]}, nil)
		tr.Secrets = append(tr.Secrets, secretOf("tried until a friend won"))
		tr.Seed = tr.seed()
		tr.Places = c.places(numbers(tr.Seed, c.Entries.Count), nil)
		steered, err := ParseTranscript(tr.Text())
		if err != nil {
			t.Fatal(err)
		}
		if v := verify(t, steered, Given{}); fmt.Sprint(v.failures()) != "[secrets]" {
			t.Errorf("%d parties: got %v", len(c.Parties), v.Findings)
		}
	}
}

// A commitment that is too long alone is so in a transcript, too.
func TestLongCommitment(t *testing.T) {
	c := raffle(t)
	tr := again(t, c, signed(beaconOf(t, 1000)), nil)
	c.Entries.Count, c.Prizes = 2000, nil
	for i := range uint64(1000) {
		text := fmt.Sprintf("%0500d", i)
		c.Prizes = append(c.Prizes, Prize{1, text})
		c.Rules = append(c.Rules, text)
		c.Barred = append(c.Barred, Bar{i + 1, text})
		c.Parties = append(c.Parties, secretOf(text).Party(text))
	}
	tr.Commitment = c
	for _, err := range []error{second(c.Text()), second(ParseTranscript(tr.Text()))} {
		if err == nil || !strings.Contains(err.Error(), "more than 2097152 bytes") {
			t.Errorf("got %v", err)
		}
	}
	c.Parties = c.Parties[:900]
	if _, err := c.Text(); err != nil {
		t.Error(err)
	}
}

func second[T any](_ T, err error) error { return err }
