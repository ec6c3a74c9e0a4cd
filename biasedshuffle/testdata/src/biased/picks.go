package biased

import (
	"fmt"
	"math/rand"
	randv2 "math/rand/v2"
)

// Picks that leave out the last item.

//corpus:norun one item
func drawCard(cards []string) string {
	k := rand.Intn(len(cards) - 1) // want `the last item is never drawn; draw below the length`
	return cards[k]
}

//corpus:norun one item
func randomLetter() byte {
	return alphabet[rand.Intn(len(alphabet)-1)] // want `the last item is never drawn`
}

const alphabet = "abcdefghijklmnopqrstuvwxyz"

//corpus:norun one item
func pickHost(hosts []string) string {
	return hosts[int(rand.Int31n(int32(len(hosts)-1)))] // want `the last item is never drawn`
}

//corpus:norun a pool
func dealHands(n int) (hands [][]int) {
	pool := rand.Perm(40)
	for range n {
		hand := make([]int, 4)
		for k := range hand {
			i := randv2.IntN(len(pool) - 1) // want `the last item is never drawn`
			hand[k] = pool[i]
			pool[i] = pool[len(pool)-1]
			pool = pool[:len(pool)-1]
		}
		hands = append(hands, hand)
	}
	return hands
}

//corpus:norun one item
func play(words []string) string {
	word := words[rand.Intn(len(words)-1)] // want `the last item is never drawn`
	return word
}

//corpus:norun one item, of a slice whose name does not fit into a message
func pickOfMany(game struct{ playersThatAreStillInTheGameAndMayMove []string }) string {
	return game.playersThatAreStillInTheGameAndMayMove[rand.Intn(len(game.playersThatAreStillInTheGameAndMayMove)-1)] // want `the last item is never drawn`
}

//corpus:norun one item, which is taken out
func takeOne(cards []string) (string, []string) {
	i := rand.Intn(len(cards) - 1) // want `the last item is never drawn`
	card := cards[i]
	copy(cards[i:], cards[i+1:])
	return card, cards[:len(cards)-1]
}

//corpus:norun one item, which is changed when it was read
func crownOne(names []string) string {
	i := rand.Intn(len(names) - 1) // want `the last item is never drawn`
	king := names[i]
	names[i] = "king " + king
	return king
}

//corpus:norun one item
func anyLetter() byte {
	return 'a' + byte(rand.Intn(25)) // want `the last letter is never drawn; draw below 26`
}

//corpus:norun one item
func randomCapital() rune {
	return rune('A' + rand.Intn('Z'-'A')) // want `the last letter is never drawn`
}

//corpus:norun one number
func fourDigits() string {
	return fmt.Sprintf("%04d", randv2.IntN(9999)) // want `9999 is never drawn; draw below one more`
}

//corpus:norun one item
func randomRoom(rooms map[string]int) string {
	for name := range rooms { // want `a map has no order, but no random one: some come first more often`
		return name
	}
	return ""
}
