package audit

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/internal/frame"
)

func suspectNames() []string {
	var names []string
	for _, s := range suspects.All() {
		names = append(names, s.Name)
	}
	return names
}

// knownShuffle returns the suspect with a name, or the fair shuffle.
func knownShuffle(name string) (suspects.Suspect, bool) {
	if name == fairName {
		return suspects.Suspect{
			Name: fairName, Title: "each place is swapped with itself or an earlier one",
			Story:   "This is the fair shuffle: each order is equally likely, so an audit finds nothing.",
			Shuffle: yates.FisherYates[[]int],
			Code:    "for i := len(s) - 1; i > 0; i-- {\n\tj := intn(i + 1)\n\ts[i], s[j] = s[j], s[i]\n}",
		}, true
	}
	return suspects.Find(name)
}

// fairName names the one shuffle that is not a suspect.
const fairName = "fisher-yates"

// noSuspect returns the error of a name that is not of a known mistake.
func noSuspect(name string) error {
	return frame.BadUsage("yates audit --list", "there is no suspect %q", name)
}

// A dealer deals with the shuffle of a suspect.
type dealer struct {
	suspect suspects.Suspect
	random  *rand.Rand
	deal    []int
	take    int
	number  int64
}

func (d *dealer) Next(context.Context) ([]byte, error) {
	d.suspect.Deal(d.deal, d.take, d.random.IntN)
	d.number++
	var text []byte
	for _, x := range d.deal[:d.take] {
		text = fmt.Append(text, x+1, " ")
	}
	return text, nil
}

func (d *dealer) Where() string { return fmt.Sprint("deal ", d.number) }

func (d *dealer) Close() {}
