package cards_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/cards"
)

// newDeck is the order of a new deck. It is frozen: a seeded deal of last year
// must come out again.
const newDeck = `As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks
Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh
Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd
Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc`

// ascii returns the ASCII names of a deck.
func ascii(deck []cards.Card) []string {
	names := make([]string, len(deck))
	for i, c := range deck {
		names[i] = c.ASCII()
	}
	return names
}

func TestNewDeckIsFrozen(t *testing.T) {
	one := strings.Fields(newDeck)
	if got := ascii(cards.NewDeck(1, 0)); !slices.Equal(got, one) {
		t.Errorf("a new deck is\n%v, not\n%v", got, one)
	}
	for i, c := range cards.NewDeck(1, 0) {
		if int(c) != i+1 {
			t.Errorf("%v is number %d, not %d", c, c, i+1)
		}
	}
	withJokers := append(slices.Clone(one), "Jk", "Jk")
	if got, want := ascii(cards.NewDeck(2, 2)), slices.Repeat(withJokers, 2); !slices.Equal(got, want) {
		t.Errorf("two decks with two jokers each are\n%v, not\n%v", got, want)
	}
	if got := cards.NewDeck(0, 2); len(got) != 0 {
		t.Errorf("no decks are %v", got)
	}
}

func TestExampleDeckIsNewDeck(t *testing.T) {
	got, err := os.ReadFile("../examples/deck.txt")
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Join(strings.Fields(newDeck), "\n") + "\n"; string(got) != want {
		t.Errorf("examples/deck.txt is not a new deck with a card a line, but\n%s", got)
	}
}

func TestEveryNameIsReadBack(t *testing.T) {
	deck := cards.NewDeck(1, 1)
	seen := map[string]cards.Card{}
	for _, c := range deck {
		names := []string{c.String(), c.ASCII()}
		if c != cards.Joker {
			names = append(names, c.Rank().String()+c.ASCII()[1:])
			if of := cards.Of(c.Rank(), c.Suit()); of != c {
				t.Errorf("Of(%v, %v) is %v", c.Rank(), c.Suit(), of)
			}
		}
		for _, name := range slices.Clone(names) {
			names = append(names, strings.ToLower(name), strings.ToUpper(name), name+"\uFE0F")
		}
		for _, name := range names {
			if got, err := cards.ParseCard(name); got != c || err != nil {
				t.Errorf("ParseCard(%q) = %v, %v; want %v", name, got, err, c)
			}
			if other, ok := seen[name]; ok && other != c {
				t.Errorf("%q is both %v and %v", name, other, c)
			}
			seen[name] = c
		}
	}
	if got, err := cards.ParseCards(strings.Join(ascii(deck), "\n")); err != nil || !slices.Equal(got, deck) {
		t.Errorf("a deck is read back as %v, %v", got, err)
	}
}

func TestParseCard(t *testing.T) {
	for name, want := range map[string]cards.Card{
		"A♤":    cards.Of(cards.Ace, cards.Spades),
		"t♡":    cards.Of(cards.Ten, cards.Hearts),
		"10♢":   cards.Of(cards.Ten, cards.Diamonds),
		"q♧":    cards.Of(cards.Queen, cards.Clubs),
		"JOKER": cards.Joker,
		"jk":    cards.Joker,
	} {
		if got, err := cards.ParseCard(name); got != want || err != nil {
			t.Errorf("ParseCard(%q) = %v, %v; want %v", name, got, err, want)
		}
	}
	for name, want := range map[string]string{
		"":           "a card is like",
		"\uFE0F":     "a card is like",
		"A":          "does not end in a suit",
		"sA":         "does not end in a suit",
		"jok":        "does not end in a suit",
		"A♠ ":        "does not end in a suit",
		"s":          `"" is not a rank`,
		" As":        `" A" is not a rank`,
		"AsKs":       `"AsK" is not a rank`,
		"0s":         "is not a rank",
		"1s":         "is not a rank",
		"11s":        "is not a rank",
		"14♣":        "is not a rank",
		"no rank♣":   "is not a rank",
		"\xff♣":      "is not a rank",
		"Card(0)":    "does not end in a suit",
		"A\uFE0F♠":   "is not a rank",
		"ten of s":   "is not a rank",
		"\u017fs":    "is not a rank", // ſ, which folds to s
		"\u212Ah":    "is not a rank", // the Kelvin sign, which folds to k
		"10\u2660\n": "does not end in a suit",
	} {
		got, err := cards.ParseCard(name)
		if got != 0 || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseCard(%q) = %v, %v; want an error with %q", name, got, err, want)
		}
	}
}

func TestParseCards(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "[]",
		" \n\t, ":          "[]",
		"As":               "[A♠]",
		"As,Kd":            "[A♠ K♦]",
		" As , 10♥\r\nJk ": "[A♠ 10♥ 🃏]",
	} {
		got, err := cards.ParseCards(text)
		if err != nil || fmt.Sprint(got) != want {
			t.Errorf("ParseCards(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	if got, err := cards.ParseCards("As 2s 3x 4x"); got != nil || err == nil ||
		!strings.HasPrefix(err.Error(), `card 3: "3x"`) {
		t.Errorf("a bad third card gives %v, %v", got, err)
	}
}

func TestNoCard(t *testing.T) {
	for _, c := range []cards.Card{0, cards.Joker, cards.Joker + 1, 255} {
		if c.Rank() != 0 || c.Suit() != 0 {
			t.Errorf("%v has rank %v and suit %v", c, c.Rank(), c.Suit())
		}
	}
	for got, want := range map[string]string{
		cards.Card(0).String():  "Card(0)",
		cards.Card(54).ASCII():  "Card(54)",
		cards.Suit(0).String():  "no suit",
		cards.Suit(5).String():  "Suit(5)",
		cards.Rank(0).String():  "no rank",
		cards.Rank(14).String(): "Rank(14)",
	} {
		if got != want {
			t.Errorf("%q is not %q", got, want)
		}
	}
}

func TestDeal(t *testing.T) {
	for _, test := range []struct{ size, hands, cards int }{
		{0, 0, 0}, {0, 3, 0}, {52, 0, 5}, {52, 5, 0}, {52, 1, 52}, {52, 52, 1}, {52, 4, 13}, {52, 6, 5}, {1, 1, 1},
	} {
		deck := cards.NewDeck(1, 0)[:test.size]
		before := slices.Clone(deck)
		hands, rest := cards.Deal(deck, test.hands, test.cards)
		if len(hands) != test.hands {
			t.Fatalf("%+v: %d hands", test, len(hands))
		}
		// Picking the hands up again in turn gives the deck back.
		var again []cards.Card
		for i := range test.cards {
			for _, hand := range hands {
				again = append(again, hand[i])
			}
		}
		if again = append(again, rest...); !slices.Equal(again, before) {
			t.Errorf("%+v: dealt and picked up again, the deck is %v", test, again)
		}
		for _, hand := range hands {
			if len(hand) != test.cards {
				t.Errorf("%+v: a hand of %d", test, len(hand))
			}
			clear(hand)
		}
		if !slices.Equal(deck, before) {
			t.Errorf("%+v: the hands share memory with the deck", test)
		}
	}
}

func TestPanics(t *testing.T) {
	deck := cards.NewDeck(1, 0)
	for name, call := range map[string]func(){
		"NewDeck(-1, 0)":       func() { cards.NewDeck(-1, 0) },
		"NewDeck(1, -1)":       func() { cards.NewDeck(1, -1) },
		"Deal(-1, 1)":          func() { cards.Deal(deck, -1, 1) },
		"Deal(1, -1)":          func() { cards.Deal(deck, 1, -1) },
		"Deal(-1, -1)":         func() { cards.Deal(deck, -1, -1) },
		"Deal(5, 11)":          func() { cards.Deal(deck, 5, 11) },
		"Deal(1, 53)":          func() { cards.Deal(deck, 1, 53) },
		"Deal that overflows":  func() { cards.Deal(deck, math.MaxInt/2+1, 4) },
		"Deal from no cards":   func() { cards.Deal(nil, 1, 1) },
		"Of(0, Spades)":        func() { cards.Of(0, cards.Spades) },
		"Of(King+1, Spades)":   func() { cards.Of(cards.King+1, cards.Spades) },
		"Of(Ace, 0)":           func() { cards.Of(cards.Ace, 0) },
		"Of(Ace, after clubs)": func() { cards.Of(cards.Ace, cards.Clubs+1) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if text, ok := recover().(string); !ok || !strings.HasPrefix(text, "cards: ") {
					t.Errorf("panics with %q", text)
				}
			}()
			call()
		})
	}
}

func TestSort(t *testing.T) {
	deck := cards.NewDeck(2, 1)
	slices.Reverse(deck)
	cards.Sort(deck)
	var want []string
	for _, suit := range "shdc" {
		for _, rank := range "AKQJT98765432" {
			want = append(want, string(rank)+string(suit), string(rank)+string(suit))
		}
	}
	want = append(want, "Jk", "Jk")
	if got := ascii(deck); !slices.Equal(got, want) {
		t.Errorf("sorted for reading, two decks are\n%v, not\n%v", got, want)
	}
}
