// Package audit tells whether a shuffle is fair: whether each of the n! orders of n
// items is equally likely, whatever came before. In a test, the usual way is
//
//	func TestShuffle(t *testing.T) {
//		audit.Test(t, 52, func(deal []int) { myShuffle(deal) })
//	}
//
// # Two ways
//
//   - [Exact] is for code whose random choices can be given from outside. It
//     follows every path of the choices of up to 10 items, and returns the exact
//     probability of each order as a fraction; [LawOf] has it from a formula.
//     [Positions] gives the exact probability of each item at each place, for any
//     number of items that go through swaps.
//   - [New] is for any shuffle, in any language: an [Auditor] looks at deals, one
//     after the other, and says as soon as it knows that they are biased, what is
//     wrong, and how sure that is. A deal is the items in their new order, or the
//     first few of them. It knows the mistakes of package suspects, and learns
//     others.
//
// # What the evidence means
//
// The auditor is a player who begins with 1 coin and bets on the deals against
// someone who claims that they are fair, and who pays fair odds for that reason:
// who bets on one of 52 cards to come first gets his stake 52 times if it does. If
// the claim is true, no way of betting wins in the long run, and to turn 1 coin
// into a million has a chance of at most one in a million: not at some moment, but
// ever. So if the player does own a million, either something happened that
// happens once in a million audits, or the claim is false.
//
// What the player owns is called E here, or the evidence, and E = 10⁶ is "odds of a
// million to one" in reports. Statisticians call it an e-value. Three things follow
// that are not so with the p-values of common tests:
//
//   - One may look after each deal and stop when one likes, at the first alarm or
//     when one is tired of it. The chance that a fair shuffle is ever called biased
//     is at most α, which is 10⁻⁶ unless [Options] say otherwise: the alarm is at
//     E ≥ 1/α (Ville 1939).
//   - The player may split the coin and give the parts to a hundred players who
//     know different things: the sum is a player again. So all known mistakes, and
//     all learners, are watched at once, and the promise is the same.
//   - A small E proves nothing. It does not say that the shuffle is fair, but that
//     nothing has been found; [Auditor.Power] says which mistakes would have been.
//
// E must not be multiplied over audits of the same deals, nor may one begin again
// after bad luck and forget the first audit.
//
// # Who plays
//
//   - Each suspect's player bets by its exact law, as far as it is known: the
//     choices of a Fisher–Yates shuffle that went wrong, in four forms; riffle
//     shuffles by their rising sequences; sorts with coins; naive shuffles by
//     their position matrix.
//   - Learners of whole deals bet on an item's next place by what was seen before:
//     the item at the place, the distance that items move, the neighbour before.
//   - Learners of single tables, each of its own, say where it is wrong: the item
//     of each place, the place of each item, and each choice when a deal is undone
//     as a shuffle from the back, from the front, inside out, or by drawing.
//   - Parity, fixed points, cycles, descents, inversions and the longest rising
//     subsequence have known laws under a fair shuffle.
//   - Repeats of deals, or of their first or last places, tell of few seeds.
//
// Of whole deals, all but the repeats also bet on the change from the deal before,
// for decks that are not put in order before they are shuffled again. The proof that
// a bet is fair stands beside each, and a test proves it by enumeration for few items.
//
// What is listed as wrong in a [Report] is chosen by another rule (e-BH), so that
// at most 1% of the findings are expected to be false.
//
// # How many deals it takes
//
// The median of 21 audits of 52 items, to odds of a million to one:
//
//	naive                52 deals
//	naive-backward       53
//	naive-short          51
//	sattolo               5
//	skip-first            5
//	skip-last            26
//	modulo-8            235
//	riffle-6             13
//	riffle-7             40
//	riffle-8            216
//	sort-insertion        1
//	sort-tim              9
//	sort-merge            3
//	sort-quick            3
//	sort-bubble           1
//	top-to-random         1
//	transpositions        5
//	seed-8               26
//	seed-16             282
//	xor-swap              1
//
// A seed of 32 bits shows when a deal repeats, after some 77,000 deals. Remainders
// of words of 31 or 32 bits and of float32 take more deals than anyone deals.
//
// # What it is not for
//
// It does not tell whether deals can be predicted: a generator may pass with a seed
// that everybody knows. It takes deals as they come, so if the program that makes
// them looks at the clock or at earlier deals, what it does later may differ. And a
// shuffle that is fair for 52 items may be wrong for 53: audit the numbers that you
// use.
//
// # Speed
//
// A deal of 52 items takes some 20 microseconds, one of 6 items less than one.
// The same deals give the same evidence, to the last digits on machines of one kind
// (some multiply and add with one rounding). An Auditor is for one goroutine at a
// time; different ones do not know of each other.
package audit
