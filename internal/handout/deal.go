package handout

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/yates-shuffle/yates/cards"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// A Deal is how many cards are dealt to how many hands, from which cards.
type Deal struct {
	Hands, Cards, Decks, Jokers int // Jokers are those of each deck
	ASCII                       bool
}

// Deal deals the deck that the seed gives. It panics if there are too few cards.
func (d *Deal) Deal(seed order.Seed) (hands [][]cards.Card, left int) {
	hands, rest := cards.Deal(Shuffled(seed, cards.NewDeck(d.Decks, d.Jokers)), d.Hands, d.Cards)
	return hands, len(rest)
}

// Shuffled returns the deck in the order that the seed gives to a file of its
// cards, one a line.
func Shuffled(seed order.Seed, deck []cards.Card) []cards.Card {
	shuffled := make([]cards.Card, len(deck))
	for place, i := range order.Shuffle(seed, len(deck)) {
		shuffled[place] = deck[i]
	}
	return shuffled
}

const (
	oneLine   = 16 // any cards that fit one line of 80 columns
	lineWidth = 78
)

// WriteInOrder writes the cards dealt on one line, in the order in which they were dealt,
// one to each hand in turn.
func (d *Deal) WriteInOrder(to io.Writer, hands [][]cards.Card) error {
	var names []string
	for i := range d.Cards {
		for _, hand := range hands {
			names = append(names, hand[i].ASCII())
		}
	}
	_, err := fmt.Fprintln(to, strings.Join(names, " "))
	return err
}

// Write writes the hands and the number of cards left. It sorts the hands.
func (d *Deal) Write(to io.Writer, hands [][]cards.Card, left int) error {
	w := bufio.NewWriter(to)
	width := len(fmt.Sprint("hand ", len(hands))) // the widest
	for i, hand := range hands {
		cards.Sort(hand)
		name := fmt.Sprint("hand ", i+1)
		if d.Cards <= oneLine {
			var suits []string
			for _, words := range d.bySuit(hand) {
				suits = append(suits, strings.Join(words, " "))
			}
			fmt.Fprintf(w, "%-*s  %s\n", width, name, strings.Join(suits, "   "))
			continue
		}
		fmt.Fprintln(w, name)
		for _, words := range d.bySuit(hand) {
			fmt.Fprintln(w, "  "+label.Wrap(strings.Join(words, " "), 2, 4, lineWidth))
		}
		fmt.Fprintln(w)
	}
	number := label.Plural(left, "card")
	if left == 0 {
		number = "no cards"
	}
	fmt.Fprintf(w, "%-*s  %s\n", width, "left", number)
	return w.Flush() // the first error of all the writing
}

// bySuit returns the words to print for each suit of a sorted hand: the suit's symbol
// and the ranks, or with --ascii the names of the cards.
func (d *Deal) bySuit(hand []cards.Card) [][]string {
	var suits [][]string
	for i, c := range hand {
		if i == 0 || hand[i-1].Suit() != c.Suit() {
			suits = append(suits, nil)
			if !d.ASCII && c != cards.Joker {
				suits[len(suits)-1] = []string{c.Suit().String()}
			}
		}
		word := c.Rank().String()
		switch {
		case d.ASCII:
			word = c.ASCII()
		case c == cards.Joker:
			word = c.String()
		}
		suits[len(suits)-1] = append(suits[len(suits)-1], word)
	}
	return suits
}
