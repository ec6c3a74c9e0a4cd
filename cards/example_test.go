package cards_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/cards"
)

// A deck that is shuffled unpredictably and dealt to four players.
func Example() {
	deck := cards.NewDeck(1, 0)
	yates.Shuffle(deck, nil)
	hands, rest := cards.Deal(deck, 4, 13)
	for _, hand := range hands {
		cards.Sort(hand)
	}
	fmt.Println(len(hands), "hands of", len(hands[0]), "cards, and", len(rest), "left")
	// Output: 4 hands of 13 cards, and 0 left
}

// A source with a seed makes a deal that can be repeated.
func Example_seeded() {
	deal := func(seed uint64) string {
		deck := cards.NewDeck(1, 2)
		yates.Shuffle(deck, rand.NewPCG(seed, 0))
		hands, _ := cards.Deal(deck, 1, 5)
		return fmt.Sprint(hands[0])
	}
	first := deal(1)
	fmt.Println(deal(1) == first, deal(2) == first)
	// Output: true false
}

func ExampleNewDeck() {
	fmt.Println(cards.NewDeck(1, 0)[:14])
	fmt.Println(len(cards.NewDeck(2, 3)))
	// Output:
	// [A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ A♥]
	// 110
}

func ExampleDeal() {
	hands, rest := cards.Deal(cards.NewDeck(1, 0), 2, 3)
	fmt.Println(hands[0])
	fmt.Println(hands[1])
	fmt.Println(len(rest), "left, the next is", rest[0])
	// Output:
	// [A♠ 3♠ 5♠]
	// [2♠ 4♠ 6♠]
	// 46 left, the next is 7♠
}

func ExampleSort() {
	hand, _ := cards.ParseCards("2♠ 🃏 K♦ A♠ 10♥ A♦")
	cards.Sort(hand)
	fmt.Println(hand)
	// Output: [A♠ 2♠ 10♥ A♦ K♦ 🃏]
}

func ExampleOf() {
	fmt.Println(cards.Of(cards.Queen, cards.Hearts))
	// Output: Q♥
}

func ExampleCard_String() {
	fmt.Println(cards.Of(cards.Ten, cards.Clubs).String(), cards.Joker.String())
	// Output: 10♣ 🃏
}

func ExampleCard_ASCII() {
	fmt.Println(cards.Of(cards.Ten, cards.Clubs).ASCII(), cards.Joker.ASCII())
	// Output: Tc Jk
}

func ExampleCard_Suit() {
	fmt.Println(cards.NewDeck(1, 0)[51].Suit())
	// Output: ♣
}

func ExampleCard_Rank() {
	c := cards.NewDeck(1, 0)[51]
	fmt.Println(c.Rank(), c.Rank() == cards.King)
	// Output: K true
}

func ExampleSuit_String() {
	fmt.Println(cards.Spades.String(), cards.Hearts, cards.Diamonds, cards.Clubs)
	// Output: ♠ ♥ ♦ ♣
}

func ExampleRank_String() {
	fmt.Println(cards.Ace.String(), cards.Two, cards.Ten, cards.Jack, cards.Queen, cards.King)
	// Output: A 2 10 J Q K
}

func ExampleParseCard() {
	for _, name := range []string{"10♠", "Ts", "10S", "joker", "1s"} {
		fmt.Println(cards.ParseCard(name))
	}
	// Output:
	// 10♠ <nil>
	// 10♠ <nil>
	// 10♠ <nil>
	// 🃏 <nil>
	// Card(0) "1s" is not a card: "1" is not a rank, which is one of A 2 3 4 5 6 7 8 9 10 J Q K, or T for 10
}

func ExampleParseCards() {
	fmt.Println(cards.ParseCards("As, Kh 10d\nJk"))
	fmt.Println(cards.ParseCards("As Zz"))
	// Output:
	// [A♠ K♥ 10♦ 🃏] <nil>
	// [] card 2: "Zz" is not a card: it does not end in a suit, which is one of ♠ ♥ ♦ ♣ or s h d c
}
