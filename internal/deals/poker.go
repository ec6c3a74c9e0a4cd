//go:build !js

package deals

import (
	"bytes"
	"context"
	"regexp"
	"sync"
)

// HoleCards is a source of the cards that poker players were dealt, from the lines of
// hand histories. A line such as
//
//	Dealt to Hero [Ah Td]
//	Seat 4: Small Blind [ME] : Card dealt to a spot [Ah Td]
//
// is a deal; other lines are skipped. Boards and cards that are shown at the end are no
// fair sample: whether there are any depends on the cards that players hold.
type HoleCards struct{ *Lines }

// Next returns the cards of the next hand.
func (h HoleCards) Next(ctx context.Context) ([]byte, error) {
	for {
		line, err := h.Lines.Next(ctx)
		if err != nil {
			return nil, err
		}
		if cards := holeCards(line); cards != nil {
			return cards, nil
		}
	}
}

// dealtLine matches a line that deals cards, and what is in the brackets that end it and in
// those before.
var dealtLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:Dealt to |.*\[ME\] : Card dealt to a spot ).*?` +
		`(?:\[([^\[\]]*)\]\s*)?\[([^\[\]]*)\]\s*$`)
})

// holeCards returns the cards of a line, or nil if it deals none. A line with two pairs of
// brackets around cards is of a later round of the same hand.
func holeCards(line []byte) []byte {
	found := dealtLine().FindSubmatch(line)
	if found == nil || found[1] != nil && areAll(bytes.Fields(found[1]), kinds[1]) {
		return nil
	}
	return found[2]
}
