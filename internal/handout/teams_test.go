package handout

import (
	"bytes"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// The teams are consecutive parts of the order, the larger ones first.
func TestTeams(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	seed := order.SeedFromText("teams")
	var want []string
	for _, i := range order.Shuffle(seed, len(names)) {
		want = append(want, names[i])
	}
	teams := Teams(names, 3, seed)
	if got := slices.Concat(teams...); !slices.Equal(got, want) {
		t.Errorf("the teams have %q, not %q", got, want)
	}
	if len(teams) != 3 || len(teams[0]) != 3 || len(teams[1]) != 3 || len(teams[2]) != 2 {
		t.Errorf("the teams are %q", teams)
	}
	var text bytes.Buffer
	WriteTeams(&text, [][]string{{"a", "b"}, {"c"}})
	if want := "Team 1\na\nb\n\nTeam 2\nc\n"; text.String() != want {
		t.Errorf("written as %q, not %q", text.String(), want)
	}
}
