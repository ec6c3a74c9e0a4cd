package handout

import (
	"errors"
	"fmt"
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

// Each division that the pots and the ban allow is equally likely, and no other comes.
func TestPots(t *testing.T) {
	const draws = 6_000
	free := func(int, int) bool { return false }
	for _, c := range []struct {
		what               string
		people, teams, pot int
		apart              func(i, j int) bool
		many               int // ways to fill numbered teams
	}{
		{"three teams of five, of pots of three", 5, 3, 3, free, 6 * 2}, // the two of the last pot go to teams 1 and 2
		{"two teams of four, all in one pot", 4, 2, 4, free, 6},
		{"and 0 not with 1", 4, 2, 4, func(i, j int) bool { return i+j == 1 }, 4},
		{"two pots of two, and 0 not with 3", 4, 2, 2, func(i, j int) bool { return i+j == 3 && i*j == 0 }, 2},
	} {
		equallyOften(t, c.what, draws, c.many, func(seed order.Seed) string {
			teams, err := Pots(c.people, c.teams, c.pot, c.apart, seed)
			if err != nil {
				t.Fatal(err)
			}
			for _, team := range teams {
				pots := map[int]bool{}
				for _, i := range team {
					if slices.ContainsFunc(team, func(j int) bool { return c.apart(i, j) }) || c.pot < c.people && pots[i/c.pot] {
						t.Fatalf("%s: %v", c.what, teams)
					}
					pots[i/c.pot] = true
				}
				slices.Sort(team)
			}
			return fmt.Sprint(teams)
		})
	}
	if testing.Short() {
		return // the rest takes a second or more
	}
	if _, err := Pots(3, 2, 3, func(i, j int) bool { return i != j }, order.Seed{}); !errors.Is(err, ErrNone) {
		t.Errorf("if there is no division: %v", err)
	}
}
