// Package audit reports whether a shuffle is fair: whether each of the n! orders of n
// items is equally likely, whatever came before. In a test, the usual way is
//
//	func TestShuffle(t *testing.T) {
//		audit.Test(t, 52, func(deal []int) { myShuffle(deal) })
//	}
//
// For code that takes its random choices as an argument, package [github.com/yates-shuffle/yates/audit/exact] returns
// the exact probability of each order of a few items. This package is for any shuffle, in any language: an [Auditor]
// observes deals, one after the other, and reports as soon as it knows that they are biased, what is wrong, and how
// strong the evidence is. A deal is the items in their new order, or the first few of them. An [Order] audits one long
// order.
//
// # What the evidence means
//
// The auditor is a player who begins with 1 coin and bets on the deals against someone who claims that they are fair,
// and therefore pays fair odds: a bet that one of 52 cards comes first returns 52 times the stake if it wins. If the
// claim is true, no way of betting wins in the long run, and the chance of ever turning 1 coin into a million is at
// most one in a million. So if the player does own a million, either something happened that happens once in a million
// audits, or the claim is false. The player's fortune is called E, and E = 10⁶ is "odds of a million to one" in
// reports.
//
//   - You can look after each deal and stop at any time. The chance that a fair
//     shuffle is ever called biased is at most α, by default 10⁻⁶ (see [Options]):
//     the alarm is at E ≥ 1/α (Ville 1939).
//   - The coin is split among players who know different things, the mistakes of package suspects among them, and
//     players who learn: together they are one player. docs/audits.md lists them.
//   - A small E proves nothing: [Auditor.Conclude] reports which mistakes would have been found.
//
// Do not multiply E over audits of the same deals, and do not start again after an unlucky audit and ignore it.
//
// # What it is not for
//
// It does not report whether deals can be predicted: a generator can pass with a seed
// that everybody knows. It judges only the deals it sees, of the size that it sees.
//
// A deal of 52 items takes about 20 microseconds, one of 6 items a tenth of that, and one of 1,000 items a quarter of a
// millisecond. The same deals give the same evidence, but for the last digits on other kinds of machines.
package audit
