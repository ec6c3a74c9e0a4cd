package bets

import "github.com/yates-shuffle/yates/internal/label"

// A Game says what the bets are on: deals of some items.
type Game struct {
	Items, Take int
	Unordered   bool     // only which items a deal has counts
	Kinds       []int    // of items that cannot be told apart; else nil
	Remember    int      // deals, to find repeats
	Names       []string // of the items; nil means their numbers
}

// name returns the name of an item.
func (g *Game) name(number int) string { return label.Item(g.Names, number) }

// item returns an item in words.
func (g *Game) item(number int) string { return "item " + g.name(number) }
