// Package people is the commands that deal cards, make teams and draw who gives to whom.
package people

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/order"
)

// maxDealt is the largest number of cards to deal from. It turns a typing error into
// a message before it takes the machine's memory.
const maxDealt = 1_000_000

// A deal holds the flags of "yates deal".
type deal struct {
	handout.Deal
	inOrder bool
}

// DealCommand returns the command "yates deal".
func DealCommand() *cobra.Command {
	var d deal
	var seed frame.SeedFlags
	cmd := &cobra.Command{
		Use:        "deal [FLAG]...",
		Short:      "deal hands of playing cards",
		SuggestFor: []string{"cards", "deck"},
		Long: `Deal shuffles a new deck of 52 cards and deals it, one card to each hand in
turn. It prints each hand by suit, from ace to two, and the number of cards
left.

With a seed, deal shuffles the deck as "yates shuffle" with the same seed
shuffles a file that lists the new deck in ASCII, one card a line: As, 2s, ...
Ks, Ah, ... Kh, Ad, ... Kd, Ac, ... Kc, then the jokers, Jk; then the next deck.`,
		Example: `  yates deal                           four hands of thirteen cards
  yates deal --hands 6 --cards 5       six hands of five cards
  yates deal --decks 2 --jokers 2 --hands 4 --cards 11
  yates audit --no-input --cards -- yates deal --in-order
  yates deal --seed 'table 7, 21 May'  the same hands for the same text`,
		Args:              frame.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := d.check(cmd.Flags().Changed("cards")); err != nil {
				return err
			}
			s, err := seed.Seed(cmd)
			if err != nil {
				return err
			}
			return d.run(cmd.Context(), s, cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	frame.NumberVar(flags, &d.Hands, "hands", 4, "deal `N` hands")
	frame.NumberVar(flags, &d.Cards, "cards", 0, "deal `N` cards a hand (default as many as possible)")
	frame.NumberVar(flags, &d.Decks, "decks", 1, "use `N` decks")
	frame.NumberVar(flags, &d.Jokers, "jokers", 0, "add `N` jokers to each deck")
	flags.BoolVar(&d.ASCII, "ascii", false, "print each card in ASCII, such as As or Th")
	flags.BoolVar(&d.inOrder, "in-order", false, "print the cards on one line, as dealt, in ASCII")
	seed.Register(flags)
	return cmd
}

// check rejects an impossible deal, and sets the number of cards if it was not given.
func (d *deal) check(cardsGiven bool) error {
	const help = "yates deal --help"
	if d.Hands < 1 || cardsGiven && d.Cards < 1 || d.Decks < 1 || d.Jokers < 0 {
		return frame.BadUsage(help, "--hands, --cards and --decks must be at least 1, and --jokers at least 0")
	}
	if d.Jokers > maxDealt || d.Decks > maxDealt/(52+d.Jokers) {
		return frame.BadUsage(help, "%d decks with %d jokers each are more than %d cards", d.Decks, d.Jokers, maxDealt)
	}
	total := d.Decks * (52 + d.Jokers)
	each := total / d.Hands
	switch {
	case each == 0:
		return frame.BadUsage(help, "%d hands are more than the %d cards there are", d.Hands, total)
	case !cardsGiven:
		d.Cards = each
	case d.Cards > each:
		return frame.BadUsage(help, "%d hands of %d cards are more than the %d cards there are; each can have %d",
			d.Hands, d.Cards, total, each)
	}
	return nil
}

// run deals and prints.
func (d *deal) run(ctx context.Context, seed order.Seed, stdout io.Writer) error {
	hands, left := d.Deal.Deal(seed)
	if err := ctx.Err(); err != nil {
		return err
	}
	if d.inOrder {
		return d.WriteInOrder(stdout, hands)
	}
	return d.Write(stdout, hands, left)
}
