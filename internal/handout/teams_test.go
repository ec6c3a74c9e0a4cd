package handout

import (
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// The teams are consecutive parts of the order, the larger ones first.
func TestTeams(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	seed := order.SeedFromText("teams")
	var want []string
	for _, i := range order.Of(seed, len(names)) {
		want = append(want, names[i])
	}
	teams, err := Teams(names, 3, seed)
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Concat(teams...); !slices.Equal(got, want) {
		t.Errorf("the teams have %q, not %q", got, want)
	}
	if len(teams) != 3 || len(teams[0]) != 3 || len(teams[1]) != 3 || len(teams[2]) != 2 {
		t.Errorf("the teams are %q", teams)
	}
	if text, want := TeamsText([][]string{{"a", "b"}, {"c"}}), "Team 1\na\nb\n\nTeam 2\nc\n"; string(text) != want {
		t.Errorf("written as %q, not %q", text, want)
	}
	if teams, err := Teams(names, 9, seed); err == nil {
		t.Errorf("9 teams of 8 names: %q", teams)
	}
}
