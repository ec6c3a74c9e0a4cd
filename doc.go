// Package yates shuffles anything fairly. The usual way:
//
//	yates.Shuffle(deck, nil)
//
// Every order of deck is now equally likely, and nobody can predict which one.
//
// # What there is
//
//   - Shuffle a slice in place: [Shuffle]; on all cores: [ShuffleParallel]; its
//     first places only: [PartialShuffle]; anything else: [ShuffleFunc].
//   - Shuffle a copy of the items of an iterator: [Shuffled].
//   - Draw without replacement: [Sample], [SampleIndices]; by weight:
//     [WeightedSample]; from a stream: [Reservoir], [WeightedReservoir].
//   - Draw with replacement: [Choice]; by weight: [WeightedChoice].
//   - Permute integers: [Perm]; number the permutations: [Rank], [Unrank];
//     permute more than memory holds: [Permutation].
//   - Orders with a condition, which are not shuffles: no element stays in its
//     place ([Derangement]), one tour through all places ([Cycle]), no neighbours
//     that are alike ([ShuffleApart]).
//   - Shuffle with your own randomness, such as dice: [FisherYates].
//
// # The source of randomness
//
// The last argument, src, is usually nil. Then the randomness is ChaCha8 seeded by
// the operating system: unpredictable, and safe for concurrent use. Goroutines do
// not wait for each other.
//
// To get the same result again, pass a source in a known state:
//
//	yates.Shuffle(deck, rand.NewPCG(1, 2))       // math/rand/v2; fast, not secret
//	yates.Shuffle(deck, rand.NewChaCha8(key))    // as unpredictable as the key
//
// Any [rand.Source] of math/rand/v2 works, and a [rand.Rand] is one. During a
// call, no other goroutine may use the source that you pass, or the slice.
//
// A seed limits the orders that a shuffle can reach. 52 cards have 52! ≈ 2^225.6
// orders; a generator with a 64-bit seed deals at most one in 2¹⁶¹ of them. A seed
// can reach every order of at most
//
//	 64 bits   20 elements   (20! < 2⁶⁴  < 21!)
//	128 bits   34 elements   (34! < 2¹²⁸ < 35!), PCG
//	256 bits   57 elements   (57! < 2²⁵⁶ < 58!), ChaCha8, and nil
//
// For more than 57 elements, the default reaches 2²⁵⁶ orders. Distinguishing them
// from a choice among all orders would break ChaCha8.
//
// # What it is not for
//
// For lines and files of any size, use the command yates shuffle or package
// records. For the same order on many machines, or a seed made from a text, use
// package order. Nothing here encrypts.
//
// Go's own [rand.Shuffle] is fair, too, and needs no dependency. Prefer it if you
// only need a shuffle, and neither its speed nor an order that never changes matters.
//
// # What is fair
//
// Fair means that each of the n! orders has the same probability. Fisher and
// Yates (1938) described how, and Durstenfeld (1964) how to do it in place: for
// each place in turn, choose one of the elements that are left, each with the same
// probability. Choices of n, n−1, …, 2 make n! paths, one to each order. The
// functions here make such choices with integers alone, exactly uniformly; where
// something is not exact, its documentation says so. The tests follow every path
// for up to seven elements.
//
// Near misses that look fair but are not:
//
//   - Swapping each place with any place. This has nⁿ paths, which cannot be spread
//     evenly over n! orders: for three elements 27 paths lead to 6 orders, 4 to
//     some and 5 to others.
//   - Swapping each place only with an earlier one, by rand.IntN(i) instead of
//     rand.IntN(i+1). It looks like an off-by-one error but is another algorithm,
//     Sattolo's: it produces only cycles, so no element ever stays in its place.
//     [Cycle] does it on purpose.
//   - Sorting by a comparison that flips a coin. The order depends on the sorting
//     algorithm, and favours some elements heavily.
//   - Sorting by random keys that may be equal, because equal keys keep their order.
//   - random % n. Small results are more likely, unless n divides the number of
//     values of random. A random float times n, rounded down, is not fair either:
//     its 2⁵³ values cannot be spread evenly over most n.
//
// Another trap is swapping without a third variable, by a ^= b; b ^= a; a ^= b. A
// fair shuffle swaps a place with itself now and then. The first step then makes
// the element 0, and it stays 0. Go's s[i], s[j] = s[j], s[i] has no such trap.
//
// # Bad input
//
// A call panics if the caller could have known that it has no result: a sample larger
// than its slice, more draws than positive weights, a choice from nothing, a
// [Derangement] of one element, a negative count, a weight that is negative, infinite
// or NaN, a nil function. The message begins with "yates: ".
//
// The caller cannot know the length of a stream. So a sample of k from a stream of
// fewer items, by [Reservoir] or [WeightedReservoir], is all of them.
//
// Shuffling zero elements or one is fine, and draws no randomness.
//
// # Compatibility
//
// Results are frozen. With a source in the same state, a function returns the same
// result in every later version and on every machine, 32-bit or 64-bit, and draws
// as many words from the source. A better algorithm gets a new name.
package yates
