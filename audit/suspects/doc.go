// Package suspects is a museum of shuffles that are known to be biased. Each has
// its story, where the story can be read, its code, and its exact law where one
// is known. They are here to be recognised, by people and by package audit, and
// to test what claims to find biased shuffles. Don't use them to shuffle. [All] has
// those that people meet; [Find] knows riffles of other numbers and words of other
// sizes, too.
//
// A shuffle takes its randomness from intn alone: intn(k) is a uniform integer in
// [0, k), independent of all others. So the code can be run with any generator,
// and with package audit all paths of its choices can be followed. Where the
// mistake is in how random words are made into choices, the words are drawn from
// intn as well: those of 32 bits as two of 16.
//
// # Laws
//
// The law of a shuffle is the probability of each order. There are three forms,
// and a suspect has one of them at most:
//
//   - Choices: the shuffle is that of Fisher and Yates with choices that are
//     independent, but not uniform. The law is the law of each choice, and Choose
//     makes one.
//   - Steps: swaps of a place with a uniform one of a range. No simple formula
//     gives the probability of an order, but that of an item at a place is exact.
//   - Ratio: a formula for the probability of an order.
//
// Some also have Probability, the law in exact fractions.
//
// All functions may be used by several goroutines at the same time, if intn may.
package suspects
