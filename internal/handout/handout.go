// Package handout writes what is given out by lot: hands of cards, and teams of names.
package handout

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/yates-shuffle/yates/cards"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// Shuffled returns items in the order that the seed gives to a file of them, one a line.
func Shuffled[T any](seed order.Seed, items []T) []T {
	shuffled := make([]T, len(items))
	for p, i := range order.Of(seed, len(items)) {
		shuffled[p] = items[i]
	}
	return shuffled
}

// Sizes divides n things into parts whose sizes differ by at most one, the larger first.
func Sizes(n int64, parts int) []int64 {
	sizes := make([]int64, parts)
	for i := range sizes {
		sizes[i] = (n + int64(parts-1-i)) / int64(parts)
	}
	return sizes
}

// Teams divides names into teams: consecutive parts of the order that the seed gives. It is
// an error if there are fewer names than teams.
func Teams(names []string, number int, seed order.Seed) ([][]string, error) {
	if len(names) < number {
		return nil, fmt.Errorf("%s cannot be divided into %s", label.Plural(len(names), "name"),
			label.Plural(number, "team"))
	}
	shuffled := Shuffled(seed, names)
	teams := make([][]string, number)
	for k, size := range Sizes(int64(len(names)), number) {
		teams[k], shuffled = shuffled[:size:size], shuffled[size:]
	}
	return teams, nil
}

// Pots divides people, who are numbered from 0, into teams, as SPEC.md defines it: person after person of each pot goes
// to team after team. The pots are so many people each, one after the other, or one pot of all. Each division in which
// nobody is in a team with somebody from whom they are kept apart is equally likely.
func Pots(people, teams, pot int, apart func(i, j int) bool, seed order.Seed) ([][]int, error) {
	dealt := numbered(people)
	err := tried(dealt, 0, pot, seed, "teams", func(i int) bool {
		for j := i - teams; j >= 0; j -= teams {
			if apart(dealt[i], dealt[j]) {
				return false
			}
		}
		return true
	})
	all := make([][]int, teams)
	for i, person := range dealt {
		all[i%teams] = append(all[i%teams], person)
	}
	return all, err
}

// TeamsText returns teams under their numbers, with blank lines between them.
func TeamsText(teams [][]string) []byte {
	var b bytes.Buffer
	for k, team := range teams {
		if k > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "Team %d\n", k+1)
		for _, name := range team {
			fmt.Fprintln(&b, label.Escape(name, ""))
		}
	}
	return b.Bytes()
}

// A Deal is how many cards are dealt to how many hands, from which cards.
type Deal struct {
	Hands, Cards, Decks, Jokers int // Jokers are those of each deck
	ASCII                       bool
}

// mostCards is the largest number of cards to deal from. It turns a typing error into a
// message before it takes the machine's memory.
const mostCards = 1_000_000

// Deal deals the deck that the seed gives. If Cards is 0, it sets Cards to as many as
// possible. It is an error if there are too few cards, or too many.
func (d *Deal) Deal(seed order.Seed) (hands [][]cards.Card, left int, err error) {
	switch {
	case d.Hands < 1 || d.Cards < 0 || d.Decks < 1 || d.Jokers < 0:
		return nil, 0, errors.New("the hands and the decks must be at least 1, and the cards and the jokers 0 or " +
			"more")
	case d.Jokers > mostCards || d.Decks > mostCards/(52+d.Jokers):
		return nil, 0, fmt.Errorf("%s with %s each are more than %s", label.Plural(d.Decks, "deck"),
			label.Plural(d.Jokers, "joker"), label.Plural(mostCards, "card"))
	}
	total := d.Decks * (52 + d.Jokers)
	if d.Cards == 0 {
		d.Cards = max(total/d.Hands, 1)
	}
	if d.Cards > total/d.Hands {
		return nil, 0, fmt.Errorf("%s of %s need %s, and there are %s", label.Plural(d.Hands, "hand"),
			label.Plural(d.Cards, "card"), label.Number(int64(d.Hands)*int64(d.Cards)), label.Number(int64(total)))
	}
	hands, rest := cards.Deal(Shuffled(seed, cards.NewDeck(d.Decks, d.Jokers)), d.Hands, d.Cards)
	return hands, len(rest), nil
}

const (
	oneLine   = 16 // any cards that fit one line of 80 columns
	lineWidth = 78
)

// WriteInOrder writes the cards dealt on one line, in the order in which they were dealt, one to each hand in turn.
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
	width := len(fmt.Sprintf("hand %d", len(hands))) // the widest
	for i, hand := range hands {
		cards.Sort(hand)
		name, suits := fmt.Sprintf("hand %d", i+1), d.bySuit(hand)
		if d.Cards <= oneLine {
			fmt.Fprintf(w, "%-*s  %s\n", width, name, strings.Join(suits, "   "))
			continue
		}
		fmt.Fprintln(w, name)
		for _, words := range suits {
			fmt.Fprintln(w, "  "+label.Wrap(words, 2, 4, lineWidth))
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
func (d *Deal) bySuit(hand []cards.Card) []string {
	var b strings.Builder
	for i, c := range hand {
		first := i == 0 || hand[i-1].Suit() != c.Suit()
		switch {
		case i > 0 && first:
			b.WriteByte('\n')
		case i > 0:
			b.WriteByte(' ')
		}
		switch {
		case d.ASCII:
			b.WriteString(c.ASCII())
		case c == cards.Joker:
			b.WriteString(c.String())
		case first:
			b.WriteString(c.Suit().String() + " " + c.Rank().String())
		default:
			b.WriteString(c.Rank().String())
		}
	}
	return strings.Split(b.String(), "\n")
}
