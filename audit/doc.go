// Package audit reports whether a shuffle is fair: whether each of the n! orders of n
// items is equally likely, whatever came before. In a test, the usual way is
//
//	func TestShuffle(t *testing.T) {
//		audit.Test(t, 52, func(deal []int) { myShuffle(deal) })
//	}
//
// For code that takes its random choices as an argument, package
// [github.com/yates-shuffle/yates/audit/exact] returns the exact probability of each
// order of a few items. This package is for any shuffle, in any language: an [Auditor]
// observes deals, one after the other, and reports as soon as it knows that they are
// biased, what is wrong, and how strong the evidence is. A deal is the items in their
// new order, or the first few of them. The auditor knows the mistakes of package
// suspects, and learns others.
//
// # What the evidence means
//
// The auditor is a player who begins with 1 coin and bets on the deals against
// someone who claims that they are fair, and therefore pays fair odds: a bet that
// one of 52 cards comes first returns 52 times the stake if it wins. If the claim is
// true, no way of betting wins in the long run, and the chance of ever turning 1 coin
// into a million is at most one in a million. So if the player does own a million,
// either something happened that happens once in a million audits, or the claim is
// false.
//
// The player's fortune is called E, or the evidence, and E = 10⁶ is "odds of a
// million to one" in reports. Statisticians call it an e-value. Unlike the p-values of
// common tests, it has three properties:
//
//   - You can look after each deal and stop at any time. The chance that a fair
//     shuffle is ever called biased is at most α, by default 10⁻⁶ (see [Options]):
//     the alarm is at E ≥ 1/α (Ville 1939).
//   - The player can split the coin among a hundred players who know different
//     things: together they are one player. So all known mistakes and all learners
//     are watched at once, with the same promise.
//   - A small E proves nothing. It does not mean that the shuffle is fair, but that
//     nothing was found; [Auditor.Conclude] reports which mistakes would have been.
//
// Do not multiply E over audits of the same deals, and do not start again after an
// unlucky audit and ignore it.
//
// # Who plays
//
//   - Each suspect's player bets by its exact law, as far as it is known: the
//     choices of a faulty Fisher–Yates shuffle, in four forms; riffle shuffles by
//     their rising sequences; sorts with coins; naive shuffles by their position
//     matrix. It keeps part of its coin for a bias that begins later, and the finding
//     says since when. Remainders and fractions of words, below 1 or up to 1, are bet on
//     for all widths up to 24 bits.
//   - Learners of whole deals bet on an item's next place from earlier deals: the
//     item at the place, the distance that items move, the preceding neighbour. Others
//     bet on the next choice of a shuffle from the one before, as a generator that repeats
//     itself gives both.
//   - Learners of single tables show where a shuffle is wrong: the item of each
//     place, the place of each item, and each choice when a deal is undone as a
//     shuffle from the back, from the front, inside out, or by drawing.
//   - Each order of at most 6 items, and each pair of at most 64, has a player of its
//     own: does the order come too often, come the two too often in this order, or too
//     often next to each other, or with one item between them?
//   - Parity, fixed points, cycles, descents, inversions and the longest rising
//     subsequence have known laws under a fair shuffle. So have the suits and ranks of
//     neighbours and hands: 52 items are taken for cards, suit after suit.
//   - Repeats of deals, or of their first or last places, reveal small seeds: single
//     ones among many orders, and uneven counts of few orders. A player bets that
//     nothing repeats.
//   - Where each item is a deal of its own, it may depend on the one before: on whether
//     that was odd, of the first half, close, or the same.
//   - Small hands may come from a bag, which is filled again only when it is empty.
//   - The choices may be remainders of the numbers of a generator that is known: rand() of
//     Microsoft's, Borland's and the GNU library and others. Every state bets on the bits
//     that follow from it. Deals of fewer than 6 items tell too little of the state; up to
//     about 20 it takes several deals.
//
// Bets are also on the change from the deal before, for decks that are not put in order
// before they are shuffled again, and on some numbers of the change from two to four
// deals before, for decks in turn. In parts of deals, the items are named by how recently
// they were dealt, which shows draws that go round or avoid the last ones. Each bet has a
// proof beside it that it is fair, and a test proves it by enumeration for few items.
//
// Another rule (e-BH) selects the findings listed in a [Report]: at most 1% of them are
// expected to be wrong about the shuffle being unfair in this way. It does not cover the
// causes that a report names; for these see [Report].
//
// If the order of a deal means nothing, other players bet on which items it has: see
// Options.Unordered. If items cannot be told apart, as the cards of several decks, they are
// numbered at random: see Options.Kinds.
//
// # How an audit ends
//
// [Auditor.Conclude] returns the last report. If nothing was found, but common mistakes
// would not have been found either, the verdict is [TooFew]. [Auditor.Plan] returns what
// an audit has fixed before it sees a deal, so that others can repeat it. How many deals it takes to find what, and the
// least that any test could need, is measured in docs/audits.md.
//
// # What it is not for
//
// It does not report whether deals can be predicted: a generator can pass with a seed
// that everybody knows. It judges only the deals it sees: a program that depends on the
// clock or on earlier deals may behave differently later. And a shuffle that is fair for
// 52 items may be biased for 53: audit the sizes that you use.
//
// # Speed
//
// A deal of 52 items takes about 20 microseconds, one of 6 items half of one, and one of
// 1,000 items a quarter of a millisecond. A fair deck is looked at more briefly after some hundred
// deals, as players who have lost nearly all look at one deal in a few.
// The same deals give the same evidence. Between kinds of machines the last digits may
// differ (some multiply and add with one rounding).
package audit
