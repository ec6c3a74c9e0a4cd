// Package yates shuffles anything fairly. The usual way:
//
//	yates.Shuffle(deck, nil)
//
// Every order of deck is now equally likely, and nobody can predict which one.
//
// # What there is
//
//   - Shuffle in place: [Shuffle]; what is no slice: [ShuffleFunc]; a slice of
//     millions on all cores: [ShuffleParallel]; some of it only: [PartialShuffle].
//   - Shuffle a copy and leave the input alone, from any iterator: [Shuffled].
//   - Draw without replacement: [Sample], [SampleIndices]; from a stream of
//     unknown length: [Reservoir]; by weight: [WeightedSample].
//   - Permutations of integers: [Perm]; with a number for each: [Rank], [Unrank];
//     of more than memory can hold, place by place: [Permutation].
//   - Orders with a condition, which are not shuffles: nobody stays in place
//     ([Derangement]), one tour through all ([Cycle]).
//   - With your own randomness, such as dice: [FisherYates].
//
// # The source of randomness
//
// The last argument, src, is nil for almost everyone. Then the randomness is
// ChaCha8 seeded by the operating system: unpredictable, and safe to use from
// several goroutines, which do not wait for each other.
//
// To have an order again, give a source in a known state:
//
//	yates.Shuffle(deck, rand.NewPCG(1, 2))       // math/rand/v2; fast, not secret
//	yates.Shuffle(deck, rand.NewChaCha8(key))    // as unpredictable as the key
//
// Any [rand.Source] of math/rand/v2 will do, and a [rand.Rand] is one, too. A
// source that you give must not be used by another goroutine at the same time,
// nor may the slice.
//
// A seed limits what a shuffle can reach. 52 cards have 52! ≈ 2^225.6 orders, so
// a generator with a seed of 64 bits never deals all but one in 2¹⁶¹ of them. The
// most elements of which a seed can reach every order are
//
//	 64 bits   20 elements   (20! < 2⁶⁴  < 21!)
//	128 bits   34 elements   (34! < 2¹²⁸ < 35!), PCG
//	256 bits   57 elements   (57! < 2²⁵⁶ < 58!), ChaCha8, and nil
//
// Of more than 57 elements, the default reaches 2²⁵⁶ orders, which nobody can tell
// from a choice among all of them without breaking ChaCha8.
//
// # What it is not for
//
// For lines and files of any size use the command yates shuffle, or package
// records. For the same order on many machines, or from a seed that is a text,
// use package order. Nothing here encrypts: see [Permutation].
//
// Go's own [rand.Shuffle] is fair, too. Prefer it where a shuffle is all you need
// and neither its speed nor an order that stays the same matters: it is there
// without a dependency.
//
// # What is fair
//
// Fair means that each of the n! orders has the same probability. Fisher and
// Yates (1938) gave the way, and Durstenfeld (1964) its form in place: one element
// of those that are left is chosen for a place, each with the same probability, and
// so on until none is left. Choices of n, n−1, …, 2 make n! paths, one to each
// order. All functions here draw such choices, from integers alone and exactly
// uniformly; the tests follow every path for up to seven elements.
//
// Near misses that look fair, and are not:
//
//   - To swap each place with any place. It has nⁿ paths, which cannot be spread
//     evenly over n! orders: for three elements 27 paths lead to 6 orders, 4 to
//     some and 5 to others.
//   - To swap each place with an earlier one only, by rand.IntN(i) instead of
//     rand.IntN(i+1). It looks like an off-by-one error and is another algorithm,
//     Sattolo's: only cycles come out, so no element ever stays in its place.
//     [Cycle] does it on purpose.
//   - To sort by a comparison that flips a coin. The order depends on the sorting
//     algorithm, and favours some elements heavily.
//   - To sort by random keys that may be equal, as equal keys keep their order.
//   - random % n. Small results are more likely, unless n divides the number of
//     values of random. Nor is a random float times n fair, cut off: its 2⁵³ values
//     cannot be spread evenly over most n.
//
// Another trap is to swap without a third variable, by a ^= b; b ^= a; a ^= b. A
// fair shuffle swaps a place with itself now and then. The first step then makes
// the element 0, and it stays 0. Go's s[i], s[j] = s[j], s[i] has no such trap.
//
// # Bad input
//
// An empty slice and one element are fine, and draw no randomness. What cannot be
// is an error in a program: a [Derangement] of one element, a negative count, a
// sample larger than what it is drawn from, a weight that is negative, infinite or
// NaN, a nil function. It panics, with a message that begins with "yates: ".
//
// # Compatibility
//
// Results are frozen. A function that is given a source in some state returns the
// same result in every later version, and on every machine, 32-bit or 64-bit; it
// also takes as many words from the source. A better algorithm gets a new name.
// Results with a nil source differ at each call, of course.
package yates
