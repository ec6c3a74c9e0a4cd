package draw

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
)

// secretOf returns a secret that everybody knows.
func secretOf(text string) Secret { return sha256.Sum256([]byte(text)) }

func (p Party) line() string { return fmt.Sprintf("party %s %s\n", p.Sum, p.Name) }

// Without a beacon, the secrets of all parties decide, each of them, and no others.
func TestSecretsOfParties(t *testing.T) {
	c := raffle(t)
	c.Beacon = Round{}
	if _, err := Draw(c, Sources{}, nil); err == nil || !strings.Contains(err.Error(), `round: "0" is not`) {
		t.Errorf("got %v", err)
	}
	a, b, other := secretOf("a"), secretOf("b"), secretOf("c")
	c.Parties = []Party{a.Party("Ada"), b.Party("Bob")}
	for want, from := range map[string]Sources{
		`of party "Ada" is missing`:                        {Secrets: []Secret{b}},
		`of party "Bob" is missing`:                        {Secrets: []Secret{a, a}},
		"that of no party":                                 {Secrets: []Secret{a, other}},
		"there is a beacon, and the commitment names none": signed(beaconOf(t, 1000)),
	} {
		if _, err := Draw(c, from, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	tr := again(t, c, Sources{Secrets: []Secret{b, a}}, nil)
	seed := tr.Seed
	if v := verify(t, tr, Given{}); v.Verdict(late) != RightIf || v.state("parties") != "only if" ||
		v.state("refusal") != "cannot be proved by a file" || v.state("beacon") != "absent" || !v.Before.IsZero() {
		t.Errorf("got %v", v.Findings)
	}
	for _, secrets := range [][]Secret{nil, {a}, {a, other}, {b, a}, {a, b, b}} {
		tr.Secrets = secrets
		if v := verify(t, tr, Given{}); fmt.Sprint(v.failures()) != "[secrets seed winners]" {
			t.Errorf("the secrets %v: %v", secrets, v.Findings)
		}
	}
	c.Parties[1] = other.Party("Bob")
	if again(t, c, Sources{Secrets: []Secret{a, other}}, nil).Seed == seed {
		t.Error("another secret makes the same seed")
	}
	if a.Party("Ada").Sum == a.Party("Bob").Sum {
		t.Error("the sum does not depend on the name")
	}
}
