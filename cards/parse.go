package cards

import (
	"fmt"
	"strings"
	"unicode"
)

// ParseCard returns the card of a name: rank and then suit, as in A♠, 10♥, As,
// Th or 10h, or 🃏, Jk or Joker. Letters may be of either case, and the suit may
// be a sign in outline (♤) or in the form for emoji. It reads back what
// [Card.String] and [Card.ASCII] return. White space around the name is an
// error; [ParseCards] skips it. Where the name is no card, it returns 0 and an
// error that says why. It takes O(len(name)) time, and goroutines may call it at
// the same time.
func ParseCard(name string) (Card, error) {
	// Phones and browsers put a variation selector after a sign to have it
	// drawn as text or in colours; it does not change what the sign means.
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
	if rank == "T" || rank == "t" {
		return Of(Ten, suit), nil
	}
	for r := Ace; r <= King; r++ {
		if strings.ToUpper(rank) == r.String() {
			return Of(r, suit), nil
		}
	}
	return 0, fmt.Errorf("%q is not a card: %q is not a rank, which is one of A 2 3 4 5 6 7 8 9 10 J Q K, or T for 10", name, rank)
}

// suitSigns are the ways to write each suit.
var suitSigns = [...][]string{
	Spades:   {"♠", "♤", "s", "S"},
	Hearts:   {"♥", "♡", "h", "H"},
	Diamonds: {"♦", "♢", "d", "D"},
	Clubs:    {"♣", "♧", "c", "C"},
}

// ParseCards returns the cards of a text of names, as [ParseCard] reads them,
// with white space, commas or both between them. An empty text is no cards. It
// stops at the first name that is no card, and says which one that is. It takes
// O(len(text)) time and memory, and goroutines may call it at the same time.
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
