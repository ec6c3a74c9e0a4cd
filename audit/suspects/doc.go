// Package suspects is a museum of shuffles that are known to be biased. Each has its
// story, sources, code, and its exact law if one is known. They are here to be
// recognised, by people and by package audit, and to test programs that claim to find
// biased shuffles. Do not shuffle with them. [All] returns the usual ones; [Find] also
// knows other numbers of riffles and other word sizes.
//
// A shuffle takes its randomness only from intn: intn(k) is a uniform integer in
// [0, k), independent of all others. So the code works with any generator, and package
// audit can follow all paths of its choices. If the mistake is in turning random words
// into choices, the words come from intn as well: those of 32 bits as two of 16.
//
// # Laws
//
// The law of a shuffle is the probability of each order. There are three forms,
// and a suspect has at most one of them:
//
//   - Choices: a Fisher–Yates shuffle with choices that are independent but not
//     uniform. The law is the law of each choice, and Choose makes one.
//   - Steps: swaps of a place with a uniform one of a range. No simple formula gives
//     the probability of an order, but that of an item at a place is exact.
//   - Ratio: a formula for the probability of an order.
//
// Some also have Probability, the law in exact fractions.
//
// All functions are safe for concurrent use if intn is, except where noted.
package suspects
