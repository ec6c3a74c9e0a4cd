package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cards"
	"github.com/yates-shuffle/yates/order"
)

// maxDealt is the largest number of cards to deal from. It turns a typing error into
// a message before it takes the machine's memory.
const maxDealt = 1_000_000

// A deal holds the flags of "yates deal".
type deal struct {
	hands, cards, decks, jokers int
	ascii, inOrder              bool
}

// newDealCommand returns the command "yates deal".
func newDealCommand() *cobra.Command {
	var d deal
	var seed seedFlags
	cmd := &cobra.Command{
		Use:        "deal [FLAG]...",
		Short:      "deal hands of playing cards",
		SuggestFor: []string{"cards", "deck"},
		Long: `Deal shuffles a new deck of 52 cards and deals it, one card to each hand in turn.
It prints each hand by suit, from ace to two, and the number of cards left.

With a seed, the deck has the order that "yates shuffle" with the same seed gives
to a file that lists the new deck in ASCII, one card a line: As, 2s, ... Ks, Ah,
... Kh, Ad, ... Kd, Ac, ... Kc, and then the jokers, Jk; then the next deck.`,
		Example: `  yates deal                           four hands of thirteen cards
  yates deal --hands 6 --cards 5       six hands of five cards
  yates deal --decks 2 --jokers 2 --hands 4 --cards 11
  yates audit --no-input --cards -- yates deal --in-order
  yates deal --seed 'table 7, 21 May'  the same hands for the same text`,
		DisableFlagsInUseLine: true,
		Args:                  noArguments,
		ValidArgsFunction:     cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := d.check(cmd.Flags().Changed("cards")); err != nil {
				return err
			}
			s, err := seed.seed(cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return d.run(cmd.Context(), s, cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	numberVar(flags, &d.hands, "hands", 4, "deal `N` hands")
	numberVar(flags, &d.cards, "cards", 0, "deal `N` cards to each hand (default as many as possible)")
	numberVar(flags, &d.decks, "decks", 1, "use `N` decks")
	numberVar(flags, &d.jokers, "jokers", 0, "add `N` jokers to each deck")
	flags.BoolVar(&d.ascii, "ascii", false, "print each card as two ASCII letters, such as As and Th")
	flags.BoolVar(&d.inOrder, "in-order", false, "print all cards dealt on one line, in the order dealt, in ASCII")
	seed.register(flags)
	return cmd
}

// check rejects an impossible deal, and sets the number of cards if it was not given.
func (d *deal) check(cardsGiven bool) error {
	const help = "yates deal --help"
	switch {
	case d.hands < 1:
		return badUsage(help, "--hands must be at least 1, not %d", d.hands)
	case cardsGiven && d.cards < 1:
		return badUsage(help, "--cards must be at least 1, not %d", d.cards)
	case d.decks < 1:
		return badUsage(help, "--decks must be at least 1, not %d", d.decks)
	case d.jokers < 0:
		return badUsage(help, "--jokers must be at least 0, not %d", d.jokers)
	case d.jokers > maxDealt || d.decks > maxDealt/(52+d.jokers):
		return badUsage(help, "%d decks with %d jokers each are more than %d cards", d.decks, d.jokers, maxDealt)
	}
	total := d.decks * (52 + d.jokers)
	each := total / d.hands
	switch {
	case each == 0:
		return badUsage(help, "%d hands are more than the %d cards there are", d.hands, total)
	case !cardsGiven:
		d.cards = each
	case d.cards > each:
		fewer := fmt.Sprintf("yates deal --hands %d --cards %d", d.hands, each)
		if d.decks != 1 {
			fewer += fmt.Sprintf(" --decks %d", d.decks)
		}
		if d.jokers != 0 {
			fewer += fmt.Sprintf(" --jokers %d", d.jokers)
		}
		return badUsage(fewer, "%d hands of %d cards are more than the %d cards there are", d.hands, d.cards, total)
	}
	return nil
}

// run deals and prints.
func (d *deal) run(ctx context.Context, seed order.Seed, stdout io.Writer) error {
	deck := shuffledDeck(seed, cards.NewDeck(d.decks, d.jokers))
	if err := ctx.Err(); err != nil {
		return err
	}
	w := bufio.NewWriter(stdout)
	if d.inOrder {
		var names []string
		for _, c := range deck[:d.hands*d.cards] {
			names = append(names, c.ASCII())
		}
		fmt.Fprintln(w, strings.Join(names, " "))
		return w.Flush()
	}
	hands, rest := cards.Deal(deck, d.hands, d.cards)
	d.print(w, hands, len(rest))
	return w.Flush() // the first error of all the writing
}

// shuffledDeck returns the deck in the order that the seed gives to a file of its
// cards, one a line.
func shuffledDeck(seed order.Seed, deck []cards.Card) []cards.Card {
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

// print prints the hands and the number of cards left. It sorts the hands.
func (d *deal) print(w *bufio.Writer, hands [][]cards.Card, left int) {
	label := len(fmt.Sprint("hand ", len(hands))) // the widest
	for i, hand := range hands {
		cards.Sort(hand)
		name := fmt.Sprint("hand ", i+1)
		if d.cards <= oneLine {
			var suits []string
			for _, words := range d.bySuit(hand) {
				suits = append(suits, strings.Join(words, " "))
			}
			fmt.Fprintf(w, "%-*s  %s\n", label, name, strings.Join(suits, "   "))
			continue
		}
		fmt.Fprintln(w, name)
		for _, words := range d.bySuit(hand) {
			printWrapped(w, words)
		}
		fmt.Fprintln(w)
	}
	number := fmt.Sprint(left, " cards")
	switch left {
	case 0:
		number = "no cards"
	case 1:
		number = "1 card"
	}
	fmt.Fprintf(w, "%-*s  %s\n", label, "left", number)
}

// bySuit returns the words to print for each suit of a sorted hand: the suit's symbol
// and the ranks, or with --ascii the names of the cards.
func (d *deal) bySuit(hand []cards.Card) [][]string {
	var suits [][]string
	for i, c := range hand {
		if i == 0 || hand[i-1].Suit() != c.Suit() {
			suits = append(suits, nil)
			if !d.ascii && c != cards.Joker {
				suits[len(suits)-1] = []string{c.Suit().String()}
			}
		}
		word := c.Rank().String()
		switch {
		case d.ascii:
			word = c.ASCII()
		case c == cards.Joker:
			word = c.String()
		}
		suits[len(suits)-1] = append(suits[len(suits)-1], word)
	}
	return suits
}

// printWrapped prints words on as many indented lines as they need.
func printWrapped(w *bufio.Writer, words []string) {
	const indent = "  "
	w.WriteString(indent)
	column := len(indent)
	for i, word := range words {
		width := len(word) // in bytes, at least as many as columns
		switch {
		case i == 0:
		case column+len(" ")+width > lineWidth:
			w.WriteString("\n" + indent + indent)
			column = 2 * len(indent)
		default:
			w.WriteString(" ")
			column += len(" ")
		}
		w.WriteString(word)
		column += width
	}
	w.WriteString("\n")
}
