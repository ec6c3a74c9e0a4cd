// Package people is the commands that deal cards, make teams and draw who gives to whom.
package people

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
)

// DealCommand returns the command "yates deal".
func DealCommand() *cobra.Command {
	var d handout.Deal
	var inOrder bool
	var seed frame.SeedFlags
	cmd := &cobra.Command{
		Use:   "deal [FLAG]...",
		Short: "deal hands of playing cards",
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
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, _ []string) error {
			s, err := seed.Seed(ui)
			if err != nil {
				return err
			}
			hands, left, err := d.Deal(s)
			switch {
			case err != nil:
				return frame.BadUsage("yates deal --help", "%w", err)
			case ctx.Err() != nil:
				return ctx.Err()
			case inOrder:
				return d.WriteInOrder(ui.Out, hands)
			}
			return d.Write(ui.Out, hands, left)
		}),
	}
	flags := cmd.Flags()
	frame.NumberVar(flags, &d.Hands, "hands", 4, "deal `N` hands")
	flags.Var((*frame.AtLeastOne)(&d.Cards), "cards", "deal `N` cards a hand (default as many as possible)")
	frame.NumberVar(flags, &d.Decks, "decks", 1, "use `N` decks")
	frame.NumberVar(flags, &d.Jokers, "jokers", 0, "add `N` jokers to each deck")
	flags.BoolVar(&d.ASCII, "ascii", false, "print each card in ASCII, such as As or Th")
	flags.BoolVar(&inOrder, "in-order", false, "print the cards on one line, as dealt, in ASCII")
	seed.Register(flags)
	return cmd
}
