package cards

import (
	"cmp"
	"fmt"
	"slices"
)

// NewDeck returns the cards of a number of decks on top of each other, each of
// them 52 cards and then its jokers, so decks × (52 + jokers) cards in all. The
// first card is the top one.
//
// The order of each deck is fixed: spades, hearts, diamonds, clubs, each from
// ace, two, three to king, and the jokers at the bottom. It is the simplest to
// state; the boxes of real decks differ by maker.
//
// It panics if either number is negative. It takes time and memory linear in
// what it returns, and goroutines may call it at the same time.
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

// Deal deals from the top of the deck, which is its front, as people do: a card
// to each hand in turn, round and round, until each has the given number. It
// returns the hands, each with its cards in the order they came, and the rest of
// the deck.
//
// The deck stays as it is: the hands are copies, while rest shares its memory
// with the deck's end. It panics if a number is negative, or if the deck holds
// fewer than hands × cards cards. It takes O(hands × cards) time and memory.
// Goroutines may deal from the same deck at the same time, as nothing is taken
// out of it.
func Deal(deck []Card, hands, cards int) (dealt [][]Card, rest []Card) {
	if hands < 0 || cards < 0 {
		panic(fmt.Sprintf("cards: Deal of %d hands with %d cards", hands, cards))
	}
	if cards > 0 && hands > len(deck)/cards { // hands*cards might overflow
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

// Sort sorts a hand in place as people hold it for reading: by suit, spades,
// hearts, diamonds, clubs, and in a suit from ace, king, queen down to two; the
// jokers come last. It takes O(n log n) time and O(1) memory. No other goroutine
// may use the hand meanwhile.
func Sort(hand []Card) {
	slices.SortFunc(hand, func(a, b Card) int {
		if a.suited() && b.suited() && a.Suit() == b.Suit() {
			return cmp.Compare(height(b), height(a))
		}
		return cmp.Compare(a, b) // by suit, and the jokers' number is the highest
	})
}

// height is the rank of a card where aces are high.
func height(c Card) Rank {
	if c.Rank() == Ace {
		return King + 1
	}
	return c.Rank()
}
