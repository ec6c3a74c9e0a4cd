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

// holeCards returns the cards of a line, or nil if it deals none. A line with more than
// one pair of brackets is of a later round of the same hand.
func holeCards(line []byte) []byte {
	line = bytes.TrimSpace(line)
	rest, own := line, bytes.HasPrefix(line, []byte("Dealt to "))
	if _, after, ok := bytes.Cut(line, []byte("[ME] : Card dealt to a spot ")); ok {
		rest, own = after, true
	}
	if !own || len(rest) == 0 || rest[len(rest)-1] != ']' {
		return nil
	}
	open := bytes.LastIndexByte(rest, '[')
	if open < 0 || bytes.HasSuffix(bytes.TrimSpace(rest[:open]), []byte("]")) {
		return nil
	}
	return rest[open+1 : len(rest)-1]
}
