package deals

import (
	"bytes"
	"context"
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

// holeCards returns the cards of a line, or nil if it deals none. A line with two pairs of
// brackets around cards is of a later round of the same hand.
func holeCards(line []byte) []byte {
	line = bytes.TrimSpace(line)
	rest, own := line, bytes.HasPrefix(line, []byte("Dealt to "))
	if _, after, ok := bytes.Cut(line, []byte("[ME] : Card dealt to a spot ")); ok {
		rest, own = after, true
	}
	if !own {
		return nil
	}
	before, cards, ok := lastBrackets(rest)
	if _, earlier, again := lastBrackets(bytes.TrimSpace(before)); !ok || again &&
		areAll(bytes.Fields(earlier), kinds[1]) {
		return nil
	}
	return cards
}

// lastBrackets returns what is in the brackets that end a line, and what is before.
func lastBrackets(line []byte) (before, inside []byte, ok bool) {
	open := bytes.LastIndexByte(line, '[')
	if open < 0 || line[len(line)-1] != ']' {
		return nil, nil, false
	}
	return line[:open], line[open+1 : len(line)-1], true
}
