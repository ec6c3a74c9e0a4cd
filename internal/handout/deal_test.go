package handout

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yates-shuffle/yates/cards"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// A deal from more cards than a block has is still the shuffled file.
func TestDealIsShuffledFile(t *testing.T) {
	seed := order.SeedFromText("many decks")
	deck := cards.NewDeck(100, 1)
	var file strings.Builder
	for _, c := range deck {
		file.WriteString(c.ASCII() + "\n")
	}
	if len(deck) <= order.BlockRecords {
		t.Fatalf("%d cards are one block", len(deck))
	}
	var want strings.Builder
	if err := records.Shuffle(t.Context(), &want, records.Options{Seed: &seed},
		records.Reader("the deck", strings.NewReader(file.String()))); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, c := range Shuffled(seed, deck) {
		got.WriteString(c.ASCII() + "\n")
	}
	if got.String() != want.String() {
		t.Error("the deck is in another order than the lines of a file with its cards")
	}
}

// Whatever is dealt, all the cards are printed, on lines that fit a terminal.
func TestDealPrintsEveryCard(t *testing.T) {
	for _, d := range []Deal{
		{Hands: 1, Cards: 1, Decks: 1},
		{Hands: 52, Cards: 1, Decks: 1},
		{Hands: 4, Cards: 13, Decks: 1},
		{Hands: 3, Cards: 16, Decks: 1, Jokers: 2},
		{Hands: 3, Cards: 17, Decks: 1, Jokers: 2},
		{Hands: 120, Cards: 16, Decks: 40, Jokers: 2},
		{Hands: 2, Cards: 300, Decks: 12, Jokers: 2},
		{Hands: 1, Cards: 60, Decks: 1, Jokers: 60},
	} {
		for _, d.ASCII = range []bool{false, true} {
			var out strings.Builder
			deck := Shuffled(order.NewSeed(), cards.NewDeck(d.Decks, d.Jokers))
			hands, rest := cards.Deal(deck, d.Hands, d.Cards)
			if err := d.Write(&out, hands, len(rest)); err != nil {
				t.Fatal(err)
			}
			var printed []cards.Card
			suit := ""
			for line := range strings.Lines(out.String()) {
				if n := utf8.RuneCountInString(line) - 1; n > 79 {
					t.Errorf("%+v: a line of %d columns: %s", d, n, line)
				}
				if strings.TrimRight(line, " \n")+"\n" != line {
					t.Errorf("%+v: white space at the end of %q", d, line)
				}
				words := strings.Fields(line)
				if len(words) > 0 && words[0] == "left" {
					break
				}
				if len(words) > 0 && words[0] == "hand" {
					words = words[2:]
				}
				for _, word := range words {
					if strings.Contains("♠♥♦♣", word) {
						suit = word
						continue
					}
					c, err := cards.ParseCard(word)
					if err != nil {
						c, err = cards.ParseCard(word + suit)
					}
					if err != nil {
						t.Fatalf("%+v: %v in %q", d, err, line)
					}
					printed = append(printed, c)
				}
			}
			if want := slices.Concat(hands...); !slices.Equal(printed, want) {
				t.Errorf("%+v: printed %v, dealt %v", d, printed, want)
			}
		}
	}
}
