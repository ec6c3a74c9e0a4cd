// Package cards provides the standard deck of 52 playing cards, optionally with
// jokers and in several decks: names, printing, parsing and dealing.
//
// The usual way to deal fairly is to make a new deck, shuffle it with package yates,
// and deal from the top:
//
//	deck := cards.NewDeck(1, 0)
//	yates.Shuffle(deck, nil)
//	hands, rest := cards.Deal(deck, 4, 13)
//
// Decks and hands are plain slices of [Card]. All functions except [Sort], which
// changes its argument, are safe for concurrent use.
//
// # What it is not for
//
// It knows no games: no ranking of hands, no rules of play. For another kind of deck
// (piquet, tarot, two colours of joker), use a slice of your own type, which
// yates.Shuffle also takes.
//
// # Stability
//
// The names of the cards, the numbers behind them and the order of a new deck
// are frozen: seeded deals depend on them.
package cards

import "fmt"

// A Suit is one of the four suits. The zero value means no suit, as of a joker.
type Suit uint8

// The suits, in the order of a new deck and of a sorted hand.
const (
	Spades Suit = 1 + iota
	Hearts
	Diamonds
	Clubs
)

const suits = 4

var suitNames = [...]string{"no suit", "♠", "♥", "♦", "♣"}

// String returns the suit's symbol: ♠, ♥, ♦ or ♣.
func (s Suit) String() string {
	if int(s) < len(suitNames) {
		return suitNames[s]
	}
	return fmt.Sprintf("Suit(%d)", uint8(s))
}

// A Rank is one of the thirteen ranks, from [Ace], which is 1, to [King], which
// is 13. The zero value means no rank, as of a joker.
type Rank uint8

// The ranks, in the order of a new deck.
const (
	Ace Rank = 1 + iota
	Two
	Three
	Four
	Five
	Six
	Seven
	Eight
	Nine
	Ten
	Jack
	Queen
	King
)

const ranks = 13

var rankNames = [...]string{"no rank", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}

// String returns the rank as printed on a card: A, 2 to 10, J, Q or K.
func (r Rank) String() string {
	if int(r) < len(rankNames) {
		return rankNames[r]
	}
	return fmt.Sprintf("Rank(%d)", uint8(r))
}

// A Card is a playing card in one byte: its place in a new deck, from 1, the ace of
// spades, to 52, the king of clubs; 53 is the [Joker]. Cards can be compared with ==,
// used as map keys, and sorted into the order of a new deck with slices.Sort. The zero
// value is not a card.
//
// The same cards of several decks are equal, and so are all jokers.
type Card uint8

// Joker is the joker.
const Joker Card = suits*ranks + 1

// Of returns the card with a rank and a suit. It panics if either is not one of the
// constants.
func Of(r Rank, s Suit) Card {
	if r < Ace || r > King {
		panic(fmt.Sprintf("cards: Of with rank %d", uint8(r)))
	}
	if s < Spades || s > Clubs {
		panic(fmt.Sprintf("cards: Of with suit %d", uint8(s)))
	}
	return Card((uint8(s)-1)*ranks + uint8(r))
}

// suited reports whether c has a suit and a rank.
func (c Card) suited() bool { return 1 <= c && c <= suits*ranks }

// Suit returns the card's suit, or 0 for the joker and for values that are not cards.
func (c Card) Suit() Suit {
	if !c.suited() {
		return 0
	}
	return Suit((c-1)/ranks + 1)
}

// Rank returns the card's rank, or 0 for the joker and for values that are not cards.
func (c Card) Rank() Rank {
	if !c.suited() {
		return 0
	}
	return Rank((c-1)%ranks + 1)
}

// String returns the card's name for people: rank and symbol, as in A♠, 10♥ and
// K♣, or 🃏 for the joker. [ParseCard] reads it.
func (c Card) String() string {
	switch {
	case c.suited():
		return c.Rank().String() + c.Suit().String()
	case c == Joker:
		return "🃏"
	}
	return fmt.Sprintf("Card(%d)", uint8(c))
}

// ASCII returns the card's name for programs, two ASCII letters: the rank (T for ten)
// and the suit, as in As, Th and Kc, or Jk for the joker. [ParseCard] reads it.
func (c Card) ASCII() string {
	switch {
	case c.suited():
		return "A23456789TJQK"[c.Rank()-1:][:1] + "shdc"[c.Suit()-1:][:1]
	case c == Joker:
		return "Jk"
	}
	return fmt.Sprintf("Card(%d)", uint8(c))
}
