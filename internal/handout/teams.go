// Package handout writes what is given out by lot: hands of cards, and teams of names.
package handout

import (
	"bytes"
	"fmt"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// Sizes divides n things into parts whose sizes differ by at most one, the larger first.
func Sizes(n int64, parts int) []int64 {
	sizes := make([]int64, parts)
	for i := range sizes {
		sizes[i] = (n + int64(parts-1-i)) / int64(parts)
	}
	return sizes
}

// Teams divides names into teams: consecutive parts of the order that the seed gives. It is
// an error if there are fewer names than teams.
func Teams(names []string, number int, seed order.Seed) ([][]string, error) {
	if len(names) < number {
		return nil, fmt.Errorf("%s cannot be divided into %s", label.Plural(len(names), "name"),
			label.Plural(number, "team"))
	}
	shuffled := Shuffled(seed, names)
	teams := make([][]string, number)
	for k, size := range Sizes(int64(len(names)), number) {
		teams[k], shuffled = shuffled[:size:size], shuffled[size:]
	}
	return teams, nil
}

// TeamsText returns teams under their numbers, with blank lines between them.
func TeamsText(teams [][]string) []byte {
	var b bytes.Buffer
	for k, team := range teams {
		if k > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "Team %d\n", k+1)
		for _, name := range team {
			fmt.Fprintln(&b, label.Escape(name, ""))
		}
	}
	return b.Bytes()
}
