package generators

import (
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// aboutGenerator describes a bet on a generator whose choices have that form.
func aboutGenerator(name string, f undo.Form) fortune.About {
	words := [...]string{undo.Backward: "from the last place to the first",
		undo.Forward: "from the first place to the last"}[f]
	return fortune.About{From: "deal", Form: f.String(), Generator: name,
		Text: fortune.Plainly("choices come from " + name + ", where places are swapped " + words)}
}
