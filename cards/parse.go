package cards

import (
	"fmt"
	"strings"
	"unicode"
)

// ParseCard returns the card with a name: rank and then suit, as in A♠, 10♥, As,
// Th or 10h, or 🃏, Jk or Joker. Case does not matter, and the suit may be an outline
// symbol (♤) or an emoji. ParseCard reads what [Card.String] and [Card.ASCII] return.
// White space around the name is an error; [ParseCards] skips it. If the name is not a
// card, ParseCard returns 0 and an error that says why. It takes O(len(name)) time.
func ParseCard(name string) (Card, error) {
	// Phones and browsers add a variation selector to a symbol to draw it as text
	// or in colours; it does not change the meaning.
	bare := name
	for _, selector := range []string{"\uFE0E", "\uFE0F"} {
		bare = strings.TrimSuffix(bare, selector)
	}
	if bare == "" {
		return 0, fmt.Errorf("%q is not a card: a card is like A♠, 10♥, As, Th or Jk", name)
	}
	switch strings.ToUpper(bare) {
	case "🃏", "JK", "JOKER":
		return Joker, nil
	}
	var suit Suit
	rank := bare
	for s, signs := range suitSigns {
		for _, sign := range signs {
			if r, ok := strings.CutSuffix(bare, sign); ok {
				suit, rank = Suit(s), r
			}
		}
	}
	if suit == 0 {
		return 0, fmt.Errorf("%q is not a card: it does not end in a suit, which is one of ♠ ♥ ♦ ♣ or s h d c", name)
	}
	for r := Ace; r <= King; r++ {
		if upper := strings.ToUpper(rank); upper == r.String() || upper == "T" && r == Ten {
			return Of(r, suit), nil
		}
	}
	return 0, fmt.Errorf("%q is not a card: %q is not a rank, which is one of A 2 3 4 5 6 7 8 9 10 J Q K, or T for 10",
		name, rank)
}

// suitSigns are the spellings of each suit.
var suitSigns = [...][]string{
	Spades:   {"♠", "♤", "s", "S"},
	Hearts:   {"♥", "♡", "h", "H"},
	Diamonds: {"♦", "♢", "d", "D"},
	Clubs:    {"♣", "♧", "c", "C"},
}

// ParseCards returns the cards in a text of names, as [ParseCard] reads them, separated
// by white space, commas or both. An empty text has no cards. ParseCards stops at the
// first name that is not a card, and names it in the error. It takes O(len(text)) time
// and memory.
func ParseCards(text string) ([]Card, error) {
	names := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	cards := make([]Card, len(names))
	for i, name := range names {
		c, err := ParseCard(name)
		if err != nil {
			return nil, fmt.Errorf("card %d: %w", i+1, err)
		}
		cards[i] = c
	}
	return cards, nil
}
