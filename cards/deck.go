package cards

import (
	"cmp"
	"fmt"
	"slices"
)

// NewDeck returns a number of decks on top of each other, each of 52 cards followed by
// its jokers: decks × (52 + jokers) cards in all. The first card is the top one.
//
// The order of each deck is fixed: spades, hearts, diamonds, clubs, each from
// ace, two, three to king, and the jokers at the bottom. Real decks differ by maker;
// this order is the simplest to state.
//
// It panics if either number is negative. It takes time and memory linear in the
// number of cards.
func NewDeck(decks, jokers int) []Card {
	if decks < 0 || jokers < 0 {
		panic(fmt.Sprintf("cards: NewDeck of %d decks with %d jokers", decks, jokers))
	}
	one := make([]Card, 0, suits*ranks+jokers)
	for c := Card(1); c < Joker; c++ {
		one = append(one, c)
	}
	for range jokers {
		one = append(one, Joker)
	}
	return slices.Repeat(one, decks)
}

// Deal deals from the top of the deck, which is its front, one card to each hand in
// turn, until each hand has the given number. It returns the hands, each with its
// cards in the order dealt, and the rest of the deck.
//
// Deal does not change the deck: the hands are copies, but rest shares memory with the
// end of the deck. It panics if a number is negative, or if the deck has fewer than
// hands × cards cards. It takes O(hands × cards) time and memory.
func Deal(deck []Card, hands, cards int) (dealt [][]Card, rest []Card) {
	if hands < 0 || cards < 0 {
		panic(fmt.Sprintf("cards: Deal of %d hands with %d cards", hands, cards))
	}
	if cards > 0 && hands > len(deck)/cards { // hands*cards could overflow
		panic(fmt.Sprintf("cards: Deal of %d hands with %d cards from %d cards", hands, cards, len(deck)))
	}
	dealt = make([][]Card, hands)
	for h := range dealt {
		hand := make([]Card, cards)
		for i := range hand {
			hand[i] = deck[i*hands+h]
		}
		dealt[h] = hand
	}
	return dealt, deck[hands*cards:]
}

// Sort sorts a hand in place, as players hold it: by suit, spades, hearts, diamonds,
// clubs, and within a suit from ace, king, queen down to two; jokers come last. It takes
// O(n log n) time and O(1) memory.
func Sort(hand []Card) {
	slices.SortFunc(hand, func(a, b Card) int {
		if a.suited() && b.suited() && a.Suit() == b.Suit() {
			return cmp.Compare(height(b), height(a))
		}
		return cmp.Compare(a, b) // by suit; the joker has the highest number
	})
}

// height returns the rank of a card, with aces high.
func height(c Card) Rank {
	if c.Rank() == Ace {
		return King + 1
	}
	return c.Rank()
}
