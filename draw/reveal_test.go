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

func TestSecretsOfParties(t *testing.T) {
	c := raffle(t)
	c.Beacon = Round{}
	if _, err := Draw(c, Sources{Secrets: nil}, nil); err == nil || !strings.Contains(err.Error(), `round: "0" is not`) {
		t.Errorf("got %v", err)
	}
	a, b := secretOf("a"), secretOf("b")
	c.Parties = []Party{a.Party("Ada"), b.Party("Bob")}
	for want, secrets := range map[string][]Secret{
		`of party "Ada" is missing`: {b},
		`of party "Bob" is missing`: {a, a},
		"that of no party":          {a, secretOf("c")},
	} {
		if _, err := Draw(c, Sources{Secrets: secrets}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	tr, err := Draw(c, Sources{Secrets: []Secret{b, a}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Draw(c, signed(beaconOf(t, 1000)), nil); err == nil ||
		!strings.Contains(err.Error(), "there is a beacon, and the commitment names none") {
		t.Errorf("a beacon instead of the parties: %v", err)
	}
	// Each secret counts.
	other := secretOf("c")
	c.Parties[1] = other.Party("Bob")
	if tr2, err := Draw(c, Sources{Secrets: []Secret{a, other}}, nil); err != nil || tr2.Seed == tr.Seed {
		t.Errorf("%v, or the same seed", err)
	}
	if a.Party("Ada").Sum == a.Party("Bob").Sum {
		t.Error("the sum does not depend on the name")
	}
}
