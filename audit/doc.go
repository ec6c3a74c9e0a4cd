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
// Players who know a suspect's exact law, or the numbers of a generator, and players who learn from earlier deals: the
// items of places, choices, pairs, whole orders, numbers with known laws such as inversions, repeats, and how a deal
// differs from the last two. docs/audits.md lists them. Each bet has a proof beside it that it is fair, and a test
// proves it by enumeration for few items.
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
